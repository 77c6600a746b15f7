import { type Exchange, type HeaderList, jsonBody, parsedJson } from '../exchange/exchange.js'
import type { SeenRequest } from './observation.js'
import type { Answer } from './operations.js'

/** A rule's message as text, whatever its type, because rules may be written without types. */
export function textFrom(value: unknown): string {
  if (typeof value === 'string') return value
  return value instanceof Error ? value.message : (JSON.stringify(value) ?? 'no message was given')
}

/** A rule's pointer, if it is a string. */
export function pointerFrom(value: unknown): { readonly pointer?: string } {
  return typeof value === 'string' ? { pointer: value } : {}
}

/**
 * Whether a condition holds.
 * @throws Error, for a bug of the rule, if it is a promise, which would always be truthy.
 */
export function conditionFrom(value: unknown): boolean {
  if (typeof value === 'object' && value !== null && 'then' in value) {
    throw new Error('expect got a promise, which always counts as true; await it first')
  }
  return Boolean(value)
}

const headersOf = (list: HeaderList): Record<string, string> => {
  const headers: Record<string, string> = Object.create(null) as Record<string, string>
  for (const [field, value] of list) {
    const name = field.toLowerCase()
    const { [name]: before } = headers
    headers[name] = before === undefined ? value : `${before}, ${value}`
  }
  return headers
}

/** Rules get a copy, so that they cannot change what the next rule or the report sees. */
const copyOf = (value: unknown): unknown => (value === undefined ? undefined : structuredClone(value))

/** A response in the form that user rules get. */
export function answerOf({ response }: Exchange): Answer {
  const { status, headers, body } = response
  return {
    status,
    headers: headersOf(headers),
    json: copyOf(jsonBody(response)),
    text: body,
    ok: status >= 200 && status < 300,
  }
}

/** A request in the form that user rules get. */
export function seenRequestOf({ request }: Exchange): SeenRequest {
  const { method, url, headers, body = '' } = request
  return { method, url, headers: headersOf(headers), json: parsedJson(body), text: body }
}
