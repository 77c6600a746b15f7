import { once } from '../../document/index.js'

/** Header fields in the order sent or received; a name may occur more than once. */
export type HeaderList = readonly (readonly [name: string, value: string])[]

/** A request to be sent, with an absolute `url`. */
export interface ExchangeRequest {
  readonly method: string
  readonly url: string
  readonly headers: HeaderList
  /** A byte that is not UTF-8 stands as `rawByte` says. */
  readonly body?: string
}

/** A request in words: `GET https://api.example/pets`. */
export function lineOf({ method, url }: ExchangeRequest): string {
  return `${method} ${url}`
}

/** A byte of a body that is not UTF-8: a lone surrogate from U+DC80 to U+DCFF, as in Python's `surrogateescape`. */
export const rawByte = /([\udc80-\udcff])/u

/** The bytes of a body that is sent. */
export function bytesOf(body: string): Buffer {
  const parts = body.split(rawByte)
  return Buffer.concat(
    parts.map((part) => (rawByte.test(part) ? Buffer.of(part.charCodeAt(0) & 0xff) : Buffer.from(part))),
  )
}

/** A response as received, with the body decoded as UTF-8. */
export interface ExchangeResponse {
  readonly status: number
  readonly headers: HeaderList
  readonly body: string
}

/** A recorded request with its response. Secrets are removed on publishing, so redaction affects no verdict. */
export interface Exchange {
  /** Unique id in the run; the entry of `exchanges.har` has the same one. */
  readonly id?: string
  readonly request: ExchangeRequest
  readonly response: ExchangeResponse
  /** The operation that was called, if the document of the version declares it. */
  readonly operationId?: string
  /** `api` is everything below the base URL; `spec` the documents beside it; `webhook` what the service sent itself. */
  readonly target: 'api' | 'spec' | 'webhook'
  /** Unix time in milliseconds at which the request was sent. */
  readonly sentAt: number
  /** True when an earlier request had the same method, URL and idempotency key. */
  readonly isReplay: boolean
  /** True for an invented request, for which no particular refusal is promised. */
  readonly isGuess?: true
}

/** Headers of every request. Some gateways refuse requests without User-Agent; bodies are read uncompressed. */
export const commonHeaders: HeaderList = [
  ['user-agent', 'rampart'],
  ['accept-encoding', 'identity'],
]

/** Thrown when a body is read that was not recorded and cannot be judged. */
export class BodyUnknown extends Error {
  override readonly name = 'BodyUnknown'
}

/** The result of reading an exchange, or `otherwise` if its body was not recorded. */
export function ifRecorded<Read, Other>(read: () => Read, otherwise: Other): Read | Other {
  try {
    return read()
  } catch (error) {
    if (error instanceof BodyUnknown) return otherwise
    throw error
  }
}

/** All values of a header field, by a name in any letter case. */
export function headerValues(headers: HeaderList, name: string): string[] {
  const wanted = name.toLowerCase()
  const values: string[] = []
  for (const [field, value] of headers) {
    // Observers read headers of every exchange, so comparing lengths first saves lower-casing most names.
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

/** True when a value is nested so little that walking it cannot overflow the stack. */
const isShallow = (value: unknown, levels = deepest): boolean =>
  levels > 0 &&
  (typeof value !== 'object' ||
    value === null ||
    Object.values(value).every((one) => isShallow(one, levels - 1)))

/** The value of a JSON text; undefined where it does not parse. A byte order mark is ignored. */
export function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ''))
  } catch {
    return undefined
  }
}

/** The parsed body; undefined when it is not JSON, or nested too deeply to walk. Cached by response. */
export const jsonBody = once((response: ExchangeResponse): unknown => {
  const value = parsedJson(response.body)
  return isShallow(value) ? value : undefined
})
