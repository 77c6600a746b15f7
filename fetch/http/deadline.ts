/** The reason with which `withDeadline` aborts. */
export class TimeoutError extends Error {
  override readonly name = 'TimeoutError'
}

/**
 * Runs work with a timeout in milliseconds and the caller's signal.
 * Rejects with TimeoutError or the caller's own reason once the work has reacted to its signal.
 */
export async function withDeadline<T>(
  ms: number,
  outer: AbortSignal | undefined,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  outer?.throwIfAborted()
  const controller = new AbortController()
  const timer = setTimeout(() => controller.abort(new TimeoutError(`no complete answer within ${ms} ms`)), ms)
  const passOn = (): void => controller.abort(outer?.reason)
  outer?.addEventListener('abort', passOn, { once: true })
  try {
    return await work(controller.signal)
  } catch (error) {
    throw controller.signal.aborted ? controller.signal.reason : error
  } finally {
    clearTimeout(timer)
    outer?.removeEventListener('abort', passOn)
  }
}
