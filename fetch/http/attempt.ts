import { RampartError } from '../../diagnostics/index.js'
import type { FetchLimits } from '../model/options.js'
import type { FetchedResponse } from './response.js'
import { withDeadline } from './deadline.js'
import { statusError, isRetryable, unreachableError } from './errors.js'
import { type ProgressListener, readBody } from './read-body.js'
import { getFollowingRedirects } from './redirects.js'

const retryableStatuses: ReadonlySet<number> = new Set([429, 500, 502, 503, 504])

/** The settings that all requests of one run share. */
export interface RequestContext {
  readonly limits: FetchLimits
  readonly origins: ReadonlySet<string>
  readonly signal: AbortSignal | undefined
}

/** A response, or a failure that may not occur in another attempt. */
export type AttemptResult =
  | { readonly response: FetchedResponse }
  | { readonly failure: RampartError; readonly retryAfter: string | null }

const mediaTypeOf = (response: Response): string =>
  (response.headers.get('content-type') ?? '').replace(/;.*/s, '').trim().toLowerCase()

/**
 * One request with its redirects and its whole body, under one timeout.
 * @throws RampartError for every failure that retrying cannot fix, or the signal's reason when aborted
 */
export async function attempt(
  start: URL,
  context: RequestContext,
  onBytes: ProgressListener,
): Promise<AttemptResult> {
  try {
    return await withDeadline(context.limits.timeoutMs, context.signal, async (signal) => {
      const reply = await getFollowingRedirects(start, context.origins, signal)
      const { url, response } = reply
      if (response.status === 200) {
        const bytes = await readBody(reply, context.limits.maxBytes, onBytes)
        return { response: { url, mediaType: mediaTypeOf(response), bytes } }
      }
      await response.body?.cancel()
      const failure = statusError(url, response.status)
      if (!retryableStatuses.has(response.status)) throw failure
      return { failure, retryAfter: response.headers.get('retry-after') }
    })
  } catch (error) {
    if (error instanceof RampartError) throw error
    context.signal?.throwIfAborted()
    const failure = unreachableError(start, error)
    if (!isRetryable(error)) throw failure
    return { failure, retryAfter: null }
  }
}
