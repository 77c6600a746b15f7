import { createHmac, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import type { DrillOptions } from '../../../webhook/index.js'

export const secret = 'drill-secret-of-the-tests'

export type Status = number | 'close' | 'never'

/** The parts of a receiver; a wrong one may replace each. */
export interface Parts {
  readonly read: (request: IncomingMessage) => Promise<Buffer>
  readonly header: (request: IncomingMessage, name: string) => string | undefined
  readonly isTimely: (timestamp: string) => boolean
  readonly mac: (timestamp: string, body: Buffer) => Buffer | string
  readonly isSigned: (expected: Buffer, signature: string) => boolean
  /** Checks before that of the signature; a status ends the request. */
  readonly before: (request: IncomingMessage) => Status | undefined
  readonly parse: (body: Buffer) => Event
  readonly handle: (event: Event, request: IncomingMessage) => Status | Promise<Status>
  readonly refusal: Status
  /** The status for what was thrown. */
  readonly statusOf: (thrown: unknown) => Status | undefined
  /** The body and headers of the answer. */
  readonly page: (answered: Answered) => Page
}

/** The inputs of an answer. */
export interface Answered {
  readonly request: IncomingMessage
  readonly body: Buffer
  readonly status: number
  /** The signature that the delivery should have had. */
  readonly expected: string
  readonly given: string
}

export interface Page {
  readonly text?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly statusText?: string
}

export interface Event {
  readonly type?: unknown
  readonly data?: { readonly customer_id?: unknown; readonly message?: unknown }
}

/** The content by which the specification recognises duplicates. */
export const contentOf = ({ data }: Event): string => JSON.stringify([data?.customer_id, data?.message])

export const readAll = async (request: IncomingMessage): Promise<Buffer> => {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part)
  return Buffer.concat(parts)
}

export const hmacUnder = (key: string | Buffer, ...parts: readonly (string | Buffer)[]): Buffer => {
  const mac = createHmac('sha256', key)
  for (const part of parts) mac.update(part)
  return mac.digest()
}

export const hmac = (...parts: readonly (string | Buffer)[]): Buffer => hmacUnder(secret, ...parts)

export const age = (timestamp: string): number => Math.abs(Date.now() / 1000 - Number(timestamp))

/** The receiver of a careful developer, written by hand. */
export const right: Parts = {
  read: readAll,
  header: (request, name) => request.headers[name]?.toString(),
  isTimely: (timestamp) => /^\d{10}$/.test(timestamp) && age(timestamp) <= 300,
  mac: (timestamp, body) => hmac(timestamp, body),
  isSigned: (expected, signature) => {
    if (!/^v1=[\da-f]{64}$/.test(signature)) return false
    return timingSafeEqual(expected, Buffer.from(signature.slice(3), 'hex'))
  },
  before: () => undefined,
  parse: (body) => {
    const event: unknown = JSON.parse(body.toString('utf8'))
    if (typeof event !== 'object' || event === null) throw new SyntaxError('no event')
    return event
  },
  handle: () => 200,
  refusal: 401,
  // A body that is not an event is refused; whatever else is thrown is a server error.
  statusOf: (thrown) => (thrown instanceof SyntaxError ? 400 : undefined),
  page: () => ({}),
}

const answer = (response: ServerResponse, status: Status, page: (status: number) => Page): void => {
  if (status === 'close') response.destroy()
  if (typeof status !== 'number') return
  const { text, headers = {}, statusText } = page(status)
  response.statusCode = status
  if (statusText !== undefined) response.statusMessage = statusText
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value)
  response.end(text)
}

const judged = async (request: IncomingMessage, body: Buffer, parts: Parts): Promise<Status> => {
  const timestamp = parts.header(request, 'webhook-timestamp')
  const signature = parts.header(request, 'webhook-signature')
  if (request.method !== 'POST') return 405
  if (timestamp === undefined || signature === undefined) return parts.refusal
  if (!parts.isTimely(timestamp)) return parts.refusal
  if (!parts.isSigned(Buffer.from(parts.mac(timestamp, body)), signature)) return parts.refusal
  return parts.handle(parts.parse(body), request)
}

const serve = async (request: IncomingMessage, response: ServerResponse, parts: Parts): Promise<void> => {
  const early = parts.before(request)
  const body = early === undefined ? await parts.read(request) : Buffer.alloc(0)
  const status =
    early ?? (await judged(request, body, parts).catch((thrown: unknown) => parts.statusOf(thrown) ?? 500))
  const given = request.headers['webhook-signature']?.toString() ?? ''
  const timestamp = request.headers['webhook-timestamp']?.toString() ?? ''
  const expected = `v1=${hmac(timestamp, body).toString('hex')}`
  answer(response, status, (shown) => parts.page({ request, body, status: shown, given, expected }))
}

/** A receiver that is right except for the given parts. */
export const handMade = (wrong: Partial<Parts> = {}): RequestListener => {
  const parts = { ...right, ...wrong }
  // The body is incomplete if the receiver is stopped while reading.
  return (request, response) => void serve(request, response, parts).catch(() => response.destroy())
}

/** Receivers by name, each right except for some parts; one with state is made anew for each drill. */
export type Receivers = Readonly<Record<string, Partial<Parts> | (() => Partial<Parts>)>>

/** Receivers that are wrong in the same part. */
export const wrongIn = <Name extends keyof Parts>(
  part: Name,
  rows: Readonly<Record<string, Parts[Name]>>,
): Receivers => Object.fromEntries(Object.entries(rows).map(([name, wrong]) => [name, { [part]: wrong }]))

/** A receiver with one mistake, the rules that it breaks, and what the mistake is called. */
export interface Wrong {
  readonly name: string
  readonly parts: Receivers[string]
  readonly breaks: readonly string[]
  readonly mistakes: readonly string[]
  /** The only rules for its drill, where others could fail by chance; `*` for all. */
  readonly rules: readonly string[] | undefined
  readonly options: Partial<DrillOptions>
}
