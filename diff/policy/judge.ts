import type { Change, Ruling } from '../model/change.js'
import type { Clause, ChangeMatcher, Policy } from './clause.js'

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
