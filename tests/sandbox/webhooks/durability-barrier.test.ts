import { expect, test } from 'vitest'

import { createDurabilityBarrier } from '../../../sandbox/webhooks/attempts.js'

interface One {
  readonly number: number
}

/** A barrier, and the numbers that it let through. */
const barrierOf = (durable: () => Promise<void> | undefined) => {
  const passed: number[] = []
  return { release: createDurabilityBarrier<One>(durable, ({ number }) => passed.push(number)), passed }
}

const numbers = (count: number): readonly One[] => Array.from({ length: count }, (_, number) => ({ number }))

test('what is kept at once is let through at once', () => {
  const { release, passed } = barrierOf(() => undefined)
  for (const one of numbers(3)) release.hold(one)
  expect(passed).toEqual([0, 1, 2])
})

test('what cannot be written waits for what comes next, and keeps its order', async () => {
  let writes: () => Promise<void> = () => Promise.reject(new Error('no space left'))
  const { release, passed } = barrierOf(() => writes())
  for (const one of numbers(2)) release.hold(one)
  await Promise.resolve()
  expect(passed).toEqual([])
  writes = () => Promise.resolve()
  release.hold({ number: 2 })
  await new Promise((resolve) => setImmediate(resolve))
  expect(passed).toEqual([0, 1, 2])
})

test('a hundred thousand that wait for one write are let through, each once', async () => {
  const all = numbers(100_000)
  const written = Promise.resolve()
  const { release, passed } = barrierOf(() => written)
  for (const one of all) release.hold(one)
  await new Promise((resolve) => setImmediate(resolve))
  expect(passed).toEqual(all.map(({ number }) => number))
})
