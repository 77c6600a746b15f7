import { RampartError } from '../../diagnostics/index.js'
import type { Clock } from './clock.js'
import type { FetchEvent } from '../model/options.js'
import type { FetchedResponse } from './response.js'
import { attempt, type RequestContext } from './attempt.js'
import type { ProgressListener } from './read-body.js'
import { retryDelay } from './retry-delay.js'

/** A request context, with a clock for retries. */
export interface FetchContext extends RequestContext {
  readonly clock: Clock
  readonly onEvent: (event: FetchEvent) => void
}

const afterAll = (failure: RampartError, attempts: number): RampartError =>
  new RampartError(failure.code, {
    message: attempts === 1 ? failure.message : `${failure.message} Tried ${attempts} times.`,
    fix: failure.fix,
    cause: failure.cause,
    ...(failure.where ? { where: failure.where } : {}),
  })

/**
 * Fetches one URL, and retries after temporary failures: network errors and the statuses 429, 500, 502, 503 and 504.
 * @throws RampartError with an exit code by cause, or the signal's reason when aborted
 */
export async function download(
  url: URL,
  context: FetchContext,
  onBytes: ProgressListener,
): Promise<FetchedResponse> {
  const { attempts } = context.limits
  for (let failures = 1; ; failures += 1) {
    const outcome = await attempt(url, context, onBytes)
    if ('response' in outcome) return outcome.response
    if (failures >= attempts) throw afterAll(outcome.failure, attempts)
    const delayMs = retryDelay(failures, outcome.retryAfter, context.clock)
    context.onEvent({ type: 'retry', url: url.href, reason: outcome.failure.message, delayMs })
    await context.clock.sleep(delayMs, context.signal)
  }
}
