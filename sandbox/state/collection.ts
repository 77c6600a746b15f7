import { addPosition, indexFrom, type Positions } from './positions.js'
import type { Entity, IndexDefinition, Scope, Walk } from './repository.js'
import { TextIndex } from './text-index.js'

const sameTexts = (some: readonly string[], others: readonly string[]): boolean =>
  some.length === others.length && some.every((text, index) => text === others[index])

/**
 * The records of one partner in insertion order. Index lists are never shortened; records are checked again before
 * they are returned.
 */
export class Collection<T extends Entity> {
  readonly #records: (T | undefined)[] = []
  readonly #positions = new Map<string, number>()
  readonly #indexed: ReadonlyMap<string, Map<string, Positions>>
  readonly #texts = new TextIndex()
  readonly #definition: IndexDefinition<T>
  readonly #indexes: readonly [string, (record: T) => string | undefined][]

  constructor(definition: IndexDefinition<T>) {
    this.#definition = definition
    this.#indexes = Object.entries(definition.indexes)
    this.#indexed = new Map(this.#indexes.map(([name]) => [name, new Map<string, Positions>()]))
  }

  find(id: string): T | undefined {
    const position = this.#positions.get(id)
    return position === undefined ? undefined : this.#records[position]
  }

  /** Adds a record, or replaces the one with its id at its position. */
  save(record: T): void {
    const position = this.#positions.get(record.id) ?? this.#records.length
    const before = this.#records[position]
    this.#positions.set(record.id, position)
    this.#records[position] = record
    for (const [name, valueOf] of this.#indexes) {
      const value = valueOf(record)
      if (value !== undefined && (before === undefined || valueOf(before) !== value))
        this.#file(name, value, position)
    }
    this.#note(position, before, record)
  }

  remove(id: string): void {
    const position = this.#positions.get(id)
    if (position === undefined) return
    this.#positions.delete(id)
    this.#records[position] = undefined
  }

  *walk(scope: Scope, { order, after, matching = '' }: Walk): Generator<T> {
    const start = after === undefined ? undefined : this.#positions.get(after)
    if (after !== undefined && (start === undefined || !this.#isIn(scope, this.#records[start]))) return
    const list = this.#shortest(scope, matching)
    const step = order === 'newest-first' ? -1 : 1
    for (let at = this.#begin(list, step, start); ; at += step) {
      const position = list === undefined ? at : list[at]
      if (position === undefined || position < 0 || position >= this.#records.length) return
      const record = this.#records[position]
      if (record !== undefined && this.#isIn(scope, record) && this.#mentions(record, matching)) yield record
    }
  }

  #file(name: string, value: string, position: number): void {
    const ofIndex = this.#indexed.get(name)
    const positions = ofIndex?.get(value)
    if (positions === undefined) ofIndex?.set(value, [position])
    else addPosition(positions, position)
  }

  #note(position: number, before: T | undefined, after: T): void {
    const { texts } = this.#definition
    if (texts === undefined) return
    const words = texts(after)
    if (before === undefined || !sameTexts(texts(before), words)) this.#texts.add(position, words)
  }

  /**
   * The index in the list, or the position if there is no list, at which a walk begins: directly after `start`, if
   * given.
   */
  #begin(list: readonly number[] | undefined, step: 1 | -1, start: number | undefined): number {
    if (list === undefined)
      return start === undefined ? (step < 0 ? this.#records.length - 1 : 0) : start + step
    if (start === undefined) return step < 0 ? list.length - 1 : 0
    return step < 0 ? indexFrom(list, start) - 1 : indexFrom(list, start + 1)
  }

  /** The shorter of the two lists that apply; `undefined` if only all records do. */
  #shortest({ index, value }: Scope, matching: string): readonly number[] | undefined {
    const filed = index === undefined ? undefined : (this.#indexed.get(index)?.get(value ?? '') ?? [])
    const candidates = this.#texts.candidates(matching)
    if (filed === undefined || candidates === undefined) return filed ?? candidates
    return filed.length < candidates.length ? filed : candidates
  }

  #isIn({ index, value }: Scope, record: T | undefined): boolean {
    if (record === undefined) return false
    return index === undefined || this.#definition.indexes[index]?.(record) === value
  }

  #mentions(record: T, term: string): boolean {
    return term === '' || (this.#definition.texts?.(record) ?? []).some((text) => text.includes(term))
  }
}
