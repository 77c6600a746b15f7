import { syncBuiltinESMExports } from 'node:module'
import timers from 'node:timers/promises'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { delaysOf } from '../../../sandbox/pipeline/hooks.js'
import { createSeededRandom } from '../../../sandbox/primitives/environment.js'
import { NOW, openSandbox } from '../support/sandbox.js'

const waits = { asked: [] as number[], release: [] as (() => void)[] }

beforeEach(() => {
  vi.spyOn(timers, 'setTimeout').mockImplementation((delay = 0) => {
    waits.asked.push(delay)
    return new Promise((resolve) => waits.release.push(() => resolve(undefined)))
  })
  syncBuiltinESMExports()
})

afterEach(() => {
  vi.restoreAllMocks()
  syncBuiltinESMExports()
  waits.asked.length = 0
  waits.release.length = 0
})

const drawn = (seed: number, latency = { min: 50, max: 300 }): readonly number[] => {
  const next = delaysOf(latency, createSeededRandom(seed))
  return Array.from({ length: 40 }, next)
}

test('delays repeat with the seed, differ from request to request, and keep to their range', () => {
  expect(drawn(3)).toEqual(drawn(3))
  expect(drawn(3)).not.toEqual(drawn(4))
  expect(new Set(drawn(3)).size).toBeGreaterThan(20)
  expect(drawn(3).every((delay) => delay >= 50 && delay <= 300)).toBe(true)
  expect(new Set(drawn(3, { min: 80, max: 80 }))).toEqual(new Set([80]))
})

const body = { customer_type: 'Person', email: 'a@partner.test' }

test('answers below /api are held back by what was drawn for their request, refusals too', async () => {
  const { send } = await openSandbox({ latency: { min: 50, max: 300 }, seed: 3 })
  const replies = [
    send('GET', '/fiatcurrencies'),
    send('POST', '/customers', { body }),
    send('GET', '/nothing'),
    send('GET', '/customers', { key: null }),
  ]
  await vi.waitFor(() => expect(waits.asked).toHaveLength(4))
  expect(new Set(waits.asked)).toEqual(new Set(drawn(3).slice(0, 4)))
  expect((await send('GET', '/controls/clock')).status).toBe(200)
  expect((await send('GET', '/spec/versions')).status).toBe(200)
  expect(waits.asked).toHaveLength(4)
  for (const release of waits.release) release()
  expect((await Promise.all(replies)).map(({ status }) => status)).toEqual([200, 201, 404, 401])
})

test('the clock moves on meanwhile, and what is held back does not change', async () => {
  const late = await openSandbox({ latency: { min: 100, max: 100 } })
  const reply = late.send('POST', '/customers', { body })
  await vi.waitFor(() => expect(waits.asked).toEqual([100]))
  const moved = await late.send('POST', '/controls/clock', { body: { advance_seconds: 3600 } })
  expect(moved.status).toBe(200)
  waits.release[0]?.()
  expect((await reply).text).toContain(NOW.toISOString())
  const prompt = await openSandbox()
  expect((await prompt.send('POST', '/customers', { body })).text).toBe((await reply).text)
})

test.each([undefined, { min: 0, max: 0 }])('nothing waits with a latency of %j', async (latency) => {
  const { send } = await openSandbox(latency === undefined ? {} : { latency })
  expect((await send('GET', '/fiatcurrencies')).status).toBe(200)
  expect(waits.asked).toEqual([])
})
