import { entriesOf } from '../../document/index.js'
import { satisfies } from '../cases/plans.js'
import type { Case } from '../model/case.js'
import { nameKey } from '../resources/names.js'
import type { ExploreSession } from './explore-session.js'
import { type Repair, repairAt } from './repair.js'

/** Members that name a thing, which services ask for though their documents say that all may be left out. */
const naming = /(^| )(name|title|alias|username|login|label|slug|key|code)$/

/**
 * A full body without the members that may be left out, except those that name the thing, because the service may
 * refuse any of them. Undefined where all are required.
 */
export async function bareCase(
  session: ExploreSession,
  full: Case,
): Promise<{ readonly bare: Case; readonly repairs: readonly Repair[] } | undefined> {
  const names = entriesOf(full.call.body?.value).map(([name]) => name)
  let bare = full
  const repairs: Repair[] = []
  for (const name of names.filter((one) => !naming.test(nameKey(one)))) {
    const repair = repairAt({ in: 'body', keys: [name] }, () => undefined)
    const tried = repair.apply(bare)
    if (!(await satisfies(session.api, tried.call))) continue
    bare = tried
    repairs.push(repair)
  }
  return repairs.length > 0 ? { bare, repairs } : undefined
}
