import { cleanUp } from '../cleanup/clean-up.js'
import type { CreatedEntry, CreatedThing } from '../model/thing.js'
import type { Plan } from '../model/plan.js'
import { ScenarioContext } from '../rules/context.js'
import { type Keys, Session } from '../session/session.js'

/** Deleting judges nothing. */
const noRules = { rules: [], observers: {} }

/** Longest time for it; so long somebody who interrupted a run waits for it. */
const longestMs = 30_000
const hurryMs = 5_000
/** A service that answers nothing any more is not waited for as it was while rules were judged. */
const longestAnswerMs = 5_000
const patienceMs = 1_000

/**
 * Deletes what a run created, by a session of its own: that of the run may be over, and its service given up.
 * @param isHurried true when somebody waits for it: what takes longer is kept
 * @returns everything that was created, in order, with what became of it
 */
export async function deleteCreated(
  plan: Plan,
  keys: Keys,
  created: readonly CreatedThing[],
  isHurried = false,
): Promise<readonly CreatedEntry[]> {
  if (created.length === 0) return []
  const timeoutMs = Math.min(plan.timeoutMs, longestAnswerMs)
  const session = await Session.open(noRules, { ...plan, timeoutMs, patienceMs }, keys)
  const deadline = Date.now() + (isHurried ? hurryMs : longestMs)
  try {
    return await cleanUp(
      created,
      ({ call: { operation, path } }, { api: { version } }) => {
        const under = session.versions.get(version) ?? session.newest
        const context = new ScenarioContext(session, '*', under)
        return context.call(operation, { path: Object.values(path).map(String), version: [version] })
      },
      { deadline, concurrency: plan.mostAtOnce ?? plan.concurrency ?? 1 },
    )
  } finally {
    await session.close()
  }
}
