import type { CallOptions } from '../../conformance/rules/request.js'
import type { Scenario, ScenarioContext } from '../../conformance/rules/context.js'
import { type NearKey, nearKeys } from '../../conformance/recording/redact.js'
import { ifPossible, NotApplicable, unmet } from '../../conformance/model/outcome.js'
import type { Exchange } from '../../conformance/exchange/exchange.js'
import { isSuccess, isTurnedDown, outcomeOf } from '../../conformance/exchange/reading.js'
import { changingCalls, marketDataCalls, servedCalls } from '../calls/served-calls.js'
import { type NamedCall, postings, renewed } from '../calls/repeatable.js'
import { flowQueries } from '../fixtures/quote.js'
import { isLoopback } from '../../diagnostics/index.js'
import { defaultVersion } from '../../versions/index.js'
import { probe } from '../../conformance/rules/probe.js'
import { securityJudge } from '../documents/operations.js'
import { subPartnerJudge } from '../documents/headers.js'
import { specDocumentsNoKey } from './spec-documents.js'
import { client, judged, notPromised, ofDocuments, open, scenario, section } from '../statements/statement.js'

const expectRefused = async (context: ScenarioContext, options: CallOptions, what: string): Promise<void> => {
  const exchange = await probe(context, options)
  context.expect(!isSuccess(exchange), `a request ${what} was served (${exchange.response.status})`, exchange)
}

const expectEachRefused = async (context: ScenarioContext, key: string, what: string): Promise<void> => {
  for (const calls of [servedCalls, marketDataCalls, changingCalls])
    for (const { name, operation, options } of await calls(context)) {
      const exchange = await context.call(operation, { ...options, key })
      const message = `${name} ${what} was served (${exchange.response.status})`
      context.expect(!isSuccess(exchange), message, exchange)
    }
}

const keyRequired: Scenario = async (context) => {
  await expectRefused(context, { key: 'none' }, 'without X-API-Key')
  await expectRefused(context, { key: 'none', headers: [['x-api-key', '']] }, 'with an empty X-API-Key')
  await expectEachRefused(context, 'none', 'without X-API-Key')
}

/** Keys other than the run's own, with what is wrong with each. */
const wrongKeys = ({ session }: ScenarioContext): readonly NearKey[] => [
  [`rampart-no-such-key-${session.uuid()}`, 'with an unknown X-API-Key'],
  ...nearKeys(session.apiKey),
]

const unknownKey: Scenario = async (context) => {
  for (const [key, what] of wrongKeys(context)) await expectRefused(context, { key }, what)
  const key = `rampart-no-such-key-${context.session.uuid()}`
  await expectEachRefused(context, key, 'with an unknown X-API-Key')
}

const queryNames = 'api_key apiKey apikey api-key key x-api-key X-API-Key access_token token'.split(' ')

const basic = (credentials: string): string => `Basic ${Buffer.from(credentials).toString('base64')}`

const elsewhere = (key: string): readonly (readonly [name: string, value: string, what: string])[] => [
  ['authorization', `Bearer ${key}`, 'as a bearer token'],
  ['authorization', key, 'as the authorization'],
  ['authorization', `ApiKey ${key}`, 'as the authorization of a scheme ApiKey'],
  ['authorization', `Token ${key}`, 'as the authorization of a scheme Token'],
  ['authorization', basic(`${key}:`), 'as the user of basic authorization'],
  ['authorization', basic(`:${key}`), 'as the password of basic authorization'],
  ...['api-key', 'apikey', 'x-api-token', 'x-auth-token'].map((name) => [name, key, `in ${name}`] as const),
  ...['api_key', 'X-API-Key'].map((name) => ['cookie', `${name}=${key}`, `in the cookie ${name}`] as const),
]

const keyInHeader: Scenario = async (context) => {
  const { apiKey } = context.session
  for (const [name, value, what] of elsewhere(apiKey)) {
    await expectRefused(context, { key: 'none', headers: [[name, value]] }, `with the key ${what} alone`)
  }
  // Servers log URLs, so the key is put into one only if the service runs on this machine.
  if (!isLoopback(new URL(context.session.plan.baseUrl).hostname)) return
  for (const name of queryNames) {
    const options = { key: 'none', query: { [name]: apiKey } }
    await expectRefused(context, options, `with the key in the query alone (${name})`)
  }
}

/** The reads that the specification names, requested under the default version. */
const namedReads = async (context: ScenarioContext): Promise<readonly NamedCall[]> => {
  const reads = (await servedCalls(context)).filter(({ operation }) => operation.method === 'get')
  const quote = context.find('get', '/autoramps/quote')
  if (!quote || reads.some(({ operation }) => operation === quote)) return reads
  // No quote was served without the header, so one is requested with it to find the reason.
  const [query] = (await ifPossible(flowQueries(context, 'offramp', defaultVersion))) ?? []
  return query ? [...reads, { name: 'GET /autoramps/quote', operation: quote, options: { query } }] : reads
}

const isServed = (exchange: Exchange): boolean =>
  // 409 for nothing outstanding is a regular response.
  isSuccess(exchange) || exchange.response.status === 409

/** The header is required if a read is refused only without it, whatever the document declares. */
const subPartnerOptional: Scenario = async (context) => {
  const { subPartnerId = context.session.uuid() } = context.session.plan.subjects
  const headers = [['x-sub-partner-id', subPartnerId]] as const
  let served = 0
  let refused: Exchange | undefined
  for (const { name, operation, options } of [...(await namedReads(context)), ...(await postings(context))]) {
    const exchange = await context.call(operation, options)
    if (isServed(exchange)) served++
    else refused ??= exchange
    if (!isTurnedDown(exchange) && exchange.response.status !== 403) continue
    const again = await renewed(context, { name, operation, options })
    const scoped = await context.call(operation, { ...again.options, headers })
    // A sub-partner may not have the resource, so the refusal without the header must mention it.
    const isLost = scoped.response.status === 404 && /sub.?partner/i.test(exchange.response.body)
    const isNeeded = isServed(scoped) || isLost
    const message = `X-SUB-PARTNER-ID is optional; without it ${name} is refused, and with it served`
    context.expect(!isNeeded, message, exchange)
  }
  if (served > 0) return
  throw refused
    ? unmet(`no read is served: ${outcomeOf(refused)}`, refused)
    : new NotApplicable('the document has nothing that can be read here')
}

const versions = 'service'

/** Authentication. */
export const authenticationSections = [
  section('Authentication 1', 'A partner authenticates by its API key, in the header X-API-Key.', {
    'authentication/key-required': scenario({ versions, run: keyRequired })`
      A key is required
      API requests carry X-API-Key: a request without it is refused.`,
    'authentication/unknown-key': scenario({ versions, needs: ['api-key'], run: unknownKey })`
      An unknown key is refused
      API requests carry the key of a partner: a request with any other key is refused.`,
    'authentication/key-in-header': scenario({ versions, needs: ['api-key'], run: keyInHeader })`
      The key is in its header
      API requests carry the key in the header X-API-Key: a request that has it only in the query, a cookie or another header is refused.`,
    'authentication/scheme': ofDocuments({ also: ['documents/shown'], judge: securityJudge })`
      The documents name the key
      The scheme is an API key in the header X-API-Key.`,
    'every-operation': judged('security/required')`
      A protected operation of the document refuses requests without a key, or with an unknown one.`,
  }),
  section('Authentication 2', '', {
    'spec-documents/no-key': scenario({ versions, run: specDocumentsNoKey })`
      Documents need no key
      The endpoints under /spec need no X-API-Key.`,
  }),
  section(
    'Authentication 3',
    'Webhooks are authenticated by a signature, an HMAC-SHA256 under the secret of the webhook; how is stated with their [delivery](#events-delivery).',
    {
      secret: judged('webhooks/secret-once')`
        The secret of a webhook is shown once, when it is registered, and cannot be recovered later.`,
      'lost-secret': client`
        A partner who loses the secret registers a new webhook.
        it is what the partner does then`,
    },
  ),
  section('Authentication 4', 'X-SUB-PARTNER-ID narrows some reads to one sub-partner.', {
    'authentication/sub-partner': ofDocuments({ judge: subPartnerJudge })`
      The sub-partner is optional
      X-SUB-PARTNER-ID is an optional header.`,
    'authentication/sub-partner-optional': scenario({ needs: ['api-key'], run: subPartnerOptional })`
      Reads are served without a sub-partner
      X-SUB-PARTNER-ID is optional: a read or a POST that is served with it is served without it.`,
    scope: notPromised`
      X-SUB-PARTNER-ID scopes some reads.
      which reads, and how, is not shown`,
  }),
  section('Authentication 5', '', {
    rotation: notPromised`
      How keys are issued or rotated.
      not shown in the specification`,
  }),
] as const

/** Errors: the statuses for a caller without a valid key. */
export const refusalSections = [
  section('Errors', 'A refused request has one of a few statuses.', {
    'authentication/refusal-status': open()`
      401, 403 or 404
      Which condition yields 401, 403 or 404 on each operation.
      not shown in the specification`,
  }),
] as const
