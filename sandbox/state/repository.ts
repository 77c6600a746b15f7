import { defined } from '../primitives/defined.js'
import { notFound } from '../primitives/refusal.js'

/** The members of every record: an id, and the partner that owns it. Partners never see records of others. */
export interface Entity {
  readonly id: string
  readonly partnerId: string
}

/** A set of a partner's records: all, or those with a value in a named index. */
export interface Scope {
  readonly partnerId: string
  readonly index?: string
  readonly value?: string
}

/** The start of a walk: directly after the record with this id, in the order of the walk. */
export interface Walk {
  readonly after?: string
  readonly order: 'newest-first' | 'oldest-first'
  /** Only records with a text that contains this lower-case term. */
  readonly matching?: string
}

export interface Repository<T extends Entity> {
  readonly find: (partnerId: string, id: string) => T | undefined
  /** Adds a record, or replaces the one with its id, which keeps its position. */
  readonly save: (record: T) => void
  readonly remove: (partnerId: string, id: string) => void
  /** Iterates over the records of a scope; empty if `after` is not a record of the scope. */
  readonly walk: (scope: Scope, walk: Walk) => Iterable<T>
  readonly clear: (partnerId: string) => void
}

/** A repository that announces every record that is saved in it, with its previous state if it is not new. */
export function announcing<T extends Entity>(
  repository: Repository<T>,
  announce: (record: T, before: T | undefined) => void,
): Repository<T> {
  return {
    ...repository,
    save: (record) => {
      const before = repository.find(record.partnerId, record.id)
      repository.save(record)
      announce(record, before)
    },
  }
}

/** The indexes and search texts of records. */
export interface IndexDefinition<T> {
  /** The value of a record in each named index; `undefined` if it is not in the index. */
  readonly indexes: Readonly<Record<string, (record: T) => string | undefined>>
  /** The searchable texts, in lower case. */
  readonly texts?: (record: T) => readonly string[]
}

/** The scope of a customer's records, for repositories with the index `customer`. */
export function ofCustomer({ id, partnerId }: Entity): Scope {
  return { partnerId, index: 'customer', value: id }
}

/** The newest record of a scope that fits, if there is any. */
export function newest<T extends Entity>(
  repository: Repository<T>,
  scope: Scope,
  fits: (record: T) => boolean = () => true,
): T | undefined {
  for (const record of repository.walk(scope, { order: 'newest-first' })) if (fits(record)) return record
  return undefined
}

/** The partner's record with this id. Throws `Refusal` 404, which calls it `what`. */
export function requireRecord<T extends Entity>(
  repository: Repository<T>,
  partnerId: string,
  id: string,
  what: string,
): T {
  const record = repository.find(partnerId, id)
  if (record === undefined) throw notFound(what)
  return record
}

/** Sorted positions among all records of a kind, oldest first. */
type Positions = number[]

/** One partner's records in insertion order. Index lists only grow, so records are checked again. */
class Collection<T extends Entity> {
  readonly #records: (T | undefined)[] = []
  readonly #positions = new Map<string, number>()
  readonly #indexed: ReadonlyMap<string, Map<string, Positions>>
  readonly #indexes: readonly [string, (record: T) => string | undefined][]

  constructor(private readonly definition: IndexDefinition<T>) {
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
        this.#file(name, value, position, before === undefined)
    }
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
    const list =
      scope.index === undefined ? undefined : (this.#indexed.get(scope.index)?.get(scope.value ?? '') ?? [])
    const step = order === 'newest-first' ? -1 : 1
    for (let at = this.#begin(list, step, start); ; at += step) {
      const position = list === undefined ? at : list[at]
      if (position === undefined || position < 0 || position >= this.#records.length) return
      const record = this.#records[position]
      if (this.#isIn(scope, record) && this.#mentions(record, matching)) yield record
    }
  }

  #file(name: string, value: string, position: number, isNew: boolean): void {
    const ofIndex = this.#indexed.get(name)
    const positions = ofIndex?.get(value) ?? []
    ofIndex?.set(value, positions)
    if (!isNew && positions.includes(position)) return
    positions.push(position)
    // Only a record that took another value may belong between others.
    if (!isNew) positions.sort((one, other) => one - other)
  }

  /** The index in the list, or among all positions, at which a walk begins: directly after `start`, if given. */
  #begin(list: readonly number[] | undefined, step: 1 | -1, start: number | undefined): number {
    if (start !== undefined) return (list?.indexOf(start) ?? start) + step
    return step < 0 ? (list ?? this.#records).length - 1 : 0
  }

  #isIn({ index, value }: Scope, record: T | undefined): record is T {
    return record !== undefined && (index === undefined || this.definition.indexes[index]?.(record) === value)
  }

  #mentions(record: T, term: string): boolean {
    return term === '' || (this.definition.texts?.(record) ?? []).some((text) => text.includes(term))
  }
}

/** A repository in memory, whose times do not depend on the number of records, except for searches. */
export function memoryRepository<T extends Entity>(definition: IndexDefinition<T>): Repository<T> {
  const collections = new Map<string, Collection<T>>()
  const collectionOf = (partnerId: string): Collection<T> => {
    const collection = collections.get(partnerId) ?? new Collection(definition)
    collections.set(partnerId, collection)
    return collection
  }
  return {
    find: (partnerId, id) => collections.get(partnerId)?.find(id),
    save: (record) => collectionOf(record.partnerId).save(record),
    remove: (partnerId, id) => collections.get(partnerId)?.remove(id),
    walk: (scope, walk) => collections.get(scope.partnerId)?.walk(scope, walk) ?? [],
    clear: (partnerId) => void collections.delete(partnerId),
  }
}

/** The query of a list operation; cursors are record ids. */
export interface PageRequest {
  readonly cursor?: string
  readonly prev_cursor?: string
  readonly page_size?: number
  readonly sort_order?: 'asc' | 'desc'
  readonly search_term?: string
}

/** One page: `cursor` leads to the next one, `prev_cursor` to the previous one; each is absent if there is none. */
export interface Page<T> {
  readonly items: T[]
  readonly cursor?: string
  readonly prev_cursor?: string
}

const defaultSize = 10

const takeMatching = <T>(records: Iterable<T>, count: number, wanted: (record: T) => boolean): T[] => {
  const taken: T[] = []
  for (const record of records) {
    if (taken.length === count) break
    if (wanted(record)) taken.push(record)
  }
  return taken
}

/**
 * Pages through the records of a scope, newest first by default. `cursor` is the id of a page's last record;
 * `prev_cursor` is the id of its first, and requests the page that ends before it.
 * @param shown a record as the page has it
 */
export function pageOf<T extends Entity, Shown>(
  repository: Repository<T>,
  scope: Scope,
  request: PageRequest,
  shown: (record: T) => Shown,
  wanted: (record: T) => boolean = () => true,
): Page<Shown> {
  const forward: Walk['order'] = request.sort_order === 'asc' ? 'oldest-first' : 'newest-first'
  const backward: Walk['order'] = forward === 'newest-first' ? 'oldest-first' : 'newest-first'
  const size = request.page_size ?? defaultSize
  const back = request.prev_cursor !== undefined && request.cursor === undefined
  const after = back ? request.prev_cursor : request.cursor
  const matching = request.search_term?.toLowerCase() ?? ''
  const from = { order: back ? backward : forward, matching, ...defined({ after }) }
  const found = takeMatching(repository.walk(scope, from), size + 1, wanted)
  const ahead = found.length > size
  const items = back ? found.slice(0, size).reverse() : found.slice(0, size)
  return {
    items: items.map(shown),
    ...defined({
      cursor: back || ahead ? items.at(-1)?.id : undefined,
      prev_cursor: (back ? ahead : after !== undefined) ? items[0]?.id : undefined,
    }),
  }
}
