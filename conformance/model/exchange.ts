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

/** One recorded request with its response. Secrets are already gone from every part of it. */
export interface Exchange {
  readonly request: ExchangeRequest
  readonly response: ExchangeResponse
  /** The operation that was called, when the document of the version knows it. */
  readonly operationId?: string
  /** `api` is everything below the base URL; `spec` the documents beside it. */
  readonly target: 'api' | 'spec'
  /** Unix time in milliseconds at which the request was sent. */
  readonly sentAt: number
  /** True when an earlier request had the same method, URL and idempotency key. */
  readonly isReplay: boolean
}

/** All values of a header field, by a name in any letter case. */
export function headerValues(headers: HeaderList, name: string): string[] {
  return headers.filter(([field]) => field.toLowerCase() === name.toLowerCase()).map(([, value]) => value)
}

/** The value of a header field, several joined as HTTP joins them; undefined when it is absent. */
export function headerValue(headers: HeaderList, name: string): string | undefined {
  const values = headerValues(headers, name)
  return values.length === 0 ? undefined : values.join(', ')
}

/** The parsed body, or undefined when it is not JSON. */
export function jsonBody(response: ExchangeResponse): unknown {
  try {
    return JSON.parse(response.body)
  } catch {
    return undefined
  }
}
