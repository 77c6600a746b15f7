import {
  Agent as HttpAgent,
  type ClientRequest,
  type IncomingMessage,
  request as httpRequest,
} from 'node:http'
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https'
import type { Delivery, HeaderFields, Reply } from './delivery.js'
import { cutAnswer, failureText } from './failures.js'

/** Options of a sender. Times are in milliseconds. */
export interface SenderOptions {
  readonly url: URL
  /** The sender's time limit for the whole response (Limits, webhook endpoint response time). */
  readonly timeoutMs: number
  /** The pause between chunks of a slow body. */
  readonly chunkPauseMs: number
  readonly signal: AbortSignal
}

/** Options of one request. */
export interface RequestOptions {
  /** Keeps the connection for the next delivery with the same agent. */
  readonly agent?: HttpAgent
  readonly timeoutMs?: number
}

/** The number of chunks of a slow body. */
export const slowChunks = 8
const keptOfAnswer = 128 * 1024
/** How long the response to `Expect: 100-continue` is awaited, because a receiver may ignore it. */
const askedMs = 1000

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

const lengthFields = ({ framing = 'length', body }: Delivery): HeaderFields => {
  if (framing === 'chunked') return [['transfer-encoding', 'chunked']]
  const length = ['content-length', String(body.length)] as const
  return framing === 'expected' ? [length, ['expect', '100-continue']] : [length]
}

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

const writeWhenAsked = (request: ClientRequest, body: Buffer): void => {
  const timer = setTimeout(() => request.end(body), askedMs)
  request.once('continue', () => {
    clearTimeout(timer)
    request.end(body)
  })
  request.once('close', () => clearTimeout(timer))
  request.flushHeaders()
}

const write = (request: ClientRequest, delivery: Delivery, chunkPauseMs: number): void => {
  const { body, framing } = delivery
  if (framing === 'slow') writeSlowly(request, body, chunkPauseMs)
  else if (framing === 'expected') writeWhenAsked(request, body)
  else request.end(body)
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
  let connectedAt: number | undefined
  return new Promise((resolve) => {
    const method = delivery.method ?? 'POST'
    const headers = [...delivery.headers, ['host', url.host], ...lengthFields(delivery)].flat()
    const request = send(url, { method, headers, agent, signal })
    let late = false
    const timer = setTimeout(() => {
      late = true
      request.destroy()
    }, timeoutMs)
    const finish = (
      reply: Pick<Reply, 'status' | 'statusText' | 'headers' | 'body' | 'failure' | 'isLate'>,
    ): void => {
      clearTimeout(timer)
      const now = performance.now()
      const times = { durationMs: now - began, servedMs: now - (connectedAt ?? began) }
      resolve({ ...reply, ...times, connected: connectedAt !== undefined })
    }
    const fail = (error: Error): void => {
      const failure = late ? `gave no whole answer within ${timeoutMs / 1000} s` : failureText(error)
      finish({ headers: [], body: '', failure, isLate: late })
    }
    request.once('socket', (socket) => {
      const stands = (): void => {
        connectedAt ??= performance.now()
      }
      if (socket.connecting) socket.once(url.protocol === 'https:' ? 'secureConnect' : 'connect', stands)
      else stands()
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
    write(request, delivery, chunkPauseMs)
  })
}
