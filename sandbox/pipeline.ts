import { renderFailure } from './failures.js'
import type { FaultSet } from './faults/index.js'
import { type AcceptedCall, type AnyHandler, handlerOf, judgesItsBody } from './handlers.js'
import { type Answer, toAnswer, toTextAnswer, versionHeaders } from './http/answer.js'
import type { Authenticate } from './http/authentication.js'
import { readJson } from './http/body.js'
import { type Contracts, type ReadyOperation, violationOf } from './http/contract.js'
import { type IdempotencyStore, replayOf } from './http/idempotency.js'
import { negotiate, type Negotiation, type VersionProblem } from './http/negotiation.js'
import type { RateLimit } from './http/rate-limit.js'
import { readParameters, type Values } from './http/parameters.js'
import { parseQuery } from './http/query.js'
import { badRequest, notFound, Refusal } from './http/refusal.js'
import { notServed } from './not-enabled.js'
import type { SandboxLogger } from './options.js'
import type { Service } from './service.js'
import { logged } from './webhooks/event-log.js'
import { ignoresVersion } from './versions/header-ignored.js'

/** One request below `/api` as the HTTP server hands it over. Header names are in lower case. */
export interface Incoming {
  readonly method: string
  /** The raw query of the URL, without its question mark. */
  readonly query: string
  readonly path: Readonly<Record<string, string>>
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly body: Uint8Array
  /** What the request asks for: an operation of the documents, or nothing that can be served. */
  readonly target: Target | Refusal
}

/** An operation that a request reached, `refusal` saying why the HTTP server did not take the request. */
export interface Target {
  readonly operationId: string
  readonly tags: readonly string[]
  readonly refusal?: Refusal
}

/** The parts of a sandbox that a request passes through. */
export interface Parts {
  readonly service: Service
  readonly contracts: Contracts
  readonly authenticate: Authenticate
  readonly limitRate: RateLimit
  readonly idempotency: IdempotencyStore
  readonly faults: FaultSet
  readonly log: SandboxLogger | undefined
}

/** What has become known of a request on its way. */
interface Progress {
  partnerId?: string
  values?: Values
  replay: boolean
}

const header = ({ headers }: Incoming, name: string): string | undefined => {
  const value = headers[name]
  return typeof value === 'object' ? value.join(', ') : value
}

const operationIdOf = ({ target }: Incoming): string | undefined =>
  target instanceof Refusal ? undefined : target.operationId

const negotiated = ({ service, faults }: Parts, incoming: Incoming): Negotiation => {
  const { target } = incoming
  const blind =
    !(target instanceof Refusal) &&
    ignoresVersion(target.tags) &&
    !service.takesOther('market-data-reads-version')
  const requested = blind ? undefined : header(incoming, 'x-api-version')
  const { supported, default: standard } = service.versions
  const asked = {
    operationId: operationIdOf(incoming),
    requested,
    supported,
    newest: supported.at(-1) ?? standard,
  }
  return faults.negotiate(
    negotiate(requested, service.versions, service.takesOther('impossible-date-unknown')),
    asked,
  )
}

const failure = ({ service, log }: Parts, incoming: Incoming, version: string, error: unknown): Answer => {
  const traceId = (): string => {
    const id = service.chance.uuid('trace')
    log?.error(`${id} ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`)
    return id
  }
  const place = { operationId: operationIdOf(incoming), behaviours: service.behavioursOf(version), traceId }
  const result = renderFailure(error, place)
  const headers = { ...versionHeaders(version), ...(error instanceof Refusal ? error.headers : {}) }
  return typeof result.body === 'string' && service.takesOther('plain-text-refusals')
    ? toTextAnswer(result.status, result.body, headers)
    : toAnswer(result, headers)
}

/** Runs a handler; what it refuses is its answer too, so that a retry with the same key gets it again. */
const execute = (parts: Parts, incoming: Incoming, handler: AnyHandler, call: AcceptedCall): Answer => {
  try {
    return toAnswer(
      logged(parts.service, () => handler(call)),
      versionHeaders(call.version),
    )
  } catch (error) {
    return failure(parts, incoming, call.version, error)
  }
}

const readValues = ({ faults }: Parts, incoming: Incoming, ready: ReadyOperation): Values => {
  const query = faults.query(parseQuery(incoming.query), ready.operation.operationId)
  return readParameters(ready.parameters, { path: incoming.path, query, header: incoming.headers })
}

/** An empty header names nobody. */
const subPartnerOf = ({ header: { 'X-SUB-PARTNER-ID': id } }: Values): string | undefined =>
  typeof id === 'string' && id !== '' ? id : undefined

/** The body of a request with what its document says against it, which is final unless the handler judges. */
const readBody = (incoming: Incoming, ready: ReadyOperation): Pick<AcceptedCall, 'body' | 'violation'> => {
  if (ready.body === undefined) return { body: undefined, violation: undefined }
  const body = readJson(incoming.body, header(incoming, 'content-type'))
  const violation = violationOf(ready, body)
  if (violation !== undefined && !judgesItsBody(ready.operation.operationId)) throw badRequest(violation)
  return { body, violation }
}

const serve = async (
  parts: Parts,
  incoming: Incoming,
  version: string,
  progress: Progress,
): Promise<Answer> => {
  const { service, authenticate, limitRate, contracts, idempotency } = parts
  const partnerId = authenticate(header(incoming, 'x-api-key'))
  progress.partnerId = partnerId
  limitRate(partnerId)
  if (incoming.target instanceof Refusal) throw incoming.target
  const { operationId, refusal } = incoming.target
  if (refusal !== undefined) throw refusal
  const contract = contracts(version, operationId)
  const ready = contract instanceof Promise ? await contract : contract
  if (ready === undefined) throw notFound('operation in this version')
  const handler = handlerOf(operationId)
  if (handler === undefined) throw notServed(operationId)
  const values = readValues(parts, incoming, ready)
  progress.values = values
  const { body, violation } = readBody(incoming, ready)
  const behaviours = service.behavioursOf(version)
  const subPartnerId = subPartnerOf(values)
  const { path, query } = values
  const call = { service, partnerId, subPartnerId, version, behaviours, path, query, body, violation }
  const run = (): Answer => execute(parts, incoming, handler, call)
  const key = header(incoming, 'idempotency-key')
  if (!ready.idempotent || key === undefined || key === '') return run()
  const { answer, replay } = await idempotency.once(JSON.stringify([partnerId, operationId, key]), async () =>
    run(),
  )
  progress.replay = replay
  return replay ? replayOf(answer, service.takesOther('replay-keeps-vary')) : answer
}

/** The answer to a version that cannot be served (Versioning 5). Throws `Refusal` 401 where the key comes first. */
const refuseVersion = (
  { service, authenticate }: Parts,
  incoming: Incoming,
  version: string,
  problem: VersionProblem,
): Answer => {
  if (service.takesOther('key-before-version')) authenticate(header(incoming, 'x-api-key'))
  const { vary, ...echo } = versionHeaders(version)
  const headers = service.takesOther('no-echo-on-version-errors') ? {} : echo
  return toAnswer({ status: 400, body: problem }, { ...headers, vary })
}

const answerTo = async (
  parts: Parts,
  incoming: Incoming,
  { version, problem }: { readonly version: string; readonly problem: VersionProblem | undefined },
  progress: Progress,
): Promise<Answer> => {
  try {
    return problem === undefined
      ? await serve(parts, incoming, version, progress)
      : refuseVersion(parts, incoming, version, problem)
  } catch (error) {
    return failure(parts, incoming, version, error)
  }
}

/**
 * Takes a request to its answer: version, key, parameters, body, idempotency, operation. Every answer carries the
 * version headers, a replay apart (Versioning 4). Never rejects.
 */
export const createPipeline =
  (parts: Parts) =>
  async (incoming: Incoming): Promise<Answer> => {
    const { served: version, problem } = negotiated(parts, incoming)
    const progress: Progress = { replay: false }
    const answer = await answerTo(parts, incoming, { version, problem }, progress)
    return parts.faults.answer(answer, {
      service: parts.service,
      operationId: operationIdOf(incoming),
      version,
      headers: incoming.headers,
      ...progress,
    })
  }
