import type { Operation } from '../../../runtime/surface.js'
import type { Scenario, ScenarioContext } from '../../../conformance/rules/context.js'
import { isSuccess } from '../../../conformance/exchange/reading.js'
import { sendDraft, smallestDraft } from './draft.js'
import { exercised, forEachOf, isSafeToTry } from './exercised.js'
import { operationName } from './operation-name.js'

/** True when the document lets nobody call an operation without a key: an empty alternative would. */
const wantsKey = ({ security }: Operation): boolean =>
  security.length > 0 && security.every((alternative) => Object.keys(alternative).length > 0)

const tryOne = async (context: ScenarioContext, operation: Operation): Promise<void> => {
  const base = await smallestDraft(context, operation)
  const keys = [
    ['none', 'without a key'],
    [`rampart-no-such-key-${context.session.uuid()}`, 'with an unknown key'],
  ] as const
  for (const [key, how] of keys) {
    const exchange = await sendDraft(context, operation, base, { key })
    const message = `${operationName(context, operation)} is served ${how}, and the document wants one`
    context.expect(!isSuccess(exchange), message, exchange, operation.pointer)
  }
}

/** `operations/ignored-auth`: every operation that the document protects, not one for all. */
export const ignoredAuth: Scenario = async (context) => {
  const operations = exercised(
    context,
    (operation) => isSafeToTry(operation) && wantsKey(operation),
    'that is protected',
  )
  await forEachOf(context, operations, (operation) => tryOne(context, operation))
}
