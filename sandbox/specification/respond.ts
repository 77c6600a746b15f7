import { type Answer, toAnswer } from '../pipeline/answer.js'
import { Refusal } from '../primitives/refusal.js'
import type { IncomingRequest, PipelineContext } from '../pipeline/pipeline.js'
import { specificationHandlers } from './handlers.js'

const carryOut = ({ service }: PipelineContext, { target, path }: IncomingRequest): Answer => {
  if (target instanceof Refusal) throw target
  const handler = specificationHandlers[target.operationId]
  if (handler === undefined) throw new Refusal(501, `${target.operationId} is not emulated yet`)
  return handler(service, path)
}

const refused = (error: unknown): Answer => {
  if (!(error instanceof Refusal)) throw error
  return toAnswer({ status: error.status, body: error.message }, error.headers)
}

/** Handles requests for the documents: without a key, and without version headers. */
export function createSpecificationResponder(parts: PipelineContext) {
  return (incoming: IncomingRequest): Answer => {
    const about = {
      service: parts.service,
      operationId: incoming.target instanceof Refusal ? undefined : incoming.target.operationId,
      version: undefined,
      replay: false,
      headers: incoming.headers,
      values: { path: incoming.path, query: {}, header: {} },
    }
    try {
      return parts.faults.answer(carryOut(parts, incoming), about)
    } catch (error) {
      return parts.faults.answer(refused(error), about)
    }
  }
}
