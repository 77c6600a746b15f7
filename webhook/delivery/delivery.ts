import { createHmac } from 'node:crypto'
import {
  Agent as HttpAgent,
  type ClientRequest,
  type IncomingMessage,
  request as httpRequest,
  STATUS_CODES,
} from 'node:http'
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https'
import { codeOf, isNoHttp, isUnconnected, networkReason, wrongUse } from '../../diagnostics/index.js'
import { spelledOut } from '../../reporting/index.js'

/** Header lines as received, in order; names in any case. */
export type HeaderLines = readonly (readonly [name: string, value: string])[]

export interface RawDelivery {
  readonly headers: HeaderLines
  readonly body: Uint8Array
  /** The time of arrival, if known. */
  readonly receivedAt?: Date
}

/** The value of a JSON text; undefined for any other text. */
export function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** The non-blank values of a header. */
export function headerValues(headers: HeaderLines, name: string): readonly string[] {
  return headers
    .filter(([key]) => key.toLowerCase() === name)
    .map(([, value]) => value.trim())
    .filter((value) => value !== '')
}

/** The value of a header, repeated ones joined as in HTTP; undefined when there is none. */
export function headerValue(headers: HeaderLines, name: string): string | undefined {
  const values = headerValues(headers, name)
  return values.length === 0 ? undefined : values.join(',')
}

/** The encoding of a digest; the specification does not show it (Events, delivery). */
export type DigestEncoding = 'hex' | 'base64'

interface ToSign {
  /** The text of webhook-timestamp. A valid one has ten digits; an invalid one is signed too. */
  readonly timestamp: string
  readonly body: string | Uint8Array
  readonly secret: string | Uint8Array
  readonly encoding?: DigestEncoding
}

/**
 * The value of webhook-signature: `v1=` and HMAC-SHA256 over the timestamp directly followed by the raw body (Events,
 * delivery 2 to 4). A secret given as text is used as UTF-8.
 */
export function sign({ timestamp, body, secret, encoding = 'hex' }: ToSign): string {
  return `v1=${createHmac('sha256', secret).update(timestamp).update(body).digest(encoding)}`
}

/** A time in the format of webhook-timestamp: Unix seconds of ten digits. */
export function timestampOf(time: Date): string {
  return String(Math.floor(time.getTime() / 1000)).padStart(10, '0')
}

/** Headers of a delivery, in the order of sending (Events, delivery 1 and 2). */
export function signedHeaders(id: string, signed: ToSign): Readonly<Record<string, string>> {
  return {
    'content-type': 'application/json',
    'webhook-id': id,
    'webhook-timestamp': signed.timestamp,
    'webhook-signature': sign(signed),
  }
}

/** The URL of deliveries, from an option. @throws RampartError OPTION_INVALID, which does not repeat credentials in the URL. */
export function targetUrl(option: string, text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url && /^https?:$/.test(url.protocol) && url.username === '' && url.password === '') return url.href
  const isNamed = url && url.username + url.password !== ''
  const what = isNamed ? 'contains credentials' : 'is not an http or https URL'
  throw wrongUse(`${option} ${what}`, 'Give a URL such as http://127.0.0.1:3000/webhooks.')
}

/** The response to a delivery, or the reason why there was none. */
export interface Reply {
  /** Undefined without a complete response. */
  readonly status?: number
  readonly statusText?: string
  readonly headers: HeaderLines
  /** The beginning of the body. */
  readonly body: Buffer
  /** The reason why there is no response, in a few words without variable parts. */
  readonly failure?: string
  readonly cause?: Error
  /** True when the time limit passed. */
  readonly isLate?: boolean
  /** True when the exchange failed before it reached a receiver. */
  readonly isUnreached?: boolean
  /** Whether the connection was open when the exchange ended. */
  readonly connected: boolean
  /** Milliseconds from the first connection attempt to the end of the response. */
  readonly durationMs: number
}

/** True for every status that a sender may treat as an acknowledgement. */
export function isAcknowledged({ status }: Pick<Reply, 'status'>): boolean {
  return status !== undefined && status >= 200 && status < 300
}

/** True for an established connection that ended without a response before the time limit. */
export function isClosed({ status, isLate = false, connected }: Reply): boolean {
  return status === undefined && connected && !isLate
}

/** True for a server error, and for a connection that ended without a response; the delivery need not be the cause. */
export function isServerError(reply: Reply): boolean {
  return isClosed(reply) || (reply.status ?? 0) >= 500
}

/** The response in a few words, such as `answered 401` or `sent no response within 5 s`. */
export function replyText({ status, failure = 'sent no response' }: Reply): string {
  // Of server errors, only 500 is known to everyone.
  const says = status !== undefined && status > 500 ? ` ${STATUS_CODES[status] ?? ''}`.trimEnd() : ''
  return status === undefined ? failure : `answered ${status}${says}`
}

/** A response that is not HTTP. */
export const notHttp = 'sent something that is not HTTP'

/** A response shorter than announced, which does not acknowledge. */
export const cutAnswer = 'closed the connection before its response was complete'

/** The reason why an exchange ended without a response, after "the receiver". It has no addresses or ports. */
const failureText = (error: Error): string => {
  const code = codeOf(error)
  if (isNoHttp(code)) return notHttp
  const reason = networkReason(code)
  if (reason !== undefined) return `sent no response, because ${reason}`
  return code === undefined ? 'sent no response' : `sent no response (${code})`
}

/** One request, valid or invalid, with its headers in the order of sending. */
export interface Delivery {
  readonly method?: string
  readonly headers: HeaderLines
  readonly body: Buffer
  /** The body is sent slowly, in chunks with pauses between. */
  readonly isSlow?: true
}

/** Options of a request. Times are in milliseconds. */
export interface RequestOptions {
  readonly url: URL
  /** The time limit for the whole response (Limits, webhook endpoint response time). */
  readonly timeoutMs: number
  readonly chunkPauseMs?: number
  readonly signal?: AbortSignal
  /** Connections to keep; without them each request has its own. */
  readonly connections?: Connections | undefined
  /** The most bytes of the response that are kept. */
  readonly most?: number
}

export const slowChunks = 8
const keptOfAnswer = 128 * 1024

/** Connections that are kept for further requests. */
export class Connections {
  readonly #agents: readonly [HttpAgent, HttpsAgent]

  /** @param maxSockets the most connections to one host */
  constructor(maxSockets = Infinity) {
    const options = { keepAlive: true, maxSockets }
    this.#agents = [new HttpAgent(options), new HttpsAgent(options)]
  }

  agentFor({ protocol }: URL): HttpAgent {
    return this.#agents[protocol === 'https:' ? 1 : 0]
  }

  /** Ends all connections and pending requests. */
  destroy(): void {
    for (const agent of this.#agents) agent.destroy()
  }
}

/** The header lines of Node's `rawHeaders`: alternating names and values. */
export function linesOfRaw(raw: readonly string[]): [string, string][] {
  return raw.flatMap((name, index) => (index % 2 === 0 ? [[name, raw[index + 1] ?? '']] : []))
}

const writeSlowly = (request: ClientRequest, body: Buffer, pauseMs: number): void => {
  const size = Math.max(1, Math.ceil(body.length / slowChunks))
  let at = 0
  const next = (): void => {
    if (request.destroyed) return
    const chunk = body.subarray(at, at + size)
    at += size
    if (at >= body.length) return void request.end(chunk)
    request.write(chunk)
    setTimeout(next, pauseMs)
  }
  next()
}

type Read = (body: Buffer, isWhole: boolean) => void

/** Reads a response to its end, or until the connection breaks after the head; then it is incomplete. */
const readReply = (response: IncomingMessage, most: number, done: Read): void => {
  const chunks: Buffer[] = []
  let length = 0
  const end = (): void => done(Buffer.concat(chunks).subarray(0, most), response.complete)
  response.on('data', (chunk: Buffer) => {
    if (length < most) chunks.push(chunk)
    length += chunk.length
  })
  response.once('end', end)
  response.once('close', end)
}

/** Sends one request and reads the response: no redirects, no retries. Rejects for headers that HTTP does not allow. */
export function sendRequest(delivery: Delivery, options: RequestOptions): Promise<Reply> {
  const { url, timeoutMs, chunkPauseMs = 0, signal, connections, most = keptOfAnswer } = options
  const { method = 'POST', body, isSlow = false } = delivery
  const send = url.protocol === 'https:' ? httpsRequest : httpRequest
  const began = performance.now()
  let connected = false
  return new Promise((resolve) => {
    const length = ['content-length', String(body.length)] as const
    const headers = [...delivery.headers, ['host', url.host] as const, length].flat()
    const agent = connections?.agentFor(url) ?? false
    const request = send(url, { method, headers, agent, ...(signal && { signal }) })
    let late = false
    const timer = setTimeout(() => {
      late = true
      request.destroy()
    }, timeoutMs)
    const finish = (reply: Omit<Reply, 'connected' | 'durationMs'>): void => {
      clearTimeout(timer)
      resolve({ ...reply, connected, durationMs: performance.now() - began })
    }
    const fail = (cause: Error): void => {
      const failure = late ? `sent no complete response within ${timeoutMs / 1000} s` : failureText(cause)
      const isUnreached = !late && isUnconnected(codeOf(cause))
      finish({ headers: [], body: Buffer.alloc(0), failure, cause, isLate: late, isUnreached })
    }
    request.once('socket', (socket) => {
      const event = url.protocol === 'https:' ? 'secureConnect' : 'connect'
      if (socket.connecting) socket.once(event, () => (connected = true))
      else connected = true
    })
    request.on('error', fail)
    request.once('response', (response) =>
      readReply(response, most, (beginning, isWhole) => {
        const answered = { headers: linesOfRaw(response.rawHeaders), body: beginning }
        const { statusCode: status = 0, statusMessage: statusText = '' } = response
        if (late) fail(new Error('late'))
        else finish(isWhole ? { status, statusText, ...answered } : { ...answered, failure: cutAnswer })
      }),
    )
    if (isSlow) writeSlowly(request, body, chunkPauseMs)
    else request.end(body)
  })
}

/** A whole response, with the milliseconds until it was complete. */
export type Posted = Pick<Reply, 'headers' | 'body'> & { readonly status: number; readonly ms: number }

/** The kinds of missing responses; `unreachable` means that nothing was sent. */
export type PostFailure = 'unreachable' | 'timeout' | 'broken'

/** Thrown when no response came. */
export class NotAnswered extends Error {
  override readonly name = 'NotAnswered'
  readonly failure: PostFailure

  constructor(failure: PostFailure, message: string, cause?: unknown) {
    super(message, { cause })
    this.failure = failure
  }
}

const firstLine = (error: unknown): string =>
  error instanceof Error ? (error.message.split('\n')[0] ?? '').slice(0, 200) : 'no reason was given'

const cut = 'the connection was closed before the response was complete'

const notAnswered = ({ isLate, isUnreached, cause }: Reply, timeoutMs: number): NotAnswered => {
  if (isLate) return new NotAnswered('timeout', `no complete response within ${timeoutMs} ms`, cause)
  const message = cause === undefined ? cut : (networkReason(codeOf(cause)) ?? firstLine(cause))
  return new NotAnswered(isUnreached ? 'unreachable' : 'broken', message, cause)
}

const kept = 64 * 1024

/**
 * Sends raw bytes and reads the response, which must be complete within the time limit, as for the service
 * (Registering: a 2xx within 5 seconds). Redirects are not followed (Events, delivery 5). @throws NotAnswered, or the
 * reason of the signal.
 */
export async function post(request: Delivery, options: RequestOptions): Promise<Posted> {
  const { timeoutMs, signal } = options
  const reply = await sendRequest(request, { most: kept, ...options }).catch((error: unknown) => {
    throw new NotAnswered('broken', firstLine(error), error)
  })
  signal?.throwIfAborted()
  const { status, headers, body, durationMs: ms } = reply
  if (status === undefined) throw notAnswered(reply, timeoutMs)
  return { status, headers, body, ms }
}

/** The response in a few words: the status, and the location of a redirect, which is not followed. */
export function outcomeOf({ status, headers }: Pick<Posted, 'status' | 'headers'>): string {
  if (status < 300 || status > 399) return `answered ${status}`
  const location = headers.find(([name]) => name.toLowerCase() === 'location')?.[1]
  const to = location === undefined ? '' : `: ${spelledOut(location, 300)}`
  return `answered ${status}, a redirect that is not followed${to}`
}
