import { codeOf, networkReason } from '../../diagnostics/index.js'
import { spelledOut } from '../../reporting/index.js'
import type { HeaderLines } from './delivery.js'
import { type Delivery, type Reply, type RequestOptions, sendRequest } from './request.js'

export interface Posted {
  readonly status: number
  readonly headers: HeaderLines
  /** The beginning of the body. */
  readonly body: Buffer
  /** Milliseconds until the response was complete. */
  readonly ms: number
}

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
 * (Registering: a 2xx within 5 seconds). Redirects are not followed (Events, delivery 5).
 * @throws NotAnswered, or the reason of the signal.
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
