import type { CallOptions } from '../../conformance/rules/request.js'
import type { Scenario, ScenarioContext } from '../../conformance/rules/context.js'
import { type Exchange, jsonBody } from '../../conformance/exchange/exchange.js'
import { ifPossible } from '../../conformance/model/outcome.js'
import { probe } from '../../conformance/rules/probe.js'
import { isStringBody, isVersionError, violationsOf } from '../../conformance/exchange/reading.js'
import { callName, type Observer, type Observation } from '../../conformance/model/observation.js'
import { memberAt, parametersIn } from '../../document/index.js'
import { typeInWords } from '../values/checks.js'
import { isDescribed } from '../../versions/index.js'
import { judged, observer, open, section, unobservable } from '../statements/statement.js'

/** Reads whose refusal of an unknown id is noted; observers judge that of every read. */
const strangers: ReadonlySet<string> = new Set([
  '/customers/{}',
  '/customers/{}/required-signings',
  '/customers/{}/abilities',
  '/autoramps/{}',
])

const brokenBodies: readonly (readonly [string, CallOptions])[] = [
  ['an empty body', { body: {} }],
  ['JSON that breaks off', { rawBody: '{"name": "Contract Check", "email":' }],
]

const refusals = async (context: ScenarioContext): Promise<readonly (readonly [string, Exchange])[]> => {
  const exchanges: (readonly [string, Exchange])[] = [
    ['a request without a key', await probe(context, { key: 'none' })],
    ['an unknown key', await probe(context, { key: `rampart-no-such-key-${context.session.uuid()}` })],
  ]
  for (const [route, operation] of context.under.operations.routes) {
    const [method, template = ''] = route.split(' ')
    const ids = parametersIn(operation.path)
    if (method !== 'get' || ids.length === 0) continue
    const call = context.call(operation, { path: ids.map(() => context.session.uuid()) })
    const exchange = await ifPossible(call)
    if (exchange && strangers.has(template)) exchanges.push([`GET ${template} of an unknown id`, exchange])
  }
  const creation = context.find('post', '/customers')
  for (const [what, broken] of brokenBodies) {
    const exchange = creation && (await ifPossible(context.call(creation, { ...broken, isGuess: true })))
    if (exchange) exchanges.push([`a customer of ${what}`, exchange])
  }
  const quote = context.find('get', '/autoramps/quote')
  if (quote) exchanges.push(['a quote without parameters', await context.call(quote, { exactQuery: true })])
  return exchanges
}

/** `errors/conditions`: only notes the statuses; observers judge the form of each response by the table of errors. */
const errorsConditions: Scenario = async (context) => {
  for (const [what, { response }] of await refusals(context))
    context.note(`served: ${what} gets ${response.status}`)
}

/**
 * True when the document declares the actual body and not the specified one, so that the document itself contradicts
 * the specification, which is a single finding. A schema that accepts everything declares nothing.
 */
const isDeclared = async ({ declared }: Observation, came: unknown, specified: unknown): Promise<boolean> => {
  const accepts = await declared()
  return accepts !== undefined && violationsOf(accepts, came).length === 0 && !accepts(specified)
}

const isUndescribed = (version: string | undefined): boolean => version !== undefined && !isDescribed(version)

const judgeString: Observer = async (observation) => {
  const { exchange } = observation
  if (isStringBody(exchange)) return []
  const parsed = jsonBody(exchange.response)
  if (await isDeclared(observation, parsed, 'refused')) return undefined
  const { status } = exchange.response
  const message = `${callName(observation)} ${status}: expected a string, got ${typeInWords(parsed)}`
  return [{ message, exchange }]
}

/** `errors/string-body`, Errors: plain text and a JSON string are strings; an empty body is tolerated. */
export const stringBody: Observer = (observation) => {
  const { exchange, version } = observation
  const { status } = exchange.response
  if (isUndescribed(version) || exchange.target !== 'api' || ![401, 403, 404].includes(status))
    return undefined
  return judgeString(observation)
}

/** Submissions of identifications; other rules judge their refusals. */
const isSubmission = ({ route = '' }: Observation): boolean => /^post .*identification/.test(route)

/** `errors/bad-request-body`, Errors: a JSON string and plain text are allowed; an object or array is not. */
const badRequestBody: Observer = (observation) => {
  const { exchange, version } = observation
  const { status } = exchange.response
  // The body of a version error is an object.
  const isOther = exchange.target !== 'api' || !isDescribed(version) || isVersionError(exchange)
  return status !== 400 || isOther || isSubmission(observation) ? undefined : judgeString(observation)
}

/** `errors/api-error`, Errors: ApiError has message and trace_id. */
export const apiError: Observer = async (observation) => {
  const { exchange, version } = observation
  if (isUndescribed(version) || exchange.target !== 'api' || exchange.response.status !== 500)
    return undefined
  const parsed = jsonBody(exchange.response)
  if (['message', 'trace_id'].every((name) => typeof memberAt(parsed, name) === 'string')) return []
  if (parsed !== undefined && (await isDeclared(observation, parsed, { message: 'failed', trace_id: '1' })))
    return undefined
  const message = `${callName(observation)} 500: expected an object with message and trace_id, got ${typeInWords(parsed)}`
  return [{ message, exchange }]
}

/** Errors, general. */
export const errorSections = [
  section('Errors, general', '', {
    'errors/bad-request-body': observer({ observe: badRequestBody })`
      400 has a string body
      The body of 400 is a string, except for the version error and the structured errors of identifications.`,
    'errors/string-body': observer({ also: ['documents/statements'], observe: stringBody })`
      401, 403 and 404 have a string body
      The body of 401, 403 and 404 is a string.`,
    conflict: judged('required-signings/conflict-when-none')`
      Required signings are 409 before 2026-08-01 when nothing is outstanding.`,
    'errors/api-error': observer({ also: ['documents/statements'], observe: apiError })`
      500 has a message and a trace_id
      The body of 500 is an object with message and trace_id.
      - Both are strings.`,
    trace: unobservable`
      trace_id finds the failure in the log.
      the log is not seen from outside`,
    failures: judged('answers/server-error')`
      Every request is served or refused: statuses from 500 on are failures of the service.`,
    'errors/conditions': open({ versions: 'all', needs: ['api-key'], run: errorsConditions })`
      Which refusal comes when
      Which condition yields 400, 401, 403 or 404 on each operation.
      not shown in the specification`,
  }),
] as const
