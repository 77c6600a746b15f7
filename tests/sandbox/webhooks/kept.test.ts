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
  endpointWith,
  openRegistered,
  register,
} from './support/delivering.js'
import { type Answering, openReceiver, status } from '../../support/receiver.js'

const open = async (path: string): Promise<Sandbox> =>
  openSandbox({ data: await openData(path), webhooks: { allowsLoopback: true } })

const failingTenTimes: Answering = (arrival, response, count) =>
  status(count <= 10 ? 500 : 200)(arrival, response, count)

const customersIn = (bodies: readonly { readonly body: string }[]): readonly unknown[] =>
  bodies.map(({ body }) => look(JSON.parse(body), 'data', 'customer_id'))

test('a ping that was answered while others wait is not sent again after a restart', async () => {
  const path = freshPath()
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
  await endpointWith(second, { pending: 0 })
  expect(receiver.arrivals.filter(({ body }) => body.includes('"ping"'))).toHaveLength(1)
})

test('nothing is delivered before it is kept, and everything once it is', async () => {
  const data = await openData(freshPath())
  let isFull = false
  const full: SandboxData = {
    ...data,
    durable: () => (isFull ? Promise.reject(new Error('no space left')) : data.durable()),
  }
  const { receiver, sandbox } = await openRegistered(undefined, { data: full })
  isFull = true
  const create = () =>
    sandbox.send('POST', '/customers', { body: { customer_type: 'Person', email: 'person@partner.test' } })
  expect((await create()).status).toBe(500)
  await new Promise((resolve) => setImmediate(resolve))
  expect(receiver.arrivals).toEqual([])
  isFull = false
  expect((await create()).status).toBe(201)
  await receiver.received(2)
  const log = list(await sandbox.send('GET', '/controls/events?sort_order=asc'), 'items')
  expect(customersIn(receiver.arrivals)).toEqual(log.map((event) => look(event, 'customer_id')))
})

test('a receiver that keeps failing is asked again by the real clock too', async () => {
  const webhooks = { allowsLoopback: true, backoff: { first: 1, longest: 20 } }
  const { receiver, sandbox } = await openRegistered(failingTenTimes, { webhooks, clock: () => new Date() })
  await createCustomer(sandbox)
  await receiver.received(11)
  await attempted(sandbox, 11)
})

test('the same seed waits the same times and signs the same bytes', async () => {
  const run = async () => {
    const { sandbox, secret } = await openRegistered(status(500))
    await createCustomer(sandbox)
    const [attempt] = await attempted(sandbox, 1)
    return [secret, look(await endpointOf(sandbox), 'next_attempt_at'), look(attempt, 'request_headers')]
  }
  expect(await run()).toEqual(await run())
})

test('the secret of a webhook is not kept of what its receiver sends back, in headers neither', async () => {
  const { receiver, sandbox, id, secret } = await openRegistered()
  receiver.answer(
    status(500, `${secret}${secret}`, { 'x-debug': `${secret} ${secret}`, 'x-plain': 'b\u00E9' }),
  )
  await sandbox.send('POST', `/controls/webhooks/${id}/ping`)
  const [attempt] = await attemptsOf(sandbox)
  expect(look(attempt, 'response_excerpt')).toBe('[secret][secret]')
  expect(look(attempt, 'response_headers')).toContainEqual(['x-debug', '[secret] [secret]'])
  expect(JSON.stringify(attempt)).not.toContain(secret)
})

test('a delivery that is refused ten times comes an eleventh time, each under another id', async () => {
  const { receiver, sandbox } = await openRegistered(failingTenTimes)
  await createCustomer(sandbox)
  for (let failures = 1; failures <= 10; failures += 1) {
    await attempted(sandbox, failures)
    expect(receiver.arrivals).toHaveLength(failures)
    expect(await endpointOf(sandbox)).toMatchObject({
      state: 'waiting',
      failures,
      pending: 1,
      last_failure_reason: 'answered 500; only 200 acknowledges',
    })
    await advance(sandbox, (1300 * 2 ** (failures - 1)) / 1000)
  }
  const arrivals = await receiver.received(11)
  expect(new Set(arrivals.map(({ headers }) => headers['webhook-id'])).size).toBe(11)
  expect(new Set(arrivals.map(({ body }) => body)).size).toBe(1)
  await endpointWith(sandbox, { state: 'idle' })
})
