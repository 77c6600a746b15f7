import { Agent, type Dispatcher, request } from 'undici'
import { codeOf, isUnconnected, networkReason } from '../../diagnostics/index.js'
import { spelledOut } from '../../reporting/index.js'
import type { HeaderLines } from './delivery.js'

export interface Posted {
  readonly status: number
  readonly headers: HeaderLines
  /** The beginning of the body. */
  readonly body: Buffer
  /** Milliseconds until the head of the response arrived. */
  readonly ms: number
}

export interface PostOptions {
  readonly url: string
  readonly headers: Readonly<Record<string, string>> | string[]
  readonly body: string | Uint8Array
  readonly timeoutMs: number
  readonly signal?: AbortSignal
  /** The most bytes of the response that are read; 64 KiB by default. */
  readonly most?: number
  readonly method?: string
  readonly dispatcher?: Dispatcher
}

/** Why there is no response; `unreachable` means that nothing was sent. */
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

/** A pool of kept connections, without time-outs of its own. */
export function connections(): Agent {
  return new Agent({ headersTimeout: 0, bodyTimeout: 0, connect: { timeout: 10_000 } })
}

const firstLine = (error: unknown): string =>
  error instanceof Error ? (error.message.split('\n')[0] ?? '').slice(0, 200) : 'no reason was given'

const notAnswered = (error: unknown, timedOut: boolean, timeoutMs: number): NotAnswered => {
  if (timedOut) return new NotAnswered('timeout', `no whole answer within ${timeoutMs} ms`, error)
  const code = codeOf(error)
  const message = networkReason(code) ?? firstLine(error)
  return new NotAnswered(isUnconnected(code) ? 'unreachable' : 'broken', message, error)
}

/** The first bytes of a body. If it breaks off before them, or is late, there is no response. */
const beginning = async (body: Dispatcher.ResponseData['body'], most: number): Promise<Buffer> => {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of body) {
    const bytes = Buffer.from(chunk)
    chunks.push(bytes)
    length += bytes.length
    if (length > most) break
  }
  return Buffer.concat(chunks).subarray(0, most)
}

const linesOf = (headers: Dispatcher.ResponseData['headers']): HeaderLines =>
  Object.entries(headers).flatMap(([name, value]) =>
    (Array.isArray(value) ? value : [value ?? '']).map((one): [string, string] => [name, one]),
  )

/**
 * Posts raw bytes and reads the response, which must be whole within the time limit, as for the service (Registering: a
 * 2xx within 5 seconds). Redirects are not followed (Events, delivery 5).
 * @throws NotAnswered, or the reason of the signal.
 */
export async function post(options: PostOptions): Promise<Posted> {
  const { url, headers, body, timeoutMs, signal, most = 64 * 1024, method = 'POST', dispatcher } = options
  const timer = AbortSignal.timeout(timeoutMs)
  const begun = performance.now()
  try {
    const answer = await request(url, {
      method,
      headers,
      body,
      signal: signal ? AbortSignal.any([signal, timer]) : timer,
      ...(dispatcher && { dispatcher }),
    })
    const ms = performance.now() - begun
    return {
      status: answer.statusCode,
      headers: linesOf(answer.headers),
      ms,
      body: await beginning(answer.body, most),
    }
  } catch (error) {
    signal?.throwIfAborted()
    throw notAnswered(error, timer.aborted, timeoutMs)
  }
}

/** The response in a few words: the status, and the location of a redirect, which is not followed. */
export function outcomeOf({ status, headers }: Pick<Posted, 'status' | 'headers'>): string {
  if (status < 300 || status > 399) return `answered ${status}`
  const location = headers.find(([name]) => name.toLowerCase() === 'location')?.[1]
  const to = location === undefined ? '' : `: ${spelledOut(location, 300)}`
  return `answered ${status}, a redirect that is not followed${to}`
}
