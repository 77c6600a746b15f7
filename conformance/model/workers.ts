import { once } from 'node:events'

/** Awaits all promises, so that no request is in flight when one of them ends the run. */
export async function together<T>(all: readonly Promise<T>[]): Promise<T[]> {
  await Promise.allSettled(all)
  return Promise.all(all)
}

/** Does work several times concurrently. */
export async function atOnce(count: number, work: () => Promise<void>): Promise<void> {
  await together(Array.from({ length: count }, work))
}

/** Does work on each item in order, on some of them concurrently, and on no further one once it is over. */
export async function eachAtOnce<T>(
  items: readonly T[],
  count: number,
  work: (item: T) => Promise<void>,
  isOver = (): boolean => false,
): Promise<void> {
  const left = items.values()
  await atOnce(count, async () => {
    for (const item of left) {
      if (isOver()) return
      await work(item)
    }
  })
}

/** Resolves once a signal is aborted. @param ended stops listening, and rejects */
export async function whenAborted(signal: AbortSignal, ended?: AbortSignal): Promise<void> {
  if (!signal.aborted) await once(signal, 'abort', ended && { signal: ended })
}
