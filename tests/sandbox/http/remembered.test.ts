import { describe, expect, test } from 'vitest'

import { createRememberedAnswers } from '../../../sandbox/http/remembered.js'
import { createChance } from '../../../sandbox/state/chance.js'
import { createWitness } from '../../../sandbox/state/witness.js'

const START = Date.parse('2026-08-01T00:00:00.000Z')
const LATER = '2026-08-01T00:00:01.000Z'
const EARLIER = '2026-07-31T23:59:59.000Z'

const open = () => {
  const time = { now: START }
  const clock = () => new Date(time.now)
  return { time, witness: createWitness(clock, createChance(1)), remembered: createRememberedAnswers(clock) }
}

const answer = (status: number, body = '{}') => ({ status, headers: {}, body })

describe('how long work would come to the same', () => {
  const { witness } = open()
  test.each([
    ['for ever where it asks nothing', () => {}, [-Infinity, Infinity]],
    ['until a moment that has not come', () => witness.isPast(LATER), [-Infinity, START + 1000]],
    ['since a moment that has come', () => witness.isPast(EARLIER), [START - 1000, Infinity]],
  ])('%s', (_name, work, [from, until]) => {
    expect(witness.watch(work).span).toEqual({ from, until })
  })
  test.each([
    ['the time', () => witness.clock()],
    ['a new id', () => witness.chance.uuid('any')],
    ['a change', () => witness.cannotRepeat()],
  ])('never where it takes %s', (_name, work) => {
    const { from, until } = witness.watch(work).span
    expect(from < until).toBe(false)
  })
})

describe('remembered answers', () => {
  test('are given while the clock stands within their span, whichever way it moves', () => {
    const { time, remembered } = open()
    remembered.keep('key', answer(200), { from: START, until: START + 1000 })
    const there = (milliseconds: number) => {
      time.now = START + milliseconds
      return remembered.find('key') !== undefined
    }
    expect([-1, 0, 999, 1000, 500].map(there)).toEqual([false, true, true, false, true])
  })

  test.each([
    ['a refusal', answer(404), Infinity],
    ['what cannot be repeated', answer(200), -Infinity],
  ])('are not %s', (_name, given, until) => {
    const { remembered } = open()
    remembered.keep('key', given, { from: -Infinity, until })
    expect(remembered.find('key')).toBeUndefined()
  })

  test('are forgotten with a change, and when they are too much', () => {
    const { remembered } = open()
    const always = { from: -Infinity, until: Infinity }
    remembered.keep('one', answer(200), always)
    expect(remembered.find('one')).toBeDefined()
    remembered.forget()
    expect(remembered.find('one')).toBeUndefined()
    const large = answer(200, ' '.repeat(2 ** 20))
    for (let count = 0; count < 100; count += 1) remembered.keep(`large-${count}`, large, always)
    expect(remembered.find('large-0')).toBeUndefined()
    expect(remembered.find('large-99')).toBeDefined()
  })
})
