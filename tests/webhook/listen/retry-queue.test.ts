import { describe, expect, test } from 'vitest'
import { type AttemptEnd, RetryQueue } from '../../../webhook/listen/forward/retry-queue.js'

const waits = { first: 1, longest: 4 }

const done = <T>(make: (resolve: (value: T) => void) => void): Promise<T> => new Promise(make)

describe('what waits for a target', () => {
  test('is attempted in order until the target is up, with waits that double up to the longest', async () => {
    let downs = 5
    const attempted: number[] = []
    const times: number[] = []
    await done<void>((resolve) => {
      const queue = new RetryQueue<number>({
        waits,
        random: () => 0.5,
        waiting: (_, ms) => times.push(ms),
        attempt: (item) => {
          downs -= 1
          if (downs >= 0) return Promise.resolve('down')
          attempted.push(item)
          if (item === 3) resolve()
          return Promise.resolve('done')
        },
      })
      for (const item of [1, 2, 3]) queue.push(item)
    })
    expect(attempted).toEqual([1, 2, 3])
    expect(times).toEqual([1, 2, 4, 4, 4, 4])
  })

  test('what comes later, also at the moment of the end, is attempted as well', async () => {
    const attempted: number[] = []
    await done<void>((resolve) => {
      const queue: RetryQueue<number> = new RetryQueue<number>({
        waits,
        attempt: (item) => {
          attempted.push(item)
          if (item < 20) void Promise.resolve().then(() => queue.push(item + 1))
          else resolve()
          return Promise.resolve<AttemptEnd>('done')
        },
      })
      queue.push(1)
    })
    expect(attempted).toEqual(Array.from({ length: 20 }, (_, index) => index + 1))
  })

  test('ends at once when it is closed, and says what is left', async () => {
    const queue = new RetryQueue<number>({
      waits: { first: 60_000, longest: 60_000 },
      attempt: () => Promise.resolve('down'),
    })
    queue.push(1)
    queue.push(2)
    await queue.close()
    expect(queue.size).toBe(2)
  })

  test('an attempt that is cut off by the end counts as not made', async () => {
    let begun = (): void => undefined
    const isBegun = done<void>((resolve) => (begun = resolve))
    const queue = new RetryQueue<number>({
      waits,
      attempt: (_, signal) =>
        new Promise((_resolve, reject) => {
          signal.addEventListener('abort', () => reject(new Error('cut off')))
          begun()
        }),
    })
    queue.push(1)
    await isBegun
    await queue.close()
    expect(queue.size).toBe(1)
  })
})
