import { describe, expect, test } from 'vitest'
import {
  type AttemptEnd,
  ForwardQueue,
  type NotTaken,
} from '../../../webhook/listen/forward/forward-queue.js'

interface Run {
  /** Numbers that were taken, in order. */
  readonly taken: readonly number[]
  /** Every attempt, as seconds and number. */
  readonly attempts: readonly string[]
  readonly waits: readonly (NotTaken & { readonly number: number })[]
}

type Target = (number: number, about: { readonly at: number; readonly count: number }) => AttemptEnd

/** Runs a queue against a target of one function until it is empty or `until` seconds are over; no time passes. */
const run = async (numbers: readonly number[], target: Target, until = Infinity): Promise<Run> => {
  let ms = 0
  const taken: number[] = []
  const attempts: string[] = []
  const waits: (NotTaken & { readonly number: number })[] = []
  let end = (): void => undefined
  const isOver = new Promise<void>((resolve) => (end = resolve))
  const queue = new ForwardQueue({
    random: () => 0.5,
    clock: {
      now: () => ms,
      sleep: (wait, signal) => {
        ms += wait
        if (ms / 1000 <= until) return Promise.resolve()
        end()
        return new Promise((resolve) => signal.addEventListener('abort', () => resolve()))
      },
    },
    notTaken: (number, about) => void waits.push({ number, ...about }),
    attempt: (number) => {
      attempts.push(`${ms / 1000}: ${number}`)
      const found = target(number, { at: ms / 1000, count: attempts.length })
      if (found === 'taken') taken.push(number)
      if (taken.length === numbers.length) end()
      return Promise.resolve(found)
    },
  })
  for (const number of numbers) queue.push(number)
  await isOver
  await queue.close()
  return { taken, attempts, waits }
}

const five = [1, 2, 3, 4, 5]

describe('deliveries for a target', () => {
  test('go one after the other, in the order of their numbers', async () => {
    expect((await run([1, 3, 2], () => 'taken')).taken).toEqual([1, 2, 3])
  })

  test.each<AttemptEnd>(['unreachable', 'failed'])(
    'that is %s for a while keep their order; the first is tried again after 1 s, 2 s, 4 s, and 5 s at most',
    async (down) => {
      const { taken, attempts } = await run(five, (_, { count }) => (count <= 5 ? down : 'taken'))
      expect(taken).toEqual(five)
      expect(attempts.slice(0, 6)).toEqual(['0: 1', '1: 1', '3: 1', '7: 1', '12: 1', '17: 1'])
    },
  )

  test('that is not there for two hours keep their order, and nothing but the first is tried', async () => {
    const { taken, attempts } = await run(five, (_, { at }) => (at < 7200 ? 'unreachable' : 'taken'))
    expect(taken).toEqual(five)
    expect(new Set(attempts.slice(0, -4).map((one) => one.split(' ')[1]))).toEqual(new Set(['1']))
  })

  test('that answers 503 for an hour keep their order', async () => {
    const { taken } = await run(five, (_, { at }) => (at < 3600 ? 'failed' : 'taken'))
    expect(taken).toEqual(five)
  })

  test('one that is refused for ever holds the others up for a second, and is tried again by itself', async () => {
    const { taken, attempts, waits } = await run(
      five,
      (number) => (number === 1 ? 'refused' : 'taken'),
      200_000,
    )
    expect(taken).toEqual([2, 3, 4, 5])
    expect(attempts.slice(0, 7)).toEqual(['0: 1', '1: 1', '1: 2', '1: 1', '1: 3', '1: 4', '1: 5'])
    const aside = waits.filter(({ isAside }) => isAside).map(({ ms }) => ms / 1000)
    expect(aside.slice(0, 5)).toEqual([4, 8, 16, 32, 64])
    expect(Math.max(...aside)).toBe(3600)
  })

  test('one that makes the target fail holds the others up for some seconds', async () => {
    const { taken, attempts } = await run(five, (number) => (number === 2 ? 'failed' : 'taken'), 100)
    expect(taken).toEqual([1, 3, 4, 5])
    expect(attempts).toContain('17: 3')
  })

  test('a run of those that are refused is passed as well', async () => {
    const numbers = Array.from({ length: 30 }, (_, index) => index + 1)
    const { taken } = await run(numbers, (number) => (number <= 12 ? 'refused' : 'taken'), 60)
    expect(taken).toEqual(numbers.slice(12))
  })

  test('those that were set aside go at once when the target takes one of them, or was away and is back', async () => {
    const mended = await run(five, (number, { at }) => (number <= 2 && at < 600 ? 'refused' : 'taken'), 5000)
    expect(mended.taken).toEqual([3, 4, 5, 1, 2])
    const [one, two] = mended.attempts.slice(-2).map((text) => text.split(':')[0])
    expect(one).toBe(two)
    const restarted: Target = (number, { at }) => {
      if (at > 1000 && at < 1010) return 'unreachable'
      return number === 1 && at < 1010 ? 'refused' : 'taken'
    }
    const back = await run([1, 2], restarted, 100_000)
    expect(back.taken).toEqual([2, 1])
  })

  test('a target that refuses all for a while gets them in order', async () => {
    expect((await run(five, (_, { at }) => (at < 30 ? 'refused' : 'taken'))).taken).toEqual(five)
  })

  test('what comes in the moment of the end is attempted as well', async () => {
    const attempted: number[] = []
    await new Promise<void>((resolve) => {
      const queue: ForwardQueue = new ForwardQueue({
        attempt: (number) => {
          attempted.push(number)
          if (number < 20) void Promise.resolve().then(() => queue.push(number + 1))
          else resolve()
          return Promise.resolve<AttemptEnd>('taken')
        },
      })
      queue.push(1)
    })
    expect(attempted).toEqual(Array.from({ length: 20 }, (_, index) => index + 1))
  })

  test('the user may end the waits, or give one up', async () => {
    const ends: AttemptEnd[] = ['failed', 'failed', 'taken']
    const attempted: number[] = []
    await new Promise<void>((resolve) => {
      const queue: ForwardQueue = new ForwardQueue({
        notTaken: () =>
          void Promise.resolve().then(() => (attempted.length === 1 ? queue.hurry() : queue.remove(1))),
        attempt: (number) => {
          attempted.push(number)
          if (attempted.length === 3) resolve()
          return Promise.resolve(ends[attempted.length - 1] ?? 'taken')
        },
        clock: {
          now: () => 0,
          sleep: (_, signal) => new Promise((done) => signal.addEventListener('abort', () => done())),
        },
      })
      queue.push(1)
      queue.push(2)
    }).catch(() => undefined)
    expect(attempted).toEqual([1, 1, 2])
  })

  test('the end cuts waits and attempts off, and leaves what is left', async () => {
    let begun = (): void => undefined
    const isBegun = new Promise<void>((resolve) => (begun = resolve))
    const queue = new ForwardQueue({
      attempt: (_, __, signal) =>
        new Promise((resolve) => {
          signal.addEventListener('abort', () => resolve('unreachable'))
          begun()
        }),
    })
    queue.push(1)
    queue.push(2)
    await isBegun
    await queue.close()
    expect(queue.size).toBe(2)
  })
})
