import type { Direction, Effect } from '../model/change.js'

/** The changes that a clause applies to. An absent member matches everything. */
export interface ChangeMatcher {
  /** Ids of changes, or kinds, which are ids without a direction. */
  readonly changes?: readonly string[]
  readonly directions?: readonly Direction[]
  readonly effects?: readonly Effect[]
  /** Whether only changes in request bodies match. */
  readonly inRequestBody?: true
}

/** One clause of a policy. The first one that matches a change decides. */
export interface Clause {
  readonly id: string
  readonly title: string
  readonly basis: 'specification' | 'unnamed' | 'configured'
  /** The sentence of the specification that requires it. */
  readonly says?: string
  readonly matches: ChangeMatcher
  readonly verdict: 'mint' | 'ship'
}

/** One line of a change table: a change that a version announces, and the locations that it accounts for. */
export interface TableLine {
  readonly says: string
  /** Pointers, in URI fragment form; changes at or below them are accounted for. */
  readonly pointers?: readonly string[]
  /** Operations, as `get /customers/{id}`; changes that reach no others are accounted for. */
  readonly operations?: readonly string[]
}

/** By version, the lines of its row. */
export type ChangeTable = Readonly<Record<string, readonly TableLine[]>>

/** The rules for when a change needs a new version. */
export interface Policy {
  readonly name: string
  readonly clauses: readonly Clause[]
  /** Absent if the policy has no change table. */
  readonly table?: ChangeTable
}
