import type { Entity, Indexes, Repository, Scope } from './repository.js'
import { Sequence } from './sequence.js'

const EVERYTHING = ''

/** The records of one partner: by id, and in order under every index value. */
class Shelf<T extends Entity> {
  readonly records = new Map<string, T>()
  readonly #sequences = new Map<string, Sequence>()
  readonly #indexes: Indexes<T>

  constructor(indexes: Indexes<T>) {
    this.#indexes = indexes
  }

  sequence(scope: Pick<Scope, 'index' | 'value'>): Sequence | undefined {
    return this.#sequences.get(scope.index === undefined ? EVERYTHING : `${scope.index}:${scope.value}`)
  }

  file(record: T): void {
    for (const key of this.#keys(record)) this.#open(key).add(record.id)
    this.records.set(record.id, record)
  }

  unfile(record: T): void {
    for (const key of this.#keys(record)) this.#sequences.get(key)?.remove(record.id)
    this.records.delete(record.id)
  }

  /** A record that is filed under other values than before leaves those it had. */
  refile(before: T, after: T): void {
    const kept = new Set(this.#keys(after))
    for (const key of this.#keys(before)) if (!kept.has(key)) this.#sequences.get(key)?.remove(before.id)
    this.file(after)
  }

  #keys(record: T): string[] {
    const filed = Object.entries(this.#indexes).map(([name, valueOf]) => ({ name, value: valueOf(record) }))
    return [
      EVERYTHING,
      ...filed.flatMap(({ name, value }) => (value === undefined ? [] : [`${name}:${value}`])),
    ]
  }

  #open(key: string): Sequence {
    const sequence = this.#sequences.get(key) ?? new Sequence()
    this.#sequences.set(key, sequence)
    return sequence
  }
}

function* walkShelf<T extends Entity>(
  shelf: Shelf<T> | undefined,
  ids: Iterable<string> | undefined,
): Generator<T> {
  for (const id of ids ?? []) {
    const record = shelf?.records.get(id)
    if (record !== undefined) yield record
  }
}

/** A repository in memory: finding, saving and starting a walk take the same time however many records there are. */
export const memoryRepository = <T extends Entity>(
  indexes: Indexes<T> = {},
  changed: () => void = () => {},
): Repository<T> => {
  const shelves = new Map<string, Shelf<T>>()
  const shelfOf = (partnerId: string): Shelf<T> => {
    const shelf = shelves.get(partnerId) ?? new Shelf(indexes)
    shelves.set(partnerId, shelf)
    return shelf
  }
  return {
    find: (partnerId, id) => shelves.get(partnerId)?.records.get(id),
    save: (record) => {
      changed()
      const shelf = shelfOf(record.partnerId)
      const before = shelf.records.get(record.id)
      if (before === undefined) shelf.file(record)
      else shelf.refile(before, record)
    },
    remove: (partnerId, id) => {
      changed()
      const shelf = shelves.get(partnerId)
      const record = shelf?.records.get(id)
      if (record !== undefined) shelf?.unfile(record)
    },
    walk: (scope, { order, after }) => {
      const shelf = shelves.get(scope.partnerId)
      return walkShelf(shelf, shelf?.sequence(scope)?.walk(order, after))
    },
    clear: (partnerId) => {
      changed()
      shelves.delete(partnerId)
    },
  }
}
