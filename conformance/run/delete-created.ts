import { cleanUp } from '../cleanup/clean-up.js'
import type { CreatedEntry, CreatedThing } from '../model/thing.js'
import type { Plan } from '../model/plan.js'
import { ScenarioContext } from '../rules/context.js'
import { type Keys, Session } from '../session/session.js'

/** Deletions are not judged. */
const noRules = { rules: [], observers: {} }

/** The time limit of the deletion; the shorter one applies after an interrupt. */
const longestMs = 30_000
const hurryMs = 5_000
/** Shorter limits than for rules, because the service may be down. */
const longestAnswerMs = 5_000
const patienceMs = 1_000

/**
 * Deletes what a run created, in a session of its own, because that of the run may be over and its service given up.
 * @param isHurried true when a user waits for it; things that take longer are kept
 * @returns everything that was created, in order, with its fate
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
