import { expect, test } from 'vitest'

import { createDurabilityBarrier } from '../../../sandbox/webhooks/owed.js'

interface One {
  readonly number: number
}

const numbers = (count: number): readonly One[] => Array.from({ length: count }, (_, number) => ({ number }))

test('what is kept at once is let through at once', () => {
  const passed: number[] = []
  const release = createDurabilityBarrier<One>(
    () => undefined,
    ({ number }) => passed.push(number),
  )
  for (const one of numbers(3)) release.hold(one)
  expect(passed).toEqual([0, 1, 2])
})

test('what cannot be written waits for what comes next, and keeps its order', async () => {
  const passed: number[] = []
  let writes: () => Promise<void> = () => Promise.reject(new Error('no space left'))
  const release = createDurabilityBarrier<One>(
    () => writes(),
    ({ number }) => passed.push(number),
  )
  const [first, second, third] = numbers(3)
  if (first === undefined || second === undefined || third === undefined)
    throw new TypeError('three are there')
  release.hold(first)
  release.hold(second)
  await Promise.resolve()
  expect(passed).toEqual([])
  writes = () => Promise.resolve()
  release.hold(third)
  await new Promise((resolve) => setImmediate(resolve))
  expect(passed).toEqual([0, 1, 2])
})

test('a hundred thousand that wait for one write are let through, each once', async () => {
  const all = numbers(100_000)
  const passed: number[] = []
  const written = Promise.resolve()
  const release = createDurabilityBarrier<One>(
    () => written,
    ({ number }) => passed.push(number),
  )
  for (const one of all) release.hold(one)
  await new Promise((resolve) => setImmediate(resolve))
  expect(passed).toEqual(all.map(({ number }) => number))
})
