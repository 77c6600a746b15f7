import type { ScenarioContext } from '../../../conformance/rules/context.js'
import { Skip } from '../../../conformance/model/outcome.js'
import type { Exchange } from '../../../conformance/exchange/exchange.js'
import { jsonOrYaml, isSuccess, outcomeOf } from '../../../conformance/exchange/reading.js'
import { memberAt } from '../../../document/index.js'

/** A document or version list, as JSON or YAML; undefined where it is neither. */
export function parsed({ response }: Exchange): unknown {
  try {
    return jsonOrYaml(response.body)
  } catch {
    return undefined
  }
}

/** True for a response that requires a key. */
export function wantsKey({ response }: Exchange): boolean {
  return response.status === 401 || response.status === 403
}

/**
 * Reads a path below /spec. @throws Skip when it requires a key, which is a finding of `spec-documents/no-key` only.
 */
export async function read(context: ScenarioContext, path: string): Promise<Exchange> {
  const exchange = await context.spec(path)
  if (wantsKey(exchange)) throw new Skip(`GET ${path} wants a key; see spec-documents/no-key`)
  return exchange
}

/** The version list, read once. @throws Skip when it requires a key. */
export function readList(context: ScenarioContext): Promise<Exchange> {
  return context.once('version list', () => read(context, '/spec/versions'))
}

/** True for a response with an OpenAPI document. */
export function isDocument(exchange: Exchange): boolean {
  return isSuccess(exchange) && typeof memberAt(parsed(exchange), 'openapi') === 'string'
}

/** Reports a violation unless the response is a document. */
export function expectDocument(context: ScenarioContext, path: string, exchange: Exchange): boolean {
  const holds = isDocument(exchange)
  context.expect(holds, `GET ${path} is due an OpenAPI document, ${outcomeOf(exchange)} came`, exchange)
  return holds
}

/** The value of a document's `info.version`. */
export function markOf(document: unknown): unknown {
  return memberAt(document, 'info', 'version')
}
