import type { Clock, SeededRandom, SandboxLogger } from '../primitives/environment.js'
import { Refusal, badRequest, notFound } from '../primitives/refusal.js'
import type { ResponseContext, FaultSet } from './fault-set.js'
import type { FastifyInstance, FastifyRequest } from '#bundled/fastify'
import type { Operation } from '../../runtime/surface.js'
import type { AcceptedCall, AnyHandler, HandlerTable, Service } from '../service/service.js'
import {
  type ServedResponse,
  failureResponse,
  toResponse,
  versionHeaders,
  type IdempotencyStore,
  replayOf,
  ignoresVersion,
  negotiate,
  UnsupportedVersion,
  type VersionProblem,
} from './response.js'
import { readJson, parseQuery, addRoutes, bytesOf, headerOf, pathOf, rawQueryOf } from './request.js'
import {
  type Operations,
  type ReadyOperation,
  violationOf,
  readParameters,
  type Values,
} from './operation.js'

/** The default key of a sandbox. It is not secret. */
export const defaultApiKey = 'sandbox-key'

/** The key of a second partner, for testing that partners are isolated. It is not secret. */
export const secondApiKey = 'second-sandbox-key'

/** An example of a sub-partner id; any other uuid works too. */
export const subPartnerId = '5b1f0c2e-7d43-4a86-9e15-3c6d8f2a4b70'

type Headers = ResponseContext['headers']

/** The partner of a key; faults may read the headers too. Throws `Refusal` 401. */
export type Authenticate = (apiKey: string | undefined, headers?: Headers) => string

/**
 * Accepts the given keys, each of a separate partner (Authentication 1). Keys are never logged, stored or repeated in
 * a response; a partner's id is derived from the seed and the key by HMAC.
 */
export function createAuthentication(
  apiKeys: readonly string[],
  random: SeededRandom,
  faults: Pick<FaultSet, 'apiKey'>,
): Authenticate {
  const partners = new Map(apiKeys.map((apiKey) => [apiKey, random.named(`partner:${apiKey}`)]))
  return (apiKey, headers = {}) => {
    const given = faults.apiKey(apiKey, headers, apiKeys)
    if (given === undefined || given === '') throw new Refusal(401, "header 'X-API-Key' is required")
    const partnerId = partners.get(given)
    if (partnerId === undefined) throw new Refusal(401, "header 'X-API-Key' is not a key of this service")
    return partnerId
  }
}

/** Counts a request of a partner. Throws `Refusal` 429 if it exceeds the limit. */
type RateLimit = (partnerId: string) => void

const secondMs = 1000

/** Limits the requests of each partner per clock second; unlimited by default. */
export function createRateLimit(perSecond: number | undefined, clock: Clock): RateLimit {
  if (perSecond === undefined) return () => {}
  let second = 0
  let counts = new Map<string, number>()
  return (partnerId) => {
    const now = Math.floor(clock().getTime() / secondMs)
    if (now !== second) counts = new Map()
    second = now
    const count = (counts.get(partnerId) ?? 0) + 1
    counts.set(partnerId, count)
    if (count > perSecond)
      throw new Refusal(429, `more than ${perSecond} requests in a second`, { 'retry-after': '1' })
  }
}

export interface PipelineContext {
  readonly service: Service
  readonly operations: Operations
  readonly handlers: HandlerTable
  readonly authenticate: Authenticate
  readonly limitRate: RateLimit
  readonly idempotency: IdempotencyStore
  readonly faults: FaultSet
  readonly log: SandboxLogger | undefined
}

interface Progress {
  /** `undefined` for a path without an operation. */
  readonly operationId: string | undefined
  /** The version served. */
  readonly version: string
  /** The reason why the requested version is refused. */
  readonly problem: VersionProblem | undefined
  /** Empty until the key is checked. */
  partnerId: string
  values?: Values
  replay: boolean
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Of a request below `/api`, from the negotiation of its version on. */
    progress?: Progress
  }
}

/** Negotiates the version of a request (Versioning 2 to 5). */
const begin = ({ service, faults }: PipelineContext, request: FastifyRequest): Progress => {
  const { versions, usesAlternative } = service
  const { operationId, tags = [] } = request.routeOptions.config.operation ?? {}
  const ignoresHeader = ignoresVersion(tags) && !usesAlternative('market-data-reads-version')
  const requested = ignoresHeader ? undefined : headerOf(request, 'x-api-version')
  const { supported } = versions
  const newest = supported.at(-1) ?? versions.default
  const outcome = negotiate(requested, versions, usesAlternative('impossible-date-unknown'))
  const asked = { operationId, requested, supported, newest }
  const { served: version, problem } = faults.negotiate(outcome, asked)
  request.progress = { operationId, version, problem, partnerId: '', replay: false }
  return request.progress
}

/** Checks version, key and rate, in this order; in one reading the key comes first. Throws `Refusal`. */
const admit = (parts: PipelineContext, request: FastifyRequest, progress: Progress): void => {
  const partnerOf = (): string => parts.authenticate(headerOf(request, 'x-api-key'), request.headers)
  if (progress.problem !== undefined) {
    if (parts.service.usesAlternative('key-before-version')) partnerOf()
    throw new UnsupportedVersion(progress.problem)
  }
  progress.partnerId = partnerOf()
  parts.limitRate(progress.partnerId)
}

/** The response to a refusal or failure, before faults. */
const failure = ({ service, log }: PipelineContext, progress: Progress, error: unknown): ServedResponse =>
  failureResponse(error, { ...progress, service, log })

/** A response with the changes of faults. */
const withFaults = (
  { service, faults }: PipelineContext,
  { headers }: FastifyRequest,
  progress: Progress,
  response: ServedResponse,
): ServedResponse => faults.response(response, { service, headers, ...progress })

/** The sub-partner of a request; an empty header counts as none. */
const subPartnerOf = ({ header: { 'X-SUB-PARTNER-ID': id } }: Values): string | undefined =>
  typeof id === 'string' && id !== '' ? id : undefined

/** Throws `Refusal` 400 for a violation of the document, unless the handler validates the body itself. */
const readRequest = (
  parts: PipelineContext,
  request: FastifyRequest,
  progress: Progress,
  ready: ReadyOperation,
): AcceptedCall => {
  const { service, faults, handlers } = parts
  const { version, partnerId } = progress
  const { operationId } = ready.operation
  const asked = faults.query(parseQuery(rawQueryOf(request)), operationId)
  const raw = { path: pathOf(request), query: asked, header: request.headers }
  const values = readParameters(ready.parameters, raw)
  progress.values = values
  const body = ready.body && readJson(bytesOf(request), headerOf(request, 'content-type'))
  const violation = violationOf(ready, body)
  if (violation !== undefined && !handlers.judgesItsBody(operationId)) throw badRequest(violation)
  const { path, query } = values
  const [behaviours, subPartnerId] = [service.behavioursOf(version), subPartnerOf(values)]
  return { service, partnerId, subPartnerId, version, behaviours, path, query, body, violation }
}

/** A refusal or failure of a handler becomes its response, so that a retry with the same key gets it again. */
const execute = (
  parts: PipelineContext,
  progress: Progress,
  handler: AnyHandler,
  call: AcceptedCall,
): ServedResponse => {
  try {
    return toResponse(handler(call), versionHeaders(call.version))
  } catch (error) {
    return failure(parts, progress, error)
  }
}

/** Runs an operation, once for each idempotency key. Throws `Refusal`. */
const runOperation = (
  parts: PipelineContext,
  request: FastifyRequest,
  progress: Progress,
  ready: ReadyOperation,
): ServedResponse | Promise<ServedResponse> => {
  const { operationId } = ready.operation
  const handler = parts.handlers.find(operationId)
  if (handler === undefined) throw new Refusal(501, `${operationId} is not emulated yet`)
  const call = readRequest(parts, request, progress, ready)
  const key = ready.idempotent ? headerOf(request, 'idempotency-key') : undefined
  if (key === undefined || key === '') return execute(parts, progress, handler, call)
  const { service, partnerId, subPartnerId = '' } = call
  return parts.idempotency
    .once(JSON.stringify([partnerId, subPartnerId, operationId, key]), async () =>
      execute(parts, progress, handler, call),
    )
    .then(({ response, replay }) => {
      progress.replay = replay
      return replay ? replayOf(response, service.usesAlternative('replay-keeps-vary')) : response
    })
}

const present = (ready: ReadyOperation | undefined): ReadyOperation => {
  if (ready === undefined) throw notFound('operation in this version')
  return ready
}

/** Responds with the operation as the document of the version has it. Synchronous unless it must wait. */
const respond = (
  parts: PipelineContext,
  request: FastifyRequest,
  operationId: string,
): ServedResponse | Promise<ServedResponse> => {
  const progress = begin(parts, request)
  admit(parts, request, progress)
  const ready = parts.operations(progress.version, operationId)
  const response =
    ready instanceof Promise
      ? ready.then((loaded) => runOperation(parts, request, progress, present(loaded)))
      : runOperation(parts, request, progress, ready)
  return response instanceof Promise
    ? response.then((made) => withFaults(parts, request, progress, made))
    : withFaults(parts, request, progress, response)
}

/** The response to a request below `/api` that is refused, or fails. */
export function failureBelowApi(
  parts: PipelineContext,
  request: FastifyRequest,
  error: unknown,
): ServedResponse {
  const answer = (progress: Progress, reason: unknown): ServedResponse =>
    withFaults(parts, request, progress, failure(parts, progress, reason))
  if (request.progress !== undefined) return answer(request.progress, error)
  // Fastify refuses some requests before `respond`; version, key and rate still come first.
  const progress = begin(parts, request)
  try {
    admit(parts, request, progress)
  } catch (refusal) {
    return answer(progress, refusal)
  }
  return answer(progress, error)
}

/**
 * Adds the operations below `/api`. A request that Fastify has read is checked for its version, key and rate, then for
 * parameters and body, and its operation runs once for each idempotency key. Every response has the version headers,
 * except for replays (Versioning 4).
 */
export function addApi(app: FastifyInstance, operations: readonly Operation[], parts: PipelineContext): void {
  app.decorateRequest('progress')
  addRoutes(app, operations, (request, { operationId }) => respond(parts, request, operationId))
}
