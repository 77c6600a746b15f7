/** Header fields in the order sent or received; a name may stand more than once. */
export type HeaderList = readonly (readonly [name: string, value: string])[]

/** A request as a scenario asks for it. `url` is absolute. */
export interface ExchangeRequest {
  readonly method: string
  readonly url: string
  readonly headers: HeaderList
  readonly body?: string
}

/** An answer as it came: body decoded as UTF-8. */
export interface ExchangeResponse {
  readonly status: number
  readonly headers: HeaderList
  readonly body: string
}

/**
 * One recorded request with its response, as it was sent and as it came. Secrets leave it when a judgement is
 * published, so that taking them out cannot change what is judged.
 */
export interface Exchange {
  /** Its name in the run: no other exchange has it, and the entry of `exchanges.har` bears it. */
  readonly id?: string
  readonly request: ExchangeRequest
  readonly response: ExchangeResponse
  /** The operation that was called, when the document of the version knows it. */
  readonly operationId?: string
  /** `api` is everything below the base URL; `spec` the documents beside it; `webhook` what the service sent itself. */
  readonly target: 'api' | 'spec' | 'webhook'
  /** Unix time in milliseconds at which the request was sent. */
  readonly sentAt: number
  /** True when an earlier request had the same method, URL and idempotency key. */
  readonly isReplay: boolean
  /** True when the request was made up from the document, or against it: which refusal answers it is not promised. */
  readonly isGuess?: true
}

/** Thrown by an answer whose body was not recorded when a judge asks for it: nothing can be said then. */
export class BodyUnknown extends Error {
  override readonly name = 'BodyUnknown'
}

/** All values of a header field, by a name in any letter case. */
export function headerValues(headers: HeaderList, name: string): string[] {
  const wanted = name.toLowerCase()
  const values: string[] = []
  for (const [field, value] of headers) {
    // Observers ask for headers of every exchange: most names differ in length already.
    if (field.length === wanted.length && field.toLowerCase() === wanted) values.push(value)
  }
  return values
}

/** The value of a header field, several joined as HTTP joins them; undefined when it is absent. */
export function headerValue(headers: HeaderList, name: string): string | undefined {
  const values = headerValues(headers, name)
  return values.length === 0 ? undefined : values.join(', ')
}

const deepest = 200

/** True when a value is nested no deeper than anyone would write by hand: walking it cannot overflow a stack. */
const isShallow = (value: unknown, levels = deepest): boolean =>
  levels > 0 &&
  (typeof value !== 'object' ||
    value === null ||
    Object.values(value).every((one) => isShallow(one, levels - 1)))

/** The value of a text of JSON; undefined where it is none. A byte order mark before it does not count. */
export function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ''))
  } catch {
    return undefined
  }
}

const parsed = new WeakMap<ExchangeResponse, unknown>()

/** The parsed body, or undefined when it is not JSON, or nested too deeply to be gone through. */
export function jsonBody(response: ExchangeResponse): unknown {
  if (!parsed.has(response)) {
    const value = parsedJson(response.body)
    parsed.set(response, isShallow(value) ? value : undefined)
  }
  return parsed.get(response)
}
