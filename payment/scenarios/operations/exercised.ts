import type { Operation } from '../../../runtime/surface.js'
import { isEnding, NoAnswer, NotApplicable, noWrites, Skip } from '../../../conformance/model/outcome.js'
import type { ScenarioContext } from '../../../conformance/rules/context.js'
import { seededOrder } from './seeded.js'

/** Operations of one version that a rule calls at most; a larger document is sampled. */
export const mostOperations = 100

const methods = new Set(['get', 'put', 'post', 'patch', 'delete'])

/** Operations that delete or end a session; only called on what the run created. */
const destructive =
  /reset|wipe|purge|log-?out|sign-?out|revoke|rotate|archive|disable|deactivate|cancel|delete|close|block|terminate/i

/** Operations that make the service call others, or send messages to people. */
const registering = /webhook|callback|subscription|notification-?endpoint|ping|retry|e-?mails?\b|otp|\/sse\b/i

const isStream = ({ responses }: Operation): boolean =>
  Object.values(responses).some(({ content }) =>
    Object.keys(content).some((type) => /event-stream/i.test(type)),
  )

const nameOf = ({ method, path, operationId }: Operation): string => `${method} ${path} ${operationId}`

/** True for an operation whose very name means that it takes something away. */
export function isDestructive(operation: Operation): boolean {
  return operation.method === 'delete' || destructive.test(nameOf(operation))
}

/** True for an operation that can be called with any data without doing harm, where the run may write. */
export function isSafeToTry(operation: Operation): boolean {
  return operation.method === 'get' || !(isDestructive(operation) || registering.test(nameOf(operation)))
}

/** True for an operation that a run without leave to write may call too. */
export function mayCall({ session }: ScenarioContext, { method }: Operation): boolean {
  return method === 'get' || session.plan.allowWrites
}

/** The operations of the API in the document at hand that a rule speaks of. */
export function operationsOf(
  { under }: ScenarioContext,
  speaksOf: (operation: Operation) => boolean,
): readonly Operation[] {
  return [...under.operations.routes.values()].filter(
    (operation) =>
      methods.has(operation.method) &&
      !/^\/spec(\/|$)/.test(under.operations.relativePath(operation)) &&
      !isStream(operation) &&
      speaksOf(operation),
  )
}

/**
 * The operations that a rule calls: all it speaks of, or as many as are bearable, chosen by the seed.
 * @param lacking the reason when the document has none
 * @throws NotApplicable when the document has none.
 */
export function exercised(
  context: ScenarioContext,
  speaksOf: (operation: Operation) => boolean,
  lacking = 'that may be called here',
): readonly Operation[] {
  const all = operationsOf(context, (operation) => mayCall(context, operation) && speaksOf(operation))
  if (all.length === 0 && operationsOf(context, speaksOf).length > 0) throw new Skip(noWrites, 'writes')
  if (all.length === 0) throw new NotApplicable(`the document has no operation ${lacking}`)
  if (all.length <= mostOperations) return all
  context.note(
    `${mostOperations} of ${all.length} operations were called, chosen by the seed: another --seed calls others`,
  )
  return seededOrder(all, context.session.plan.seed, nameOf).slice(0, mostOperations)
}

const atOnce = 4

/**
 * Does something for each item, a few at a time. An item that cannot be tried is left out, which is noted where the service
 * gave no answer.
 * @throws the ending of the first item when all end early.
 */
export async function forEachOf<T>(
  context: ScenarioContext,
  items: readonly T[],
  act: (item: T) => Promise<void>,
): Promise<void> {
  const rest = [...items]
  const endings: Error[] = []
  const work = async (): Promise<void> => {
    for (let item = rest.shift(); item !== undefined; item = rest.shift()) {
      try {
        await act(item)
      } catch (error) {
        if (!isEnding(error)) throw error
        endings.push(error)
      }
    }
  }
  await Promise.all(Array.from({ length: atOnce }, work))
  const [first] = endings
  if (first !== undefined && endings.length === items.length) throw first
  const silences = endings.filter((ending) => ending instanceof NoAnswer).length
  if (silences > 0) context.note(`served: no answer to ${silences} of ${items.length} operations`)
}
