import type { Direction, Effect } from '../model/change.js'

/** The changes that a clause is about. Whatever is absent matches everything. */
export interface ChangeMatcher {
  /** Ids of changes, or their kinds, which are the ids without a direction. */
  readonly changes?: readonly string[]
  readonly directions?: readonly Direction[]
  readonly effects?: readonly Effect[]
  /** Only what lies in the body of a request. */
  readonly inRequestBody?: true
}

/** One clause of a policy. The first one that matches a change decides. */
export interface Clause {
  readonly id: string
  readonly title: string
  readonly basis: 'specification' | 'unnamed' | 'configured'
  /** The words of the specification that demand it. */
  readonly says?: string
  readonly matches: ChangeMatcher
  readonly verdict: 'mint' | 'ship'
}

/** One line of a change table: a change that a version announces, and the locations that it accounts for. */
export interface TableLine {
  readonly says: string
  /** Pointers, in URI fragment form, at which or below which a change is accounted for. */
  readonly pointers?: readonly string[]
  /** Operations, as `get /customers/{id}`: a change that reaches no other is accounted for. */
  readonly operations?: readonly string[]
}

/** By version, the lines of its row. */
export type ChangeTable = Readonly<Record<string, readonly TableLine[]>>

/** When a version of its own is due. */
export interface Policy {
  readonly name: string
  readonly clauses: readonly Clause[]
  /** Absent for a policy that knows no table. */
  readonly table?: ChangeTable
}
