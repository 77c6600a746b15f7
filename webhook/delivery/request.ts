import {
  Agent as HttpAgent,
  type ClientRequest,
  type IncomingMessage,
  request as httpRequest,
} from 'node:http'
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https'
import { codeOf, isNoHttp, isUnconnected, networkReason } from '../../diagnostics/index.js'
import type { HeaderLines } from './delivery.js'

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

/**
 * True for a server error, and for a connection that ended without a response. The delivery need not be the
 * cause.
 */
export function isServerError(reply: Reply): boolean {
  return isClosed(reply) || (reply.status ?? 0) >= 500
}

/** The response in a few words, such as `answered 401` or `sent no response within 5 s`. */
export function replyText({ status, failure = 'sent no response' }: Reply): string {
  return status === undefined ? failure : `answered ${status}`
}

/** A response that is not HTTP. */
export const notHttp = 'sent something that is not HTTP'

/** A response shorter than announced, which does not acknowledge. */
export const cutAnswer = 'closed the connection before its response was complete'

/** The reason why an exchange ended without a response, after "the receiver". It has no addresses or ports. */
export function failureText(error: Error): string {
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
  readonly connections?: Connections
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

const fieldsOf = ({ rawHeaders }: IncomingMessage): HeaderLines =>
  rawHeaders.flatMap((name, index): [string, string][] =>
    index % 2 === 0 ? [[name, rawHeaders[index + 1] ?? '']] : [],
  )

const writeSlowly = (request: ClientRequest, body: Buffer, pauseMs: number): void => {
  const size = Math.max(1, Math.ceil(body.length / slowChunks))
  let at = 0
  const next = (): void => {
    if (request.destroyed) return
    const chunk = body.subarray(at, at + size)
    at += size
    if (at >= body.length) {
      request.end(chunk)
      return
    }
    request.write(chunk)
    setTimeout(next, pauseMs)
  }
  next()
}

/** Reads a response to its end, or until the connection breaks after the head; then it is incomplete. */
const readReply = (
  response: IncomingMessage,
  most: number,
  done: (body: Buffer, isWhole: boolean) => void,
): void => {
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
        const answered = { headers: fieldsOf(response), body: beginning }
        const { statusCode: status = 0, statusMessage: statusText = '' } = response
        if (late) fail(new Error('late'))
        else finish(isWhole ? { status, statusText, ...answered } : { ...answered, failure: cutAnswer })
      }),
    )
    if (isSlow) writeSlowly(request, body, chunkPauseMs)
    else request.end(body)
  })
}
