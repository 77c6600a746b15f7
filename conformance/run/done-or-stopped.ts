import { setTimeout as delay } from 'node:timers/promises'

/**
 * Resolves when work is done, or some time after the signal: what waits for something itself may go on for long.
 * @param graceMs how long that is, in milliseconds
 */
export async function doneOrStopped(
  work: Promise<unknown>,
  signal: AbortSignal | undefined,
  graceMs: number,
): Promise<void> {
  if (!signal) return void (await work)
  const ended = new AbortController()
  const stopped = new Promise<void>((resolve) => {
    const wait = (): void => void delay(graceMs, undefined, { signal: ended.signal }).then(resolve, resolve)
    if (signal.aborted) wait()
    signal.addEventListener('abort', wait, { once: true, signal: ended.signal })
  })
  await Promise.race([work, stopped]).finally(() => ended.abort())
}
