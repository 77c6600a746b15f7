import { readBody, readValues, subPartnerOf } from './validation.js'
import { failureAnswer } from './failure.js'
import type { AcceptedCall, AnyHandler } from '../service/call.js'
import { type Answer, toAnswer, versionHeaders } from './answer.js'
import type { ReadyOperation } from './operation.js'
import { replayOf } from './idempotency.js'
import type { Values } from './parameters.js'
import { notFound, Refusal } from '../primitives/refusal.js'
import { headerOf, type IncomingRequest, operationIdOf, type PipelineContext } from './request.js'

/** The progress of a request through the pipeline. */
export interface Progress {
  partnerId?: string
  values?: Values
  replay: boolean
}

/** A request in the pipeline, and the version that it is served in. */
export interface RequestContext {
  readonly parts: PipelineContext
  readonly incoming: IncomingRequest
  readonly version: string
  readonly progress: Progress
}

/** A refusal or failure of a handler becomes its response, so that a retry with the same key gets it again. */
const execute = (
  { parts, incoming, version }: RequestContext,
  handler: AnyHandler,
  call: AcceptedCall,
): Answer => {
  try {
    return toAnswer(handler(call), versionHeaders(version))
  } catch (error) {
    const place = { operationId: operationIdOf(incoming), version, service: parts.service, log: parts.log }
    return failureAnswer(error, place)
  }
}

/** Runs an operation for an authenticated caller. Throws `Refusal`. */
const run = (passage: RequestContext, ready: ReadyOperation, partnerId: string): Answer | Promise<Answer> => {
  const { parts, incoming, version, progress } = passage
  const { service, idempotency, handlers } = parts
  const { operationId } = ready.operation
  const handler = handlers.find(operationId)
  if (handler === undefined) throw new Refusal(501, `${operationId} is not emulated yet`)
  const values = readValues(parts, incoming, ready)
  progress.values = values
  const { body, violation } = readBody(parts, incoming, ready)
  const behaviours = service.behavioursOf(version)
  const subPartnerId = subPartnerOf(values)
  const { path, query } = values
  const call = { service, partnerId, subPartnerId, version, behaviours, path, query, body, violation }
  const key = ready.idempotent ? headerOf(incoming, 'idempotency-key') : undefined
  if (key === undefined || key === '') return execute(passage, handler, call)
  return idempotency
    .once(JSON.stringify([partnerId, subPartnerId ?? '', operationId, key]), async () =>
      execute(passage, handler, call),
    )
    .then(({ answer, replay }) => {
      progress.replay = replay
      return replay ? replayOf(answer, service.usesAlternative('replay-keeps-vary')) : answer
    })
}

const present = (ready: ReadyOperation | undefined): ReadyOperation => {
  if (ready === undefined) throw notFound('operation in this version')
  return ready
}

/** Handles a request of a supported version: key, rate limit, operation. Throws `Refusal`, or rejects. */
export function serve(passage: RequestContext): Answer | Promise<Answer> {
  const { parts, incoming, version, progress } = passage
  const partnerId = parts.authenticate(headerOf(incoming, 'x-api-key'), incoming.headers)
  progress.partnerId = partnerId
  parts.limitRate(partnerId)
  if (incoming.target instanceof Refusal) throw incoming.target
  const { operationId, refusal } = incoming.target
  if (refusal !== undefined) throw refusal
  const contract = parts.operations(version, operationId)
  return contract instanceof Promise
    ? contract.then((ready) => run(passage, present(ready), partnerId))
    : run(passage, contract, partnerId)
}
