import type { Operation } from '../../../runtime/surface.js'
import type { Scenario, ScenarioContext } from '../../../conformance/rules/context.js'
import { furtherHeaders } from '../../../conformance/rules/request.js'
import { isSuccess } from '../../../conformance/exchange/reading.js'
import { hasOwnRules } from './breaks.js'
import { requiredQuery, sendDraft, smallestDraft } from './draft.js'
import { exercised, forEachOf, isSafeToTry } from './exercised.js'
import { operationName, routeOf } from './operation-name.js'

const mostOfOne = 8

const withoutEach = async (context: ScenarioContext, operation: Operation): Promise<void> => {
  const base = await smallestDraft(context, operation)
  for (const { name, pointer } of requiredQuery(operation).slice(0, mostOfOne)) {
    const { [name]: _left, ...query } = base.query
    const exchange = await sendDraft(context, operation, { ...base, query })
    const message = `${operationName(context, operation)} is served without ${name}, which the document requires`
    context.expect(!isSuccess(exchange), message, exchange, pointer)
  }
}

const withoutHeader = async (context: ScenarioContext, operation: Operation): Promise<void> => {
  const base = await smallestDraft(context, operation)
  for (const { name, pointer } of furtherHeaders(operation).slice(0, mostOfOne)) {
    const options = { withoutHeader: name }
    const exchange = await sendDraft(context, operation, base, options)
    const message = `${operationName(context, operation)} is served without the header ${name}, which the document requires`
    context.expect(!isSuccess(exchange), message, exchange, pointer)
  }
}

/** `operations/required-parameter`: of the query; a path without one is another path. */
export const requiredParameter: Scenario = (context) =>
  forEachOf(
    context,
    exercised(
      context,
      (operation) =>
        isSafeToTry(operation) &&
        !hasOwnRules(routeOf(context, operation)) &&
        requiredQuery(operation).length > 0,
      'with a required query parameter, besides those that the specification lists',
    ),
    (operation) => withoutEach(context, operation),
  )

/** `operations/required-header`: the key, the version and the idempotency key have rules of their own. */
export const requiredHeader: Scenario = (context) =>
  forEachOf(
    context,
    exercised(
      context,
      (operation) => isSafeToTry(operation) && furtherHeaders(operation).length > 0,
      'with a further required header',
    ),
    (operation) => withoutHeader(context, operation),
  )
