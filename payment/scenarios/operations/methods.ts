import type { Method, Operation } from '../../../runtime/surface.js'
import type { Scenario, ScenarioContext } from '../../../conformance/rules/context.js'
import { isSuccess } from '../../../conformance/exchange/reading.js'
import { sendDraft, smallestDraft } from './draft.js'
import { exercised, forEachOf, isSafeToTry } from './exercised.js'
import { pathValues } from './ids.js'
import { operationName, routeOf } from './operation-name.js'
import { seededOrder } from './seeded.js'

// A service may have reads that its document leaves out, and deleting by mistake is no test.
const tried: readonly Method[] = ['put', 'patch']

const pathOf = (context: ScenarioContext, operation: Operation): string =>
  routeOf(context, operation).replace(/^\w+ /, '')

/** A method that the document does not have at an operation's path; undefined where it has all that are tried. */
const missingMethod = (context: ScenarioContext, operation: Operation): Method | undefined => {
  const path = pathOf(context, operation)
  const missing = tried.filter((method) => !context.find(method, path))
  return seededOrder(
    missing,
    context.session.plan.seed,
    (method) => `${context.version} ${method} ${path}`,
  )[0]
}

const tryOne = async (context: ScenarioContext, operation: Operation, method: Method): Promise<void> => {
  const undocumented: Operation = { ...operation, method }
  const { query } = await smallestDraft(context, operation)
  const draft = { path: await pathValues(context, undocumented), query }
  const exchange = await sendDraft(context, undocumented, draft, { isStray: true, idempotencyKey: null })
  const message = `${operationName(context, undocumented)} is served, and the document has no such operation`
  context.expect(!isSuccess(exchange), message, exchange, '#/paths')
}

/** `operations/unsupported-method`: one method for each path, without a body, on what the run made itself. */
export const unsupportedMethod: Scenario = async (context) => {
  const operations = exercised(
    context,
    (operation) => isSafeToTry(operation) && missingMethod(context, operation) !== undefined,
  )
  const byPath = new Map(operations.map((operation) => [pathOf(context, operation), operation]))
  await forEachOf(context, [...byPath.values()], async (operation) => {
    const method = missingMethod(context, operation)
    if (method !== undefined) await tryOne(context, operation, method)
  })
}
