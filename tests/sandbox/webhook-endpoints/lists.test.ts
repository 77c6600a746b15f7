import { expect, onTestFinished, test } from 'vitest'

import { openData } from '../../../sandbox/index.js'
import { createCustomer } from '../support/actors.js'
import { list, look, text } from '../support/look.js'
import { openSandbox } from '../support/sandbox.js'
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
} from '../webhooks/support/delivering.js'
import { openReceiver, status } from '../webhooks/support/receiver.js'

test('attempts are found by webhook, kind, outcome, status, customer, event, text and time', async () => {
  const [good, bad] = [await openReceiver(), await openReceiver(status(503))]
  const sandbox = await openDelivering()
  const { id } = await register(sandbox, good.url)
  await register(sandbox, bad.url)
  await register(sandbox, 'http://127.0.0.1:9/')
  const customer = await createCustomer(sandbox)
  const all = await attempted(sandbox, 3)
  const event = text(all[0], 'event_id')
  const counts = {
    [`webhook_id=${id}`]: 1,
    'type=customer_created': 3,
    'outcome=failed': 2,
    'status=200': 1,
    'status=503': 1,
    'status=5xx': 1,
    'status=4xx': 0,
    'status=404': 0,
    'status=none': 1,
    [`customer_id=${customer}`]: 3,
    'customer_id=another': 0,
    [`event_id=${event}`]: 3,
    [`text=${id.slice(4, 20).toUpperCase()}`]: 1,
    [`text=${idOf(all[1])}`]: 1,
    [`text=${customer.slice(0, 12)}`]: 3,
    'text=%22kind%22:%22CustomerCreated': 3,
    'text=nowhere': 0,
    'from=2026-09-01T12:00:00.000Z': 3,
    'from=2026-09-01T12:00:00.001Z': 0,
    'to=2026-09-01T12:00:00.000Z': 0,
    'to=2026-09-02': 3,
    [`status=503&customer_id=${customer}&outcome=failed`]: 1,
  }
  for (const [query, count] of Object.entries(counts))
    expect(await attemptsOf(sandbox, query), query).toHaveLength(count)
  for (const query of [
    'status=99',
    'status=50x',
    'status=ok',
    'from=yesterday',
    'to=2026-13-01',
    `text=${'x'.repeat(257)}`,
  ])
    expect((await sandbox.send('GET', `/controls/webhooks/attempts?${query}`)).status, query).toBe(400)
})

test('attempts are listed by when they began, which is what is shown', async () => {
  const receiver = await openReceiver(() => undefined)
  const quick = await openReceiver()
  const sandbox = await openDelivering({ webhooks: { allowsLoopback: true, timeout: 300 } })
  await register(sandbox, receiver.url)
  await createCustomer(sandbox)
  await receiver.received(1)
  const { id } = await register(sandbox, quick.url)
  await advance(sandbox, 1)
  await sandbox.send('POST', `/controls/webhooks/${id}/ping`)
  const attempts = await attempted(sandbox, 2)
  expect(attempts.map((attempt) => look(attempt, 'type'))).toEqual(['ping', 'customer_created'])
  const times = attempts.map((attempt) => text(attempt, 'at'))
  expect(times).toEqual(times.toSorted().toReversed())
})

test('events are listed with their attempts, by the newest that fits', async () => {
  const [good, bad] = [await openReceiver(), await openReceiver(status(500))]
  const sandbox = await openDelivering()
  const { id } = await register(sandbox, good.url)
  await register(sandbox, bad.url)
  const customers = [await createCustomer(sandbox), await createCustomer(sandbox)]
  await attempted(sandbox, 4)
  await advance(sandbox, 2)
  await attempted(sandbox, 6)
  const events = async (query = '') => sandbox.send('GET', `/controls/webhooks/events?${query}`)
  const all = list(await events(), 'items')
  expect(new Set(all.map((event) => look(event, 'customer_id')))).toEqual(new Set(customers))
  expect(all.map((event) => list(event, 'attempts').length)).toEqual([3, 3])
  for (const event of all)
    expect(list(event, 'deliveries').map((one) => look(one, 'state'))).toEqual(['acknowledged', 'retrying'])
  const own = list(await events(`webhook_id=${id}`), 'items')
  expect(own.map((event) => list(event, 'attempts').length)).toEqual([1, 1])
  expect(list(await events('outcome=failed'), 'items')).toHaveLength(2)

  const first = await events('page_size=1')
  const second = await events(`page_size=1&before=${text(first, 'next')}`)
  expect([...list(first, 'items'), ...list(second, 'items')]).toEqual(all)
  expect(look(second, 'next')).toBeUndefined()
})

test('the attempts of a webhook are counted and measured', async () => {
  const receiver = await openReceiver(status(500))
  const sandbox = await openDelivering()
  await register(sandbox, receiver.url)
  expect(look(await endpointOf(sandbox), 'kept_attempts')).toEqual({ delivered: 0, failed: 0 })
  await createCustomer(sandbox)
  await attempted(sandbox, 1)
  expect(await endpointOf(sandbox)).toMatchObject({ waiting_since: '2026-09-01T12:00:00.000Z' })
  receiver.answer(status(200))
  await advance(sandbox, 2)
  await attempted(sandbox, 2)
  const endpoint = await endpointOf(sandbox)
  expect(look(endpoint, 'kept_attempts')).toEqual({
    delivered: 1,
    failed: 1,
    success_rate: 0.5,
    p50_ms: expect.any(Number),
    p95_ms: expect.any(Number),
  })
  expect(look(endpoint, 'waiting_since')).toBeUndefined()
})

test('what failed since a moment is tried again at once, and nothing else', async () => {
  const receivers = [await openReceiver(status(500)), await openReceiver(status(500))]
  const sandbox = await openDelivering()
  const ids: string[] = []
  for (const { url } of receivers) ids.push((await register(sandbox, url)).id)
  const customer = await createCustomer(sandbox)
  await attempted(sandbox, 2)
  const retry = async (body: object) => sandbox.send('POST', '/controls/webhooks/retry', { body })
  for (const receiver of receivers) receiver.answer(status(200))
  expect(await retry({ since: '2026-09-01T12:00:01Z' })).toMatchObject({ body: { events: 0, webhooks: 0 } })
  const since = '2026-09-01T12:00:00Z'
  expect(await retry({ since, webhook_id: ids[0] })).toMatchObject({ body: { events: 1, webhooks: 1 } })
  const [, again] = (await receivers[0]?.received(2)) ?? []
  expect(again?.body).toContain(customer)
  await attempted(sandbox, 3)
  expect((await attemptsOf(sandbox))[0]).toMatchObject({ acknowledged: true, trigger: 'manual' })
  expect(await retry({ since })).toMatchObject({ body: { events: 1, webhooks: 1 } })
  await attempted(sandbox, 4)
  expect(await retry({ since })).toMatchObject({ body: { events: 0, webhooks: 0 } })
  expect((await retry({ since: 'now' })).status).toBe(400)
  expect((await retry({ since, webhook_id: 'none' })).status).toBe(404)
})

test('a webhook that is deleted receives nothing, also what is on its way is not tried again', async () => {
  const path = await freshPath()
  const receiver = await openReceiver(() => undefined)
  const open = async () =>
    openSandbox({ data: await openData(path), webhooks: { allowsLoopback: true, timeout: 200 } })
  const first = await open()
  const { id } = await register(first, receiver.url)
  await createCustomer(first)
  await createCustomer(first)
  await receiver.received(2)
  const remove = () => first.send('DELETE', `/controls/webhooks/${id}`)
  expect((await remove()).status).toBe(204)
  expect((await remove()).status).toBe(404)
  expect(await endpointOf(first)).toBeUndefined()
  expect(list(await first.send('GET', '/webhooks'), 'items')).toEqual([])
  const other = await openReceiver()
  await register(first, other.url)
  await createCustomer(first)
  await until(
    () => attemptsOf(first),
    (attempts) => attempts.length > 0,
  )
  await first.app.close()

  const second = await open()
  onTestFinished(() => second.app.close())
  await advance(second, 86_400)
  expect(list(await second.send('GET', '/controls/webhooks'), 'items')).toHaveLength(1)
  expect((await attemptsOf(second)).map((attempt) => look(attempt, 'webhook_id'))).not.toContain(id)
  expect(receiver.arrivals).toHaveLength(2)
})
