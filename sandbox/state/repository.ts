/** The members of every record: an id, and the partner whose key made it. No partner sees another's records. */
export interface Entity {
  readonly id: string
  readonly partnerId: string
}

/** Which records of a partner are meant: all, or those filed under a value of a named index. */
export interface Scope {
  readonly partnerId: string
  readonly index?: string
  readonly value?: string
}

/** Where a walk begins: right after the record with this id, in the order of the walk. */
export interface Walk {
  readonly after?: string
  readonly order: 'newest-first' | 'oldest-first'
  /** Only records one of whose texts holds this, which is in lower case. */
  readonly matching?: string
}

/** The records of one kind. */
export interface Repository<T extends Entity> {
  readonly find: (partnerId: string, id: string) => T | undefined
  /** Adds a record, or replaces the one with its id; a replaced record keeps its place in the order. */
  readonly save: (record: T) => void
  readonly remove: (partnerId: string, id: string) => void
  /** The records of a scope one by one; nothing when `after` names no record of the scope. */
  readonly walk: (scope: Scope, walk: Walk) => Iterable<T>
  /** Forgets every record of a partner. */
  readonly clear: (partnerId: string) => void
}

/** The value of a record under each named index, `undefined` where it is not filed. */
export type Indexes<T> = Readonly<Record<string, (record: T) => string | undefined>>

/** How records are found again. */
export interface IndexDefinition<T> {
  readonly indexes: Indexes<T>
  /** The texts that a search looks through, in lower case. */
  readonly texts?: (record: T) => readonly string[]
}
