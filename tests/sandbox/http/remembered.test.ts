import { describe, expect, test } from 'vitest'

import { createRememberedAnswers } from '../../../sandbox/http/remembered.js'
import { createChance } from '../../../sandbox/state/chance.js'
import { createWitness } from '../../../sandbox/state/witness.js'

const START = Date.parse('2026-08-01T00:00:00.000Z')
const LATER = '2026-08-01T00:00:01.000Z'
const EARLIER = '2026-07-31T23:59:59.000Z'

const always = { from: -Infinity, until: Infinity }

const open = () => {
  const time = { now: START }
  const clock = () => new Date(time.now)
  const { find, forget, keep } = createRememberedAnswers(clock)
  const keepTwice: typeof keep = (key, answer, span) => {
    keep(key, answer, span)
    keep(key, answer, span)
  }
  return { time, witness: createWitness(clock, createChance(1)), find, forget, keep, keepTwice }
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
    const { time, find, keepTwice } = open()
    keepTwice('key', answer(200), { from: START, until: START + 1000 })
    const there = (milliseconds: number) => {
      time.now = START + milliseconds
      return find('key') !== undefined
    }
    expect([-1, 0, 999, 1000, 500].map(there)).toEqual([false, true, true, false, true])
  })

  test.each([
    ['a refusal', answer(404), Infinity],
    ['what cannot be repeated', answer(200), -Infinity],
  ])('are not %s', (_name, given, until) => {
    const { find, keepTwice } = open()
    keepTwice('key', given, { from: -Infinity, until })
    expect(find('key')).toBeUndefined()
  })

  test('are those of requests that came before', () => {
    const { find, keep } = open()
    keep('key', answer(200), always)
    expect(find('key')).toBeUndefined()
    keep('key', answer(200), always)
    expect(find('key')).toBeDefined()
  })

  test('are forgotten with a change, and when they are too much', () => {
    const { find, forget, keepTwice } = open()
    keepTwice('one', answer(200), always)
    expect(find('one')).toBeDefined()
    forget()
    expect(find('one')).toBeUndefined()
    const large = answer(200, ' '.repeat(2 ** 20))
    for (let count = 0; count < 100; count += 1) keepTwice(`large-${count}`, large, always)
    expect(find('large-0')).toBeUndefined()
    expect(find('large-99')).toBeDefined()
  })
})
