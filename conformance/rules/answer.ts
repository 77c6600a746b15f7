import { type Exchange, type HeaderList, jsonBody, parsedJson } from '../exchange/exchange.js'
import type { SeenRequest } from './observation.js'
import type { Answer } from './operations.js'

/** A text that a rule gave, whatever it really is: rules may be written without types. */
export function textFrom(value: unknown): string {
  if (typeof value === 'string') return value
  return value instanceof Error ? value.message : (JSON.stringify(value) ?? 'no message was given')
}

/** A pointer that a rule gave, where it is one. */
export function pointerFrom(value: unknown): { readonly pointer?: string } {
  return typeof value === 'string' ? { pointer: value } : {}
}

/**
 * Whether a condition holds.
 * @throws Error, a mistake of the rule, for a promise, which would always hold.
 */
export function conditionFrom(value: unknown): boolean {
  if (typeof value === 'object' && value !== null && 'then' in value) {
    throw new Error('expect was given a promise, which holds whatever comes of it; await it')
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

/** Rules get a copy: what one changes is not what the next one, or the report, sees. */
const copyOf = (value: unknown): unknown => (value === undefined ? undefined : structuredClone(value))

/** An answer as rules of a user's own are given it. */
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

/** A request as rules of a user's own are given it. */
export function seenRequestOf({ request }: Exchange): SeenRequest {
  const { method, url, headers, body = '' } = request
  return { method, url, headers: headersOf(headers), json: parsedJson(body), text: body }
}
