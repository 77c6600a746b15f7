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

/** The records of one kind. */
export interface Repository<T extends Entity> {
  readonly find: (partnerId: string, id: string) => T | undefined
  /** Adds a record, or replaces the one with its id, which keeps its position. */
  readonly save: (record: T) => void
  readonly remove: (partnerId: string, id: string) => void
  /** Iterates over the records of a scope; empty if `after` is not a record of the scope. */
  readonly walk: (scope: Scope, walk: Walk) => Iterable<T>
  /** Deletes every record of a partner. */
  readonly clear: (partnerId: string) => void
}

/** A repository that announces every record that is saved in it. */
export function announcing<T extends Entity>(
  repository: Repository<T>,
  announce: (record: T) => void,
): Repository<T> {
  return {
    ...repository,
    save: (record) => {
      repository.save(record)
      announce(record)
    },
  }
}

/** The value of a record in each named index; `undefined` if it is not in the index. */
export type Indexes<T> = Readonly<Record<string, (record: T) => string | undefined>>

/** The indexes and search texts of records. */
export interface IndexDefinition<T> {
  readonly indexes: Indexes<T>
  /** The searchable texts, in lower case. */
  readonly texts?: (record: T) => readonly string[]
}
