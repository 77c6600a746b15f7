import { expect, test } from 'vitest'

import { NOW, openSandbox } from './support/sandbox.js'

test('more than so many requests of a key in a second are refused, until the next second', async () => {
  let now = NOW
  const { send } = await openSandbox({
    rateLimit: 2,
    clock: () => now,
    apiKeys: ['sandbox-key', 'other-key'],
  })
  const read = (key = 'sandbox-key') => send('GET', '/customers', { key })
  expect([(await read()).status, (await read()).status]).toEqual([200, 200])
  expect(await read()).toMatchObject({
    status: 429,
    body: expect.any(String),
    headers: { 'retry-after': '1', 'x-api-version': '2025-03-13', vary: 'X-API-Version' },
  })
  expect((await read('other-key')).status).toBe(200)
  expect((await read('wrong-key')).status).toBe(401)
  expect((await send('GET', '/controls/clock')).status).toBe(200)
  now = new Date(NOW.getTime() + 1000)
  expect((await read()).status).toBe(200)
})

test('a refused request is not stored under its idempotency key', async () => {
  let now = NOW
  const { send } = await openSandbox({ rateLimit: 1, clock: () => now })
  const body = { customer_type: 'Person', email: 'a@b.test' }
  const create = () => send('POST', '/customers', { body, idempotencyKey: 'k' })
  await send('GET', '/customers')
  expect((await create()).status).toBe(429)
  now = new Date(NOW.getTime() + 1000)
  expect((await create()).status).toBe(201)
})

test('without a limit nobody is refused', async () => {
  const { send } = await openSandbox()
  const replies = await Promise.all(Array.from({ length: 50 }, () => send('GET', '/fiatcurrencies')))
  expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]))
})
