import { expect, onTestFinished, test } from 'vitest'

import { openData, type SandboxData } from '../../../sandbox/index.js'
import { createCustomer } from '../support/actors.js'
import { list, look } from '../support/look.js'
import { openSandbox, type Sandbox } from '../support/sandbox.js'
import { freshPath } from '../support/state.js'
import {
  advance,
  attempted,
  attemptsOf,
  endpointOf,
  idOf,
  openDelivering,
  register,
  until,
} from './support/delivering.js'
import { openReceiver, status } from './support/receiver.js'

const open = async (path: string): Promise<Sandbox> =>
  openSandbox({ data: await openData(path), webhooks: { allowsLoopback: true } })

const customersIn = (bodies: readonly { readonly body: string }[]): readonly unknown[] =>
  bodies.map(({ body }) => look(JSON.parse(body), 'data', 'customer_id'))

test('what is owed, how often it failed, and every attempt are there after a restart', async () => {
  const path = await freshPath()
  const receiver = await openReceiver(status(503))
  const first = await open(path)
  const { id, secret } = await register(first, receiver.url)
  const customers = [await createCustomer(first), await createCustomer(first)]
  await attempted(first, 2)
  await advance(first, 2)
  const before = await attempted(first, 4)
  const endpoint = await endpointOf(first)
  expect(endpoint).toMatchObject({ id, failures: 4, pending: 2, retrying: 2, state: 'waiting' })
  await first.app.close()

  const second = await open(path)
  onTestFinished(() => second.app.close())
  expect(await attemptsOf(second)).toEqual(before)
  // Failures in a row are those of one process; the waits of events go on.
  expect(await endpointOf(second)).toEqual({ ...Object(endpoint), failures: 0 })
  receiver.answer(status(200))
  await advance(second, 10)
  const arrivals = await receiver.received(6)
  expect(new Set(customersIn(arrivals.slice(4)))).toEqual(new Set(customers))
  expect(new Set(arrivals.map(({ headers }) => headers['webhook-id'])).size).toBe(6)
  const all = await attempted(second, 6)
  expect(new Set(all.map(idOf)).size).toBe(6)
  expect((await second.send('GET', '/controls/webhooks')).text).not.toContain(secret)
  await until(
    () => endpointOf(second),
    (one) => look(one, 'state') === 'idle',
  )
  await second.app.close()

  const third = await open(path)
  onTestFinished(() => third.app.close())
  expect(await attemptsOf(third)).toEqual(all)
  expect(await endpointOf(third)).toMatchObject({ pending: 0, failures: 0 })
  expect(receiver.arrivals).toHaveLength(6)
})

test('a ping that was answered while others wait is not sent again after a restart', async () => {
  const path = await freshPath()
  const receiver = await openReceiver((arrival, response, count) =>
    status(arrival.body.includes('"ping"') ? 200 : 500)(arrival, response, count),
  )
  const first = await open(path)
  const { id } = await register(first, receiver.url)
  await createCustomer(first)
  await attempted(first, 1)
  await first.send('POST', `/controls/webhooks/${id}/ping`)
  await attempted(first, 2)
  await first.app.close()

  receiver.answer(status(200))
  const second = await open(path)
  onTestFinished(() => second.app.close())
  await advance(second, 3600)
  await until(
    () => endpointOf(second),
    (endpoint) => look(endpoint, 'pending') === 0,
  )
  expect(receiver.arrivals.filter(({ body }) => body.includes('"ping"'))).toHaveLength(1)
})

test('nothing is delivered before it is kept, and everything once it is', async () => {
  const data = await openData(await freshPath())
  let isFull = false
  const full: SandboxData = {
    ...data,
    durable: () => (isFull ? Promise.reject(new Error('no space left')) : data.durable()),
  }
  const receiver = await openReceiver()
  const sandbox = await openDelivering({ data: full })
  await register(sandbox, receiver.url)
  isFull = true
  const create = () =>
    sandbox.app.inject({
      method: 'POST',
      url: '/api/customers',
      headers: { 'x-api-key': 'sandbox-key', 'content-type': 'application/json' },
      payload: '{"customer_type":"Person","email":"person@partner.test"}',
    })
  expect((await create()).statusCode).toBe(500)
  await new Promise((resolve) => setImmediate(resolve))
  expect(receiver.arrivals).toEqual([])
  isFull = false
  expect((await create()).statusCode).toBe(201)
  await receiver.received(2)
  const log = list(await sandbox.send('GET', '/controls/events?sort_order=asc'), 'items')
  expect(customersIn(receiver.arrivals)).toEqual(log.map((event) => look(event, 'customer_id')))
})

test('a sandbox ends while a receiver hangs, and delivers again when it is back', async () => {
  const path = await freshPath()
  const receiver = await openReceiver(() => undefined)
  const first = await open(path)
  await register(first, receiver.url)
  const customer = await createCustomer(first)
  await receiver.received(1)
  await first.app.close()
  receiver.answer(status(200))
  const second = await open(path)
  onTestFinished(() => second.app.close())
  expect(customersIn((await receiver.received(2)).slice(1))).toEqual([customer])
  expect(await attempted(second, 1)).toMatchObject([{ acknowledged: true }])
})

test('a clock that goes back does not hold deliveries up', async () => {
  const receiver = await openReceiver(status(500))
  const sandbox = await openDelivering()
  await register(sandbox, receiver.url)
  await advance(sandbox, 365 * 86_400)
  await createCustomer(sandbox)
  await attempted(sandbox, 1)
  receiver.answer(status(200))
  await sandbox.send('POST', '/controls/clock', { body: { reset: true } })
  await receiver.received(2)
})

test('a receiver that keeps failing is asked again by the real clock too', async () => {
  const receiver = await openReceiver((arrival, response, count) =>
    status(count <= 10 ? 500 : 200)(arrival, response, count),
  )
  const webhooks = { allowsLoopback: true, backoff: { first: 1, longest: 20 } }
  const sandbox = await openDelivering({ webhooks, clock: () => new Date() })
  await register(sandbox, receiver.url)
  await createCustomer(sandbox)
  await receiver.received(11)
  await attempted(sandbox, 11)
})

test('the same seed waits the same times and signs the same bytes', async () => {
  const run = async () => {
    const receiver = await openReceiver(status(500))
    const sandbox = await openDelivering()
    const { secret } = await register(sandbox, receiver.url)
    await createCustomer(sandbox)
    const [attempt] = await attempted(sandbox, 1)
    return {
      secret,
      next: look(await endpointOf(sandbox), 'next_attempt_at'),
      headers: look(attempt, 'request_headers'),
    }
  }
  expect(await run()).toEqual(await run())
})
