import { describe, expect, test } from 'vitest'

import { WebhookContainer_Ping } from '#generated/2026-08-01/validators.js'
import { validators, type WebhookType } from '#generated/2026-08-01/webhooks.js'
import { topicByType } from '../../../sandbox/api/event-types.js'
import { createCustomer } from '../support/actors.js'
import { list, look, text } from '../support/look.js'
import type { Sandbox } from '../support/sandbox.js'
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

const customersIn = (bodies: readonly { readonly body: string }[]): readonly unknown[] =>
  bodies.map(({ body }) => look(JSON.parse(body), 'data', 'customer_id'))

const change = (sandbox: Sandbox, id: string, body: object) =>
  sandbox.send('PATCH', `/webhooks/${id}`, { body })

describe('a webhook', () => {
  test('tells its secret once', async () => {
    const sandbox = await openDelivering()
    const { id, secret } = await register(sandbox, 'https://hooks.example/')
    for (const path of ['/webhooks', '/controls/webhooks', '/controls/events', '/controls/webhooks/attempts'])
      expect((await sandbox.send('GET', path)).text).not.toContain(secret)
    expect((await change(sandbox, id, { label: 'other' })).text).not.toContain(secret)
  })

  test('gets the kinds that it takes, and a ping always', async () => {
    const receiver = await openReceiver()
    const sandbox = await openDelivering()
    const { id } = await register(sandbox, receiver.url, { topics: ['NewBankAccount'] })
    const first = await createCustomer(sandbox)
    expect(await sandbox.send('POST', `/controls/webhooks/${id}/ping`)).toMatchObject({
      status: 200,
      body: { type: 'ping', trigger: 'ping', acknowledged: true, response_status: 200 },
    })
    expect(await endpointOf(sandbox)).toMatchObject({ types: ['new_bank_account', 'ping'], state: 'idle' })
    await change(sandbox, id, { topics: ['CustomerCreated'] })
    const second = await createCustomer(sandbox)
    const arrivals = await receiver.received(2)
    expect(customersIn(arrivals)).toEqual([first, second])
  })

  test('that is disabled receives nothing, and not later either', async () => {
    const receiver = await openReceiver()
    const sandbox = await openDelivering()
    const { id } = await register(sandbox, receiver.url)
    await change(sandbox, id, { enabled: false })
    await createCustomer(sandbox)
    const ping = await sandbox.send('POST', `/controls/webhooks/${id}/ping`)
    expect(ping.status).toBe(409)
    expect(await endpointOf(sandbox)).toMatchObject({ state: 'disabled', pending: 0 })
    await change(sandbox, id, { enabled: true })
    const second = await createCustomer(sandbox)
    expect(customersIn(await receiver.received(1))).toEqual([second])
  })

  test('that was disabled while it was down gets what it was owed when it is enabled', async () => {
    const receiver = await openReceiver(status(503))
    const sandbox = await openDelivering()
    const { id } = await register(sandbox, receiver.url)
    const owed = [await createCustomer(sandbox), await createCustomer(sandbox)]
    await attempted(sandbox, 2)
    await change(sandbox, id, { enabled: false })
    receiver.answer(status(200))
    await advance(sandbox, 3600)
    await createCustomer(sandbox)
    expect(receiver.arrivals).toHaveLength(2)
    await change(sandbox, id, { enabled: true })
    expect(new Set(customersIn((await receiver.received(4)).slice(2)))).toEqual(new Set(owed))
  })

  test('that leads elsewhere is tried there at once', async () => {
    const [wrong, right] = [await openReceiver(status(500)), await openReceiver()]
    const sandbox = await openDelivering()
    const { id } = await register(sandbox, wrong.url)
    await createCustomer(sandbox)
    await attempted(sandbox, 1)
    await change(sandbox, id, { url: right.url })
    await right.received(1)
  })

  test('belongs to its partner, with its attempts', async () => {
    const receiver = await openReceiver(status(500))
    const sandbox = await openDelivering({ apiKeys: ['sandbox-key', 'other-key'] })
    const { id } = await register(sandbox, receiver.url)
    await createCustomer(sandbox)
    await createCustomer(sandbox, { key: 'other-key' })
    const [attempt] = await attempted(sandbox, 1)
    const other = { key: 'other-key' }
    expect(list(await sandbox.send('GET', '/controls/webhooks', other), 'items')).toEqual([])
    expect(list(await sandbox.send('GET', '/controls/webhooks/attempts', other), 'items')).toEqual([])
    for (const path of [
      `/controls/webhooks/${id}/ping`,
      `/controls/webhooks/attempts/${idOf(attempt)}/retry`,
    ])
      expect((await sandbox.send('POST', path, other)).status).toBe(404)
    expect(receiver.arrivals).toHaveLength(1)
  })
})

describe('an example of an event', () => {
  test.each(Object.keys(topicByType))('of %s is as the document says', async (type) => {
    const receiver = await openReceiver()
    const sandbox = await openDelivering()
    const { id } = await register(sandbox, receiver.url, { topics: ['NewBankAccount'] })
    const sent = await sandbox.send('POST', `/controls/webhooks/${id}/events`, { body: { type } })
    expect(sent).toMatchObject({ status: 200, body: { type, acknowledged: true } })
    const [{ body } = { body: '' }] = await receiver.received(1)
    const validate = await validators[type as WebhookType]?.()
    expect([validate?.(JSON.parse(body)), validate?.errors]).toEqual([true, null])
  })

  test('repeats the newest that happened', async () => {
    const receiver = await openReceiver()
    const sandbox = await openDelivering()
    const { id } = await register(sandbox, receiver.url)
    const customer = await createCustomer(sandbox)
    await sandbox.send('POST', `/controls/webhooks/${id}/events`, { body: { type: 'customer_created' } })
    expect(customersIn(await receiver.received(2))).toEqual([customer, customer])
  })

  test('of a type that there is not, and of a disabled webhook, is refused', async () => {
    const sandbox = await openDelivering()
    const { id } = await register(sandbox, 'https://hooks.example/')
    const sent = (type: unknown) =>
      sandbox.send('POST', `/controls/webhooks/${id}/events`, { body: { type } })
    expect([(await sent('toString')).status, (await sent(undefined)).status]).toEqual([400, 400])
    await change(sandbox, id, { enabled: false })
    expect((await sent('ping')).status).toBe(409)
  })
})

describe('a ping', () => {
  test.each(['ping', 'events'])(
    'goes past a pause, as %s, and ends it where it is answered',
    async (path) => {
      const receiver = await openReceiver((_arrival, response) => void response.socket?.resetAndDestroy())
      const sandbox = await openDelivering()
      const { id } = await register(sandbox, receiver.url)
      const failed: string[] = []
      for (let made = 1; made <= 2; made += 1) {
        failed.push(await createCustomer(sandbox))
        await attempted(sandbox, made)
      }
      const waiting = await createCustomer(sandbox)
      expect(await endpointOf(sandbox)).toMatchObject({ state: 'paused', pending: 3 })
      receiver.answer(status(200))
      await sandbox.send('POST', `/controls/webhooks/${id}/${path}`, { body: { type: 'customer_created' } })
      // Both are about the newest customer, as the event is that was not tried yet. The others have their own waits.
      expect(customersIn((await receiver.received(4)).slice(2))).toEqual([waiting, waiting])
      await until(
        () => endpointOf(sandbox),
        (endpoint) => look(endpoint, 'pending') === failed.length,
      )
      expect(receiver.arrivals).toHaveLength(4)
    },
  )

  test.each([0, 1])('is a WebhookContainer of the document, with %i customers there', async (count) => {
    const receiver = await openReceiver()
    const sandbox = await openDelivering()
    const { id } = await register(sandbox, receiver.url)
    for (let made = 0; made < count; made += 1) await createCustomer(sandbox)
    await sandbox.send('POST', `/controls/webhooks/${id}/ping`)
    const body: unknown = JSON.parse(receiver.arrivals.at(-1)?.body ?? '')
    expect(body).toMatchObject({ type: 'ping', data: { message: { id } } })
    expect(WebhookContainer_Ping['~standard'].validate(body)).toEqual({ value: body })
  })

  test('that fails is tried again like any other event', async () => {
    const receiver = await openReceiver(status(500))
    const sandbox = await openDelivering()
    const { id } = await register(sandbox, receiver.url)
    const ping = await sandbox.send('POST', `/controls/webhooks/${id}/ping`)
    expect(ping).toMatchObject({ status: 200, body: { acknowledged: false, trigger: 'ping' } })
    receiver.answer(status(200))
    await advance(sandbox, 2)
    const [again] = await attempted(sandbox, 2)
    expect(again).toMatchObject({ type: 'ping', acknowledged: true, trigger: 'scheduled' })
    expect(idOf(again)).not.toBe(text(ping, 'id'))
  })
})

describe('a retry by hand', () => {
  test('delivers at once, under another id, and leaves the others to wait', async () => {
    const receiver = await openReceiver(status(500))
    const sandbox = await openDelivering()
    await register(sandbox, receiver.url)
    const customer = await createCustomer(sandbox)
    const [failed] = await attempted(sandbox, 1)
    await createCustomer(sandbox)
    await attempted(sandbox, 2)
    const path = `/controls/webhooks/attempts/${idOf(failed)}/retry`
    expect(await sandbox.send('POST', path)).toMatchObject({
      status: 200,
      body: { acknowledged: false, trigger: 'manual' },
    })
    receiver.answer(status(200))
    const reply = await sandbox.send('POST', path)
    expect(reply).toMatchObject({ status: 200, body: { acknowledged: true, trigger: 'manual' } })
    expect(
      (await sandbox.send('POST', `/controls/webhooks/attempts/${text(reply, 'id')}/retry`)).status,
    ).toBe(409)
    const arrivals = await receiver.received(4)
    expect(customersIn(arrivals.slice(2))).toEqual([customer, customer])
    expect(await endpointOf(sandbox)).toMatchObject({ pending: 1, retrying: 1 })
    expect(new Set(arrivals.map(({ headers }) => headers['webhook-id'])).size).toBe(4)
    expect((await sandbox.send('POST', '/controls/webhooks/attempts/none/retry')).status).toBe(404)
  })
})

test('attempts are listed newest first, by page and by filter', async () => {
  const receiver = await openReceiver((arrival, response, count) =>
    status(count === 1 ? 500 : 200)(arrival, response, count),
  )
  const sandbox = await openDelivering()
  const { id } = await register(sandbox, receiver.url)
  for (let made = 0; made < 5; made += 1) await createCustomer(sandbox)
  await attempted(sandbox, 1)
  await advance(sandbox, 2)
  const all = await attempted(sandbox, 6)
  expect(all.map((attempt) => look(attempt, 'acknowledged'))).toEqual([true, true, true, true, true, false])

  const paged: unknown[] = []
  let before = ''
  do {
    const page = await sandbox.send('GET', `/controls/webhooks/attempts?page_size=4${before}`)
    paged.push(...list(page, 'items'))
    const next = look(page, 'next')
    before = typeof next === 'string' ? `&before=${next}` : ''
  } while (before !== '')
  expect(paged).toEqual(all)

  const counts = {
    'outcome=failed': 1,
    'outcome=acknowledged': 5,
    'type=customer_created': 6,
    'type=ping': 0,
    [`webhook_id=${id}`]: 6,
    'webhook_id=none': 0,
  }
  for (const [query, count] of Object.entries(counts))
    expect(await attemptsOf(sandbox, query), query).toHaveLength(count)
  for (const query of ['outcome=other', 'type=Ping', 'before=x', 'page_size=101', 'page_size=0', 'before=-1'])
    expect((await sandbox.send('GET', `/controls/webhooks/attempts?${query}`)).status, query).toBe(400)
})
