import { type Answer, toAnswer } from '../pipeline/answer.js'
import { readJson } from '../pipeline/body.js'
import { parseQuery } from '../pipeline/query.js'
import { Refusal } from '../primitives/refusal.js'
import type { IncomingRequest, PipelineContext } from '../pipeline/pipeline.js'
import { logged } from '../events/event-log.js'
import type { Control } from './control.js'

/** A header as one string; several values are joined by commas. */
export function headerText(header: string | string[] | undefined): string | undefined {
  return typeof header === 'object' ? header.join(', ') : header
}

const carryOut = async (
  { service, authenticate }: PipelineContext,
  control: Control,
  incoming: IncomingRequest,
): Promise<Answer> => {
  const { headers, path } = incoming
  const partnerId = authenticate(headerText(headers['x-api-key']))
  const query = parseQuery(incoming.query)
  const body = readJson(incoming.body, headerText(headers['content-type']))
  return toAnswer(await logged(service, () => control.run({ service, partnerId, path, query, body })))
}

/**
 * Responds to a control in the style of the API: it requires a key and refuses with strings, but ignores the version
 * header.
 */
export function respondToControl(parts: PipelineContext, control: Control) {
  return async (incoming: IncomingRequest): Promise<Answer> => {
    try {
      return await carryOut(parts, control, incoming)
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      return toAnswer({ status: error.status, body: error.message })
    }
  }
}
