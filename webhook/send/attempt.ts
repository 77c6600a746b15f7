import { NotAnswered, post, type Posted, type PostFailure, type PostOptions } from '../delivery/post.js'
import { outcomeOf } from '../delivery/outcome.js'
import type { Outgoing } from './outgoing.js'

/** The result of one delivery. */
export interface Attempt {
  /** True only for 200 (Events, delivery 5). */
  readonly isAcknowledged: boolean
  /** The status, or the reason why there is none, in a few words. */
  readonly outcome: string
  /** Milliseconds until the response began. */
  readonly ms?: number
  readonly answer?: Posted
  readonly failure?: PostFailure
}

/**
 * Sends one delivery.
 * @throws the reason of the signal.
 */
export async function attempt(
  { headers, body }: Outgoing,
  options: Omit<PostOptions, 'headers' | 'body'>,
): Promise<Attempt> {
  try {
    const answer = await post({ ...options, headers, body })
    return { isAcknowledged: answer.status === 200, outcome: outcomeOf(answer), ms: answer.ms, answer }
  } catch (error) {
    if (!(error instanceof NotAnswered)) throw error
    return { isAcknowledged: false, outcome: error.message, failure: error.failure }
  }
}
