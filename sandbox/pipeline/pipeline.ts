import { failureAnswer } from './failure.js'
import { type Answer, toAnswer, versionHeaders } from './answer.js'
import { negotiate, type Negotiation, type VersionProblem } from './version.js'
import { Refusal } from '../primitives/refusal.js'
import { headerOf, type IncomingRequest, operationIdOf, type PipelineContext } from './request.js'
import { type RequestContext, type Progress, serve } from './execution.js'
import { ignoresVersion } from '../versions/header-ignored.js'

export type { IncomingRequest, PipelineContext, Target } from './request.js'

const negotiated = ({ service, faults }: PipelineContext, incoming: IncomingRequest): Negotiation => {
  const { target } = incoming
  const blind =
    !(target instanceof Refusal) &&
    ignoresVersion(target.tags) &&
    !service.usesAlternative('market-data-reads-version')
  const requested = blind ? undefined : headerOf(incoming, 'x-api-version')
  const { supported, default: standard } = service.versions
  const asked = {
    operationId: operationIdOf(incoming),
    requested,
    supported,
    newest: supported.at(-1) ?? standard,
  }
  return faults.negotiate(
    negotiate(requested, service.versions, service.usesAlternative('impossible-date-unknown')),
    asked,
  )
}

/**
 * The response to an unsupported version (Versioning 5). Throws `Refusal` 401 in the reading in which the key is
 * checked first.
 */
const refuseVersion = (
  { service, authenticate }: PipelineContext,
  incoming: IncomingRequest,
  version: string,
  problem: VersionProblem,
): Answer => {
  if (service.usesAlternative('key-before-version'))
    authenticate(headerOf(incoming, 'x-api-key'), incoming.headers)
  const { vary, ...echo } = versionHeaders(version)
  const headers = service.usesAlternative('no-echo-on-version-errors') ? {} : echo
  return toAnswer({ status: 400, body: problem }, { ...headers, vary })
}

const answerTo = (passage: RequestContext, problem: VersionProblem | undefined): Answer | Promise<Answer> => {
  const { parts, incoming, version } = passage
  const failed = (error: unknown): Answer =>
    failureAnswer(error, {
      operationId: operationIdOf(incoming),
      version,
      service: parts.service,
      log: parts.log,
    })
  try {
    if (problem !== undefined) return refuseVersion(parts, incoming, version, problem)
    const answer = serve(passage)
    return answer instanceof Promise ? answer.catch(failed) : answer
  } catch (error) {
    return failed(error)
  }
}

/**
 * Handles a request: version, key, parameters, body, idempotency, operation. Every response has the version headers,
 * except for replays (Versioning 4). Synchronous unless something has to be awaited. Never throws and never rejects.
 */
export function createPipeline(parts: PipelineContext) {
  return (incoming: IncomingRequest): Answer | Promise<Answer> => {
    const { served: version, problem } = negotiated(parts, incoming)
    const progress: Progress = { replay: false }
    const spoiled = (answer: Answer): Answer =>
      parts.faults.answer(answer, {
        service: parts.service,
        operationId: operationIdOf(incoming),
        version,
        headers: incoming.headers,
        ...progress,
      })
    const answer = answerTo({ parts, incoming, version, progress }, problem)
    return answer instanceof Promise ? answer.then(spoiled) : spoiled(answer)
  }
}
