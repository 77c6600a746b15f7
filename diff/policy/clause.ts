import type { Direction, Effect, Change, Ruling } from '../model/change.js'

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

/** The id of a change without its direction. */
export function kindOf({ id, direction }: Pick<Change, 'id' | 'direction'>): string {
  return direction !== 'neither' && id.startsWith(`${direction}-`) ? id.slice(direction.length + 1) : id
}

const liesInRequestBody = ({ direction, uses }: Change): boolean =>
  direction === 'request' && uses.some(({ within }) => /^(request )?body\b/.test(within))

const matches = ({ changes, directions, effects, inRequestBody }: ChangeMatcher, change: Change): boolean =>
  (changes === undefined || changes.includes(change.id) || changes.includes(kindOf(change))) &&
  (directions === undefined || directions.includes(change.direction)) &&
  (effects === undefined || effects.includes(change.effect)) &&
  (inRequestBody === undefined || liesInRequestBody(change))

/** The first clause of a policy that matches a change. */
export function clauseFor(change: Change, { clauses }: Policy): Clause {
  const clause = clauses.find((one) => matches(one.matches, change))
  if (clause) return clause
  throw new TypeError(`the policy has no clause for ${change.id}`)
}

/** Adds the ruling of a policy to each change. */
export function judgeChanges<One extends Change>(
  changes: readonly One[],
  policy: Policy,
): readonly (One & { readonly ruling: Ruling })[] {
  return changes.map((change) => {
    const { id, verdict } = clauseFor(change, policy)
    return { ...change, ruling: { verdict, clause: id } }
  })
}
