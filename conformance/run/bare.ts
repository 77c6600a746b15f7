import { entriesOf } from '../../document/index.js'
import { satisfies } from '../cases/plans.js'
import type { Case } from '../model/case.js'
import { nameKey } from '../resources/names.js'
import type { ExploreSession } from './explore-session.js'
import { type Repair, repairAt } from './repair.js'

/** Members that name a thing, which services ask for though their documents say that all may be left out. */
const naming = /(^| )(name|title|alias|username|login|label|slug|key|code)$/

/**
 * A full body reduced to the required members and those that name the thing, because the service may refuse any of
 * the others. Undefined if nothing can be left out, or the result is invalid.
 * @param smallest the case with the required members only
 */
export async function bareCase(
  session: ExploreSession,
  full: Case,
  smallest: Case,
): Promise<{ readonly bare: Case; readonly repairs: readonly Repair[] } | undefined> {
  const required = new Set(entriesOf(smallest.call.body?.value).map(([name]) => name))
  const names = entriesOf(full.call.body?.value).map(([name]) => name)
  const left = names.filter((name) => !required.has(name) && !naming.test(nameKey(name)))
  const repairs = left.map((name) => repairAt({ in: 'body', keys: [name] }, () => undefined))
  const bare = repairs.reduce((sent, one) => one.apply(sent), full)
  return repairs.length > 0 && (await satisfies(session.api, bare.call)) ? { bare, repairs } : undefined
}
