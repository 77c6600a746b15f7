import type { AcceptedCall } from '../service/call.js'
import { readJson } from './body.js'
import { type ReadyOperation, violationOf } from './operation.js'
import { readParameters, type Values } from './parameters.js'
import { parseQuery } from './query.js'
import { badRequest } from '../primitives/refusal.js'
import { headerOf, type IncomingRequest, type PipelineContext } from './request.js'

/** The decoded parameters of a request. Throws `Refusal` 400 if they violate the document. */
export function readValues(
  { faults }: PipelineContext,
  incoming: IncomingRequest,
  ready: ReadyOperation,
): Values {
  const query = faults.query(parseQuery(incoming.query), ready.operation.operationId)
  return readParameters(ready.parameters, { path: incoming.path, query, header: incoming.headers })
}

/** The sub-partner of a request; an empty header counts as none. */
export function subPartnerOf({ header: { 'X-SUB-PARTNER-ID': id } }: Values): string | undefined {
  return typeof id === 'string' && id !== '' ? id : undefined
}

const noBody = { body: undefined, violation: undefined }

/**
 * The body of a request, with its violation of the document. Throws `Refusal` 400 for a violation, unless the handler
 * validates the body itself.
 */
export function readBody(
  { handlers }: PipelineContext,
  incoming: IncomingRequest,
  ready: ReadyOperation,
): Pick<AcceptedCall, 'body' | 'violation'> {
  if (ready.body === undefined) return noBody
  const body = readJson(incoming.body, headerOf(incoming, 'content-type'))
  const violation = violationOf(ready, body)
  if (violation !== undefined && !handlers.judgesItsBody(ready.operation.operationId))
    throw badRequest(violation)
  return { body, violation }
}
