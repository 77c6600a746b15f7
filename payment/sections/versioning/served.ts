import type { Scenario, ScenarioContext } from '../../../conformance/rules/context.js'
import { Inconclusive, NotApplicable } from '../../../conformance/model/outcome.js'
import { type Exchange, headerValue, jsonBody } from '../../../conformance/exchange/exchange.js'
import {
  isRefusal,
  isSuccess,
  isTurnedDown,
  isVersionError,
  objectBody,
  outcomeOf,
  variesByVersion,
  mediaTypeOf,
} from '../../../conformance/exchange/reading.js'
import { brief } from '../../../reporting/index.js'
import { type NamedCall, postings, renewed } from '../../calls/repeatable.js'
import { servedCalls } from '../../calls/served-calls.js'
import { isMarketData, marketReads, plainReads, probe } from '../../../conformance/rules/probe.js'
import { type Steps, inTurn } from '../../fixtures/steps.js'
import { namedOperations } from '../../tables/operations.js'
import { callsUnder, type RefusedCall, unknownDate } from './errors.js'
import { defaultVersion } from '../../../versions/index.js'
import type { Operation } from '../../../runtime/surface.js'

/** True for a text body, as in refusals of the API; markup and objects come from other servers. */
const isText = ({ response }: Exchange): boolean => {
  const parsed = jsonBody(response)
  return typeof parsed === 'string' || (parsed === undefined && /^[^<]/.test(response.body.trim()))
}

const typeOf = ({ response }: Exchange): string =>
  mediaTypeOf(headerValue(response.headers, 'content-type')) ?? ''

const missingMethod = (context: ScenarioContext): Operation | undefined => {
  const { operations } = context.under
  const read = plainReads(context).find((one) => !operations.find('patch', operations.relativePath(one)))
  return read && context.session.plan.allowWrites ? { ...read, method: 'patch' } : undefined
}

/** Whether a response has one of the headers that the API alone sends. */
const namesVersions = (exchange: Exchange): boolean =>
  headerValue(exchange.response.headers, 'x-api-version') !== undefined || variesByVersion(exchange)

/** A gateway answers unknown routes in its own way, so only what resembles a response of the API counts as its. */
export const unknownPath: Scenario = async (context) => {
  const [some] = context.under.operations.routes.values()
  if (!some) throw new NotApplicable('the document has no operation')
  const { version } = context.session.newest
  const path = { ...some, method: 'get' as const, path: `/no-such-path-${context.session.uuid()}` }
  const method = missingMethod(context)
  const undocumented: readonly (readonly [what: string, operation: Operation])[] = [
    ['an unknown path', path],
    ...(method ? [[`PATCH ${method.path}, which is unknown,`, method] as const] : []),
  ]
  const exchanges = await inTurn(undocumented, async ([what, operation]) => {
    const options = { version: [version], isStray: true, exactQuery: true }
    return [what, await context.call({ ...operation, parameters: [] }, options)] as const
  })
  const refusal = await probe(context, { key: 'none' })
  const isAlike = (one: Exchange): boolean => isText(one) && typeOf(one) === typeOf(refusal)
  const own = exchanges.filter(
    ([, one]) => isRefusal(one) && (isAlike(one) || namesVersions(one)) && !isVersionError(one),
  )
  if (own.length === 0)
    throw new NotApplicable('an unknown path is not refused like other requests to the API')
  for (const [what, exchange] of own) {
    const came = headerValue(exchange.response.headers, 'x-api-version')
    const echo = `${what} must echo ${version}, got ${came ?? 'no X-API-Version'}`
    context.expect(came === version, echo, exchange)
    context.expect(variesByVersion(exchange), `${what} must have Vary: X-API-Version`, exchange)
  }
}

/** Calls whose 404 has no other reason than a missing route. Customers and autoramps have rules of their own. */
const certain =
  /^(GET \/customers\/\{\}\/.+|GET \/addresses\/(fiat|crypto)\/\{\}|GET \/(customers|autoramps|fee-profiles|addresses\/fiat)|POST \/customers(\/\{\}\/identifications\/v2)?)$/

const isLost = ({ response: { status } }: Exchange): boolean => status === 404 || status === 405

const judge = async (context: ScenarioContext, { name, operation, options }: NamedCall): Promise<void> => {
  const exchanges = await inTurn(
    context.session.plan.supported,
    async (version) => [version, await context.call(operation, { ...options, version: [version] })] as const,
  )
  const [found] = exchanges.find(([, exchange]) => isSuccess(exchange)) ?? []
  if (found === undefined) return
  for (const [version, exchange] of exchanges) {
    const message = `${name} is served under ${found}; under ${version} it answered ${exchange.response.status}`
    context.expect(!isLost(exchange), message, exchange)
  }
}

/** Reads, and new POSTs of each kind: those of `servedCalls` are for requests that are refused. */
const carriedOut = async (context: ScenarioContext): Promise<readonly NamedCall[]> => [
  ...(await servedCalls(context)).filter(({ operation }) => operation.method === 'get'),
  ...(await postings(context)),
]

/** Versioning 1: a resource that exists under one version exists under all. */
export const servedRoutes: Scenario = async (context) => {
  for (const call of await carriedOut(context)) {
    if (certain.test(call.name)) await judge(context, call)
  }
}

const echoOf = ({ response }: Exchange): string | undefined => headerValue(response.headers, 'x-api-version')

const judgeDefault: Steps<[readonly string[], string]> = async (context, version, how) => {
  const exchange = await probe(context, { version })
  const echo = echoOf(exchange)
  const came = isVersionError(exchange) ? outcomeOf(exchange) : `X-API-Version: ${echo ?? '(absent)'}`
  const isOther = echo !== undefined && echo !== defaultVersion
  // An echo that stays the same when the default is named is wrong itself, and does not show what was served.
  const isOtherServed = isOther && echoOf(await probe(context, { version: [defaultVersion] })) !== echo
  const message = `with the header ${how}, expected ${defaultVersion}, got ${came}`
  context.expect(!isVersionError(exchange) && !isOtherServed, message, exchange)
}

const namedReads = new Set(
  namedOperations.filter(([method]) => method === 'get').map(([, path]) => `GET ${path}`),
)

/**
 * True when a read under an unknown version gets its regular non-success response, so the version was ignored. Other
 * statuses may have other reasons; even a 404 may mean a missing route, unless the specification names it.
 */
const isOrdinary = ({ name, exchange }: RefusedCall, plain: Exchange): boolean => {
  const { status } = exchange.response
  return status === plain.response.status && [404, 409].includes(status) && namedReads.has(name)
}

/** @returns false where nothing can be concluded */
const judgeOperation = async (context: ScenarioContext, call: RefusedCall): Promise<boolean> => {
  const { name, operation, options, exchange } = call
  const { status } = exchange.response
  // The rules about the version error judge the body of a 400.
  if (status === 400 || status >= 500) return status === 400
  if (isSuccess(exchange)) {
    context.violate(`${name} serves X-API-Version: ${unknownDate} (${status})`, exchange)
    return true
  }
  const hasOtherStatus = objectBody(exchange)['error'] === 'unsupported_api_version'
  const plain = hasOtherStatus ? exchange : await context.call(operation, options)
  const message = `${name} must answer 400 with the version error for ${unknownDate}, got ${status}`
  const isBroken = hasOtherStatus || isSuccess(plain) || isOrdinary(call, plain)
  context.expect(!isBroken, message, exchange)
  return isBroken
}

export const everyOperation: Scenario = async (context) => {
  let judged = 0
  for (const call of await callsUnder(context)) if (await judgeOperation(context, call)) judged++
  if (judged === 0)
    throw new Inconclusive('no operation refuses an unknown version with 400; see versioning/unknown-version')
}

const expectDefault: Steps<[NamedCall, readonly string[], string]> = async (context, call, version, how) => {
  const { name, operation, options } = call
  const exchange = await context.call(operation, { ...options, version })
  const message = `${name} must serve ${defaultVersion} with the header ${how}, got a version error`
  context.expect(!isVersionError(exchange), message, exchange)
  const echo = isMarketData(operation) ? defaultVersion : (echoOf(exchange) ?? defaultVersion)
  if (isVersionError(exchange) || (!isTurnedDown(exchange) && echo === defaultVersion)) return
  const again = await renewed(context, call)
  const named = await context.call(operation, { ...again.options, version: [defaultVersion] })
  const isOther = echo !== defaultVersion && echoOf(named) === defaultVersion
  const another = `${name} must serve ${defaultVersion} with the header ${how}; it echoes ${echo}`
  context.expect(!isOther, another, exchange)
  const refused = `${name} is served under ${defaultVersion}, and refused with the header ${how}`
  context.expect(!isTurnedDown(exchange) || !isSuccess(named), refused, exchange)
}

const judgeDefaultEverywhere: Steps<[readonly string[], string]> = async (context, version, how) => {
  await judgeDefault(context, version, how)
  for (const call of await carriedOut(context)) await expectDefault(context, call, version, how)
}

export const duplicatedHeader: Scenario = async (context) => {
  const [first = '', second = first] = context.session.plan.supported
  const twice = await probe(context, { version: [first, first] })
  const mixed = await probe(context, { version: [first, second] })
  context.note(`served: two header lines with one version get ${twice.response.status}`)
  context.note(`served: two header lines with two versions get ${mixed.response.status}`)
}

export const errorEcho: Scenario = async (context) => {
  const exchange = await probe(context, { version: [unknownDate] })
  if (isVersionError(exchange))
    context.note(`served: a version error echoes ${echoOf(exchange) ?? 'no version'}`)
}

export const impossibleDate: Scenario = async (context) => {
  const reason = objectBody(await probe(context, { version: ['2026-02-30'] }))['reason']
  if (typeof reason === 'string') context.note(`served: 2026-02-30 is refused as ${brief(reason, 40)}`)
}

export const marketData: Scenario = async (context) => {
  for (const operation of marketReads(context).slice(0, 3)) {
    const exchange = await context.call(operation, { version: [unknownDate] })
    const came = `${exchange.response.status} and echoes ${echoOf(exchange) ?? 'no version'}`
    const name = `GET ${context.under.operations.relativePath(operation)}`
    context.note(`served: ${name} under an unknown version gets ${came}`)
  }
}

export const defaultAbsent: Scenario = (context) => judgeDefaultEverywhere(context, [], 'absent')

export const defaultEmpty: Scenario = (context) => judgeDefaultEverywhere(context, [''], 'empty')
