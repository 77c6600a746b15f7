import {
  Agent as HttpAgent,
  type ClientRequest,
  type IncomingMessage,
  request as httpRequest,
} from 'node:http'
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https'
import type { Delivery, Fields, Reply } from './delivery.js'
import { failureText } from './failures.js'

/** How deliveries are carried. Times are in milliseconds. */
export interface CourierOptions {
  readonly url: URL
  /** A sender waits so long for the whole answer (Limits, webhook endpoint response time). */
  readonly timeoutMs: number
  /** The pause between two drops of a body that comes slowly. */
  readonly dropMs: number
  readonly signal: AbortSignal
}

/** What of a delivery's journey differs from the usual. */
export interface Journey {
  /** Keeps its connection for the next delivery with the same agent. */
  readonly agent?: HttpAgent
  readonly timeoutMs?: number
}

/** In how many parts a body comes that comes slowly. */
export const drops = 8
const keptOfAnswer = 16 * 1024
/** A receiver that does not know of the question is not asked for longer. */
const askedMs = 1000

/** An agent for one connection that is kept. */
export const keptConnection = (url: URL): HttpAgent =>
  url.protocol === 'https:'
    ? new HttpsAgent({ keepAlive: true, maxSockets: 1 })
    : new HttpAgent({ keepAlive: true, maxSockets: 1 })

const fieldsOf = ({ rawHeaders }: IncomingMessage): Fields =>
  rawHeaders.flatMap((name, index): [string, string][] =>
    index % 2 === 0 ? [[name, rawHeaders[index + 1] ?? '']] : [],
  )

const lengthFields = ({ framing = 'length', body }: Delivery): Fields => {
  if (framing === 'chunked') return [['transfer-encoding', 'chunked']]
  const length = ['content-length', String(body.length)] as const
  return framing === 'expected' ? [length, ['expect', '100-continue']] : [length]
}

const writeDrops = (request: ClientRequest, body: Buffer, pauseMs: number): void => {
  const size = Math.max(1, Math.ceil(body.length / drops))
  let at = 0
  const next = (): void => {
    if (request.destroyed) return
    const drop = body.subarray(at, at + size)
    at += size
    if (at >= body.length) {
      request.end(drop)
      return
    }
    request.write(drop)
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

const write = (request: ClientRequest, delivery: Delivery, dropMs: number): void => {
  const { body, framing } = delivery
  if (framing === 'drops') writeDrops(request, body, dropMs)
  else if (framing === 'expected') writeWhenAsked(request, body)
  else request.end(body)
}

/** Puts an answer together; what is said of it ends when it does, or when the connection breaks behind its status. */
const heard = (response: IncomingMessage, done: (body: string) => void): void => {
  const parts: Buffer[] = []
  let length = 0
  const end = (): void => done(Buffer.concat(parts).subarray(0, keptOfAnswer).toString('utf8'))
  response.on('data', (part: Buffer) => {
    if (length < keptOfAnswer) parts.push(part)
    length += part.length
  })
  response.once('end', end)
  response.once('close', end)
}

/** Carries one delivery to the receiver and its answer back: no redirects, no retries. Never rejects. */
export function carry(delivery: Delivery, options: CourierOptions, journey: Journey = {}): Promise<Reply> {
  const { url, dropMs, signal } = options
  const { timeoutMs = options.timeoutMs, agent = false } = journey
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
    const finish = (reply: Pick<Reply, 'status' | 'headers' | 'body' | 'failure' | 'isLate'>): void => {
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
      heard(response, (body) => {
        if (late) fail(new Error('late'))
        else finish({ status: response.statusCode ?? 0, headers: fieldsOf(response), body })
      }),
    )
    write(request, delivery, dropMs)
  })
}
