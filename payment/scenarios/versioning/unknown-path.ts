import type { Operation } from '../../../runtime/surface.js'
import type { Scenario, ScenarioContext } from '../../../conformance/rules/context.js'
import { NotApplicable } from '../../../conformance/model/outcome.js'
import { type Exchange, headerValue, jsonBody } from '../../../conformance/exchange/exchange.js'
import { isMarketData } from '../../../conformance/exchange/market-data.js'
import { isVersionError } from '../../../conformance/exchange/version-error.js'
import { mediaTypeOf } from '../../../conformance/exchange/media-type.js'
import { isRefusal, variesByVersion } from '../../../conformance/exchange/reading.js'
import { probe } from '../../../conformance/rules/probe.js'

/** True for a body that is a text alone, as refusals of the API are; markup and objects are answers of others. */
const isText = ({ response }: Exchange): boolean => {
  const parsed = jsonBody(response)
  return typeof parsed === 'string' || (parsed === undefined && /^[^<]/.test(response.body.trim()))
}

const typeOf = ({ response }: Exchange): string =>
  mediaTypeOf(headerValue(response.headers, 'content-type')) ?? ''

/** A path of the document with a method that it lacks: nothing is sent with it. */
const missingMethod = (context: ScenarioContext): Operation | undefined => {
  const { operations } = context.under
  const reads = [...operations.routes.values()].filter(
    (one) =>
      one.method === 'get' &&
      !one.path.includes('{') &&
      !isMarketData(one) &&
      !operations.relativePath(one).startsWith('/spec'),
  )
  const read = reads.find((one) => !operations.find('patch', operations.relativePath(one)))
  return read && context.session.plan.allowWrites ? { ...read, method: 'patch' } : undefined
}

/**
 * `versioning/unknown-path`: a gateway answers in its own way what no route is for, so only an answer of the same kind
 * as a refusal is the API's.
 */
export const unknownPath: Scenario = async (context) => {
  const [some] = context.under.operations.routes.values()
  if (!some) throw new NotApplicable('the document has no operation')
  const { version } = context.session.newest
  const path = { ...some, method: 'get' as const, path: `/no-such-path-${context.session.uuid()}` }
  const method = missingMethod(context)
  const undocumented: readonly (readonly [what: string, operation: Operation])[] = [
    ['a path that nothing has', path],
    ...(method ? [[`PATCH ${method.path}, which nothing has,`, method] as const] : []),
  ]
  const answers: (readonly [what: string, exchange: Exchange])[] = []
  for (const [what, operation] of undocumented) {
    const options = { version: [version], isStray: true, exactQuery: true }
    answers.push([what, await context.call({ ...operation, parameters: [] }, options)])
  }
  const refusal = await probe(context, { key: 'none' })
  const own = answers.filter(
    ([, exchange]) =>
      isRefusal(exchange) &&
      isText(exchange) &&
      typeOf(exchange) === typeOf(refusal) &&
      !isVersionError(exchange),
  )
  if (own.length === 0) {
    throw new NotApplicable('a path that nothing has is not answered like a refusal of the API')
  }
  for (const [what, exchange] of own) {
    const came = headerValue(exchange.response.headers, 'x-api-version')
    const echo = `${what} is due to echo ${version}, ${came ?? 'no X-API-Version'} came`
    context.expect(came === version, echo, exchange)
    context.expect(variesByVersion(exchange), `${what} is due Vary: X-API-Version`, exchange)
  }
}
