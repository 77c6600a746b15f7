/** The exit code of an interrupted command. Documented in docs/reference/errors.md. */
export const interruptedExit = 130

/** A run that the user interrupted, and that kept what it had seen until then. */
export class InterruptedRun extends Error {
  override readonly name = 'InterruptedRun'
}

/**
 * Waits for work or for the signal, whichever is first, because a service that hangs must not hold up a user who gave
 * up. The work itself continues, so use it only where the process ends next.
 * @throws the signal's reason when it is aborted.
 */
export function untilAborted<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = (): void => reject(signal.reason instanceof Error ? signal.reason : new Error('aborted'))
    if (signal.aborted) abort()
    signal.addEventListener('abort', abort, { once: true })
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort))
  })
}

/** Resolves when the signal is aborted. */
export function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    signal.addEventListener('abort', () => resolve(), { once: true })
    if (signal.aborted) resolve()
  })
}
