import type { Operation } from '../../runtime/surface.js'
import type { Created, CreatedEntry, Fate } from '../model/created.js'
import type { Plan } from '../model/plan.js'
import { isSuccess } from '../exchange/reading.js'
import { ScenarioContext } from '../rules/context.js'
import { isEnding } from '../model/outcome.js'
import { type Keys, Session } from '../session/session.js'

/** Values for the parameters of a path that is so many of them longer than the one where a thing was created. */
const valuesFor = ({ path, id }: Created, parameters: number): readonly string[] | undefined => {
  if (parameters === path.length) return path
  return parameters === 1 && id !== undefined ? [id] : undefined
}

interface Cancelling {
  readonly operation: Operation
  readonly path: readonly string[]
}

/** The call that deletes a thing: DELETE below the path where it was created, by its id. */
const cancelling = (context: ScenarioContext, created: Created): Cancelling | undefined => {
  if (created.id === undefined) return undefined
  const start = created.operation.replace(/^POST /, 'delete ')
  for (const [route, operation] of context.under.operations.routes) {
    const isBelow = route.startsWith(start) && /^(\/\{\})+$/.test(route.slice(start.length))
    const path = isBelow ? valuesFor(created, route.split('{}').length - 1) : undefined
    if (path) return { operation, path }
  }
  return undefined
}

const cancel = async (session: Session, created: Created): Promise<Fate> => {
  const under = session.versions.get(created.version) ?? session.newest
  const context = new ScenarioContext(session, '*', under)
  const call = cancelling(context, created)
  if (!call) return 'kept'
  const version = created.version === '' ? [] : [created.version]
  try {
    const answer = await context.call(call.operation, { path: call.path, version })
    if (isSuccess(answer)) return 'cancelled'
    return answer.response.status === 404 || answer.response.status === 410 ? 'gone' : 'refused'
  } catch (error) {
    if (isEnding(error)) return 'kept'
    throw error
  }
}

/** Several requests may have been answered with one thing. */
const distinct = (created: readonly Created[]): Created[] => [
  ...new Map(created.map((one, index) => [`${one.operation} ${one.id ?? index}`, one])).values(),
]

const entryOf = ({ path: _path, ...entry }: Created, fate: Fate): CreatedEntry => ({ ...entry, fate })

/** Cancelling judges nothing. */
const noRules = { rules: [], observers: {} }

/** So long somebody who interrupted a run waits for it to clear up. */
const hurryMs = 5_000
/** A service that answers nothing any more is not waited for as it was while rules were judged. */
const longestAnswerMs = 5_000
const patienceMs = 1_000

/**
 * Cancels what a run created, the last first, where the documents have an operation for that.
 * @param isHurried true when somebody waits for it: what takes longer is kept
 * @returns everything that was created, in order, with what became of it
 */
export async function cancelCreated(
  plan: Plan,
  keys: Keys,
  all: readonly Created[],
  isHurried = false,
): Promise<readonly CreatedEntry[]> {
  const created = distinct(all)
  if (created.length === 0) return []
  const timeoutMs = Math.min(plan.timeoutMs, longestAnswerMs)
  const session = await Session.open(noRules, { ...plan, timeoutMs, patienceMs }, keys)
  const fates = new Map<Created, Fate>()
  const queue = created.toReversed().values()
  const hurry = isHurried ? setTimeout(() => session.stop(), hurryMs) : undefined
  const work = async (): Promise<void> => {
    for (const one of queue) fates.set(one, await cancel(session, one))
  }
  try {
    await Promise.all(Array.from({ length: plan.concurrency ?? 1 }, work))
  } finally {
    clearTimeout(hurry)
    await session.close()
  }
  return created.map((one) => entryOf(one, fates.get(one) ?? 'kept'))
}
