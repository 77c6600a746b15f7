import type { Operation } from '../../../runtime/surface.js'
import type { Scenario, ScenarioContext } from '../../../conformance/rules/context.js'
import { deepEqual } from '../../../runtime/deep-equal.js'
import type { Exchange } from '../../../conformance/exchange/exchange.js'
import { isSuccess } from '../../../conformance/exchange/reading.js'
import { boundariesOf } from './boundaries.js'
import { takesJson } from './breaks.js'
import { combine } from './combine.js'
import { type Draft, sendDraft, smallestDraft } from './draft.js'
import { exercised, forEachOf, isSafeToTry } from './exercised.js'
import { operationName } from './operation-name.js'

const mostBoundaries = 6

/** A refusal of the data itself, not of the caller or of what the data speaks of. */
const refusesData = ({ response }: Exchange): boolean => response.status === 400 || response.status === 422

const withQuery = (draft: Draft, name: string, value: string): Draft => ({
  ...draft,
  query: { ...draft.query, [name]: value },
})

const isScalar = (value: unknown): value is string | number | boolean =>
  ['string', 'number', 'boolean'].includes(typeof value)

/** A parameter that is sent with its default means the same as when it is left out. */
const tryDefaults = async (context: ScenarioContext, operation: Operation, base: Draft): Promise<void> => {
  for (const { in: location, name, schema } of operation.parameters) {
    const value = typeof schema === 'object' ? schema.default : undefined
    if (location !== 'query' || name in base.query || !isScalar(value) || value === '') continue
    const exchange = await sendDraft(context, operation, withQuery(base, name, String(value)))
    const message = `${operationName(context, operation)} refuses ${name} with the default that the document names`
    context.expect(!refusesData(exchange), message, exchange, operation.pointer)
  }
}

/** A value refused at a limit and served beside it is refused for the limit: the document sets it elsewhere. */
const tryBoundaries = async (context: ScenarioContext, operation: Operation, base: Draft): Promise<void> => {
  const boundaries = await boundariesOf(context, operation)
  for (const { name, limit, at, inside } of boundaries.slice(0, mostBoundaries)) {
    const exchange = await sendDraft(context, operation, withQuery(base, name, at))
    if (!refusesData(exchange)) continue
    const beside = await sendDraft(context, operation, withQuery(base, name, inside))
    const message = `${operationName(context, operation)} refuses ${name} at ${limit}, which the document allows`
    context.expect(!isSuccess(beside), message, exchange, operation.pointer)
  }
}

const judgeSmallest = (context: ScenarioContext, operation: Operation, exchange: Exchange): void => {
  const { status } = exchange.response
  const location = operationName(context, operation)
  const isMisread = status === 405 || (status === 415 && takesJson(operation))
  const message = `${location} answers ${status} to the method and the media type that the document gives it`
  context.expect(!isMisread, message, exchange, operation.pointer)
  const declared = Object.keys(operation.responses).some((one) => /^(4|default)/.test(one))
  if (refusesData(exchange) && !declared) {
    context.note(`served: ${status} to the smallest request that the document allows, by ${location}`)
  }
}

const tryOne = async (context: ScenarioContext, operation: Operation): Promise<void> => {
  const base = await smallestDraft(context, operation)
  const exchange = await sendDraft(context, operation, base)
  judgeSmallest(context, operation, exchange)
  if (!isSuccess(exchange)) return
  if (operation.method === 'get') {
    await tryDefaults(context, operation, base)
    await tryBoundaries(context, operation, base)
  }
  await combine(context, operation, base)
}

/** True where an earlier version's document describes the operation word for word the same. */
const isOld = ({ session, under, version }: ScenarioContext, operation: Operation): boolean => {
  const versions = [...session.versions.values()]
  const before = versions[versions.findIndex((one) => one.version === version) - 1]
  return before !== undefined && deepEqual(before.operations.at(under.operations.route(operation)), operation)
}

/** `operations/positive-data`: what cannot be refused for a reason of the business is not refused. */
export const positiveData: Scenario = async (context) => {
  const operations = exercised(context, isSafeToTry)
  // Writing the same again under each version would only make more to clean up.
  const once = operations.filter((operation) => operation.method === 'get' || !isOld(context, operation))
  await forEachOf(context, once, (operation) => tryOne(context, operation))
}
