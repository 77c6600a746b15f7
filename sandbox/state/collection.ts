import { addPlace, indexFrom, type Places } from './positions.js'
import type { Entity, Filing, Scope, Walk } from './repository.js'
import { TextIndex } from './text-index.js'

const sameTexts = (some: readonly string[], others: readonly string[]): boolean =>
  some.length === others.length && some.every((text, index) => text === others[index])

/**
 * The records of one partner in the order of their coming. Lists of places are never shortened: what they lead to is
 * looked at before it is handed out.
 */
export class Shelf<T extends Entity> {
  readonly #records: (T | undefined)[] = []
  readonly #places = new Map<string, number>()
  readonly #filed: ReadonlyMap<string, Map<string, Places>>
  readonly #texts = new TextIndex()
  readonly #filing: Filing<T>
  readonly #indexes: readonly [string, (record: T) => string | undefined][]

  constructor(filing: Filing<T>) {
    this.#filing = filing
    this.#indexes = Object.entries(filing.indexes)
    this.#filed = new Map(this.#indexes.map(([name]) => [name, new Map<string, Places>()]))
  }

  find(id: string): T | undefined {
    const place = this.#places.get(id)
    return place === undefined ? undefined : this.#records[place]
  }

  /** Adds a record, or replaces the one with its id in its place. */
  save(record: T): void {
    const place = this.#places.get(record.id) ?? this.#records.length
    const before = this.#records[place]
    this.#places.set(record.id, place)
    this.#records[place] = record
    for (const [name, valueOf] of this.#indexes) {
      const value = valueOf(record)
      if (value !== undefined && (before === undefined || valueOf(before) !== value))
        this.#file(name, value, place)
    }
    this.#note(place, before, record)
  }

  remove(id: string): void {
    const place = this.#places.get(id)
    if (place === undefined) return
    this.#places.delete(id)
    this.#records[place] = undefined
  }

  *walk(scope: Scope, { order, after, matching = '' }: Walk): Generator<T> {
    const start = after === undefined ? undefined : this.#places.get(after)
    if (after !== undefined && (start === undefined || !this.#isIn(scope, this.#records[start]))) return
    const list = this.#shortest(scope, matching)
    const step = order === 'newest-first' ? -1 : 1
    for (let at = this.#begin(list, step, start); ; at += step) {
      const place = list === undefined ? at : list[at]
      if (place === undefined || place < 0 || place >= this.#records.length) return
      const record = this.#records[place]
      if (record !== undefined && this.#isIn(scope, record) && this.#mentions(record, matching)) yield record
    }
  }

  #file(name: string, value: string, place: number): void {
    const ofIndex = this.#filed.get(name)
    const places = ofIndex?.get(value)
    if (places === undefined) ofIndex?.set(value, [place])
    else addPlace(places, place)
  }

  #note(place: number, before: T | undefined, after: T): void {
    const { texts } = this.#filing
    if (texts === undefined) return
    const words = texts(after)
    if (before === undefined || !sameTexts(texts(before), words)) this.#texts.add(place, words)
  }

  /** The index in the list, or without a list the place, at which a walk begins: right after `start`, if it is given. */
  #begin(list: readonly number[] | undefined, step: 1 | -1, start: number | undefined): number {
    if (list === undefined)
      return start === undefined ? (step < 0 ? this.#records.length - 1 : 0) : start + step
    if (start === undefined) return step < 0 ? list.length - 1 : 0
    return step < 0 ? indexFrom(list, start) - 1 : indexFrom(list, start + 1)
  }

  /** The shorter of the two lists that hold what is asked for, `undefined` where only all records do. */
  #shortest({ index, value }: Scope, matching: string): readonly number[] | undefined {
    const filed = index === undefined ? undefined : (this.#filed.get(index)?.get(value ?? '') ?? [])
    const candidates = this.#texts.candidates(matching)
    if (filed === undefined || candidates === undefined) return filed ?? candidates
    return filed.length < candidates.length ? filed : candidates
  }

  #isIn({ index, value }: Scope, record: T | undefined): boolean {
    if (record === undefined) return false
    return index === undefined || this.#filing.indexes[index]?.(record) === value
  }

  #mentions(record: T, term: string): boolean {
    return term === '' || (this.#filing.texts?.(record) ?? []).some((text) => text.includes(term))
  }
}
