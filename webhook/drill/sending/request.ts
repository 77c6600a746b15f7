import {
  Agent as HttpAgent,
  type ClientRequest,
  type IncomingMessage,
  request as httpRequest,
} from 'node:http'
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https'
import { codeOf, isNoHttp, isUnconnected, networkReason } from '../../../diagnostics/index.js'
import type { Delivery, HeaderFields } from './delivery.js'

/** The response to a delivery, or the reason why there was none. */
export interface Reply {
  /** Undefined when no whole response came. */
  readonly status?: number
  readonly statusText?: string
  readonly headers: HeaderFields
  readonly body: string
  /** The reason why there is no response, in a few words without variable parts. */
  readonly failure?: string
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
export function isTaken({ status }: Pick<Reply, 'status'>): boolean {
  return status !== undefined && status >= 200 && status < 300
}

/** True for an established connection that ended without a response before the time limit. */
export function isClosed({ status, isLate = false, connected }: Reply): boolean {
  return status === undefined && connected && !isLate
}

/** True for a server error, and for a connection that ended without a response: the delivery need not be its cause. */
export function isServerError(reply: Reply): boolean {
  return isClosed(reply) || (reply.status ?? 0) >= 500
}

/** The response in a few words, such as `answered 401` or `gave no answer within 5 s`. */
export function replyText({ status, failure = 'gave no answer' }: Reply): string {
  return status === undefined ? failure : `answered ${status}`
}

/** A response that is not HTTP. */
export const notHttp = 'answered something that is no HTTP'

/** A response shorter than announced; only a whole one acknowledges. */
export const cutAnswer = 'ended the connection before its answer was whole'

/** The reason why an exchange ended without a response, after "the receiver". It has no addresses or ports. */
export function failureText(error: Error): string {
  const code = codeOf(error)
  if (isNoHttp(code)) return notHttp
  const reason = networkReason(code)
  if (reason !== undefined) return `gave no answer, because ${reason}`
  return code === undefined ? 'gave no answer' : `gave no answer (${code})`
}

/** Options of a sender. Times are in milliseconds. */
export interface SenderOptions {
  readonly url: URL
  /** The sender's time limit for the whole response (Limits, webhook endpoint response time). */
  readonly timeoutMs: number
  readonly chunkPauseMs: number
  readonly signal: AbortSignal
}

export interface RequestOptions {
  /** Keeps the connection for the next delivery with the same agent. */
  readonly agent?: HttpAgent
  readonly timeoutMs?: number
}

export const slowChunks = 8
const keptOfAnswer = 128 * 1024

/** An agent for a single kept connection. */
export function keptConnection(url: URL): HttpAgent {
  return url.protocol === 'https:'
    ? new HttpsAgent({ keepAlive: true, maxSockets: 1 })
    : new HttpAgent({ keepAlive: true, maxSockets: 1 })
}

const fieldsOf = ({ rawHeaders }: IncomingMessage): HeaderFields =>
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

/** Reads a response to its end, or until the connection breaks after the head; then it is not whole. */
const readReply = (response: IncomingMessage, done: (body: string, isWhole: boolean) => void): void => {
  const chunks: Buffer[] = []
  let length = 0
  const end = (): void =>
    done(Buffer.concat(chunks).subarray(0, keptOfAnswer).toString('utf8'), response.complete)
  response.on('data', (chunk: Buffer) => {
    if (length < keptOfAnswer) chunks.push(chunk)
    length += chunk.length
  })
  response.once('end', end)
  response.once('close', end)
}

/** Sends one delivery and reads the response: no redirects, no retries. Never rejects. */
export function sendRequest(
  delivery: Delivery,
  options: SenderOptions,
  own: RequestOptions = {},
): Promise<Reply> {
  const { url, chunkPauseMs, signal } = options
  const { timeoutMs = options.timeoutMs, agent = false } = own
  const send = url.protocol === 'https:' ? httpsRequest : httpRequest
  const began = performance.now()
  let connected = false
  return new Promise((resolve) => {
    const method = delivery.method ?? 'POST'
    const { body, isSlow = false } = delivery
    const headers = [...delivery.headers, ['host', url.host], ['content-length', String(body.length)]].flat()
    const request = send(url, { method, headers, agent, signal })
    let late = false
    const timer = setTimeout(() => {
      late = true
      request.destroy()
    }, timeoutMs)
    const finish = (reply: Omit<Reply, 'connected' | 'durationMs'>): void => {
      clearTimeout(timer)
      resolve({ ...reply, connected, durationMs: performance.now() - began })
    }
    const fail = (error: Error): void => {
      const failure = late ? `gave no whole answer within ${timeoutMs / 1000} s` : failureText(error)
      finish({
        headers: [],
        body: '',
        failure,
        isLate: late,
        isUnreached: !late && isUnconnected(codeOf(error)),
      })
    }
    request.once('socket', (socket) => {
      const event = url.protocol === 'https:' ? 'secureConnect' : 'connect'
      if (socket.connecting) socket.once(event, () => (connected = true))
      else connected = true
    })
    request.on('error', fail)
    request.once('response', (response) =>
      readReply(response, (body, isWhole) => {
        if (late) fail(new Error('late'))
        else if (!isWhole) finish({ headers: fieldsOf(response), body, failure: cutAnswer })
        else {
          const { statusCode: status = 0, statusMessage: statusText = '' } = response
          finish({ status, statusText, headers: fieldsOf(response), body })
        }
      }),
    )
    if (isSlow) writeSlowly(request, body, chunkPauseMs)
    else request.end(body)
  })
}
