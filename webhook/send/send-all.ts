import { setMaxListeners } from 'node:events'
import { RampartError } from '../../diagnostics/index.js'
import { NotAnswered, outcomeOf, post, type Posted, type PostFailure } from '../delivery/post.js'
import { Connections, type RequestOptions } from '../delivery/request.js'
import type { Outgoing } from './outgoing.js'

export interface Attempt {
  /** True only for 200 (Events, delivery 5). */
  readonly isAcknowledged: boolean
  /** The status, or the reason why there is none, in a few words. */
  readonly outcome: string
  /** Milliseconds until the response was whole. */
  readonly ms?: number
  readonly answer?: Posted
  readonly failure?: PostFailure
}

/**
 * Sends one delivery.
 * @throws the reason of the signal.
 */
export async function attempt({ headers, body }: Outgoing, options: RequestOptions): Promise<Attempt> {
  try {
    const answer = await post({ headers: Object.entries(headers), body }, options)
    return { isAcknowledged: answer.status === 200, outcome: outcomeOf(answer), ms: answer.ms, answer }
  } catch (error) {
    if (!(error instanceof NotAnswered)) throw error
    return { isAcknowledged: false, outcome: error.message, failure: error.failure }
  }
}

/** The number of deliveries, their target, and limits. */
export interface SendAllOptions {
  readonly url: string
  readonly count: number
  readonly concurrency: number
  readonly timeoutMs: number
  readonly signal: AbortSignal
  readonly onSent: (sent: Outgoing, attempt: Attempt) => void
}

/** Sends deliveries concurrently; ends early when the signal is aborted. Responses are not kept. */
export async function sendAll(
  make: () => Promise<Outgoing>,
  { url, count, concurrency, timeoutMs, signal, onSent }: SendAllOptions,
): Promise<readonly Attempt[]> {
  const connections = new Connections()
  // Every pending request listens to the signal.
  setMaxListeners(0, signal)
  const attempts: Attempt[] = []
  let begun = 0
  const work = async (): Promise<void> => {
    while (begun < count && !signal.aborted) {
      begun += 1
      const next = await make()
      const made = await attempt(next, { url: new URL(url), timeoutMs, signal, connections })
      onSent(next, made)
      const { answer: _, ...short } = made
      attempts.push(short)
    }
  }
  try {
    await Promise.all(Array.from({ length: Math.min(concurrency, count) }, work))
  } finally {
    connections.destroy()
  }
  return attempts
}

/** The error after attempts; undefined when all were acknowledged. */
export function sendError(attempts: readonly Attempt[], url: string): RampartError | undefined {
  const failed = attempts.filter(({ isAcknowledged }) => !isAcknowledged)
  const [first] = failed
  if (first === undefined) return undefined
  const of = attempts.length === 1 ? '' : `${failed.length} of ${attempts.length} deliveries: `
  const isNever = attempts.every(({ failure }) => failure === 'unreachable')
  return new RampartError(isNever ? 'WEBHOOK_UNREACHABLE' : 'WEBHOOK_NOT_ACKNOWLEDGED', {
    message: `${of}${new URL(url).origin}: ${first.outcome}`,
  })
}
