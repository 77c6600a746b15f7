import { describe, expect, test } from 'vitest'

import { createCustomer } from '../support/actors.js'
import { eventsDuring, typesOf } from '../support/events.js'
import { list, text } from '../support/look.js'
import { openSandbox } from '../support/sandbox.js'

const sandbox = await openSandbox({ apiKeys: ['sandbox-key', 'other-key'] })
const { send } = sandbox
const NOBODY = '6f1d2c3b-4a59-4e68-8d77-1c2b3a495867'
const hook = { label: 'orders', url: 'https://receiver.test/hook', topics: ['Transaction', 'Ping'] }

const register = (change: object = {}) => send('POST', '/controls/webhooks', { body: { ...hook, ...change } })

describe('a webhook', async () => {
  const id = text(await register(), 'id')

  test('is registered by a control, listed, and paged', async () => {
    const second = text(await register({ topics: undefined }), 'id')
    const page = await send('GET', '/webhooks?page_size=1')
    expect(list(page, 'items')).toMatchObject([{ id: second, enabled: true }])
    const next = await send('GET', `/webhooks?page_size=1&cursor=${text(page, 'cursor')}`)
    expect(list(next, 'items')).toMatchObject([{ id, ...hook }])
    expect(list(await send('GET', '/webhooks', { key: 'other-key' }), 'items')).toEqual([])
  })

  test('is changed in part', async () => {
    const body = { enabled: false, topics: ['Ping', 'Ping'] }
    expect(await send('PATCH', `/webhooks/${id}`, { body })).toMatchObject({
      status: 200,
      body: { id, enabled: false, topics: ['Ping'], label: 'orders', url: hook.url },
    })
    expect((await send('PATCH', `/webhooks/${id}`, { body: { enabled: true } })).status).toBe(200)
  })

  test.each<[string, object]>([
    ['a URL without TLS', { url: 'http://receiver.test/hook' }],
    ['a URL with credentials', { url: 'https://me:secret@receiver.test/hook' }],
    ['no URL', { url: 'nonsense' }],
    ['a URL with a line end', { url: 'https://receiver.test/\r\nx-other: 1' }],
    ['a URL with a character that turns text around', { url: 'https://receiver.test/\u202egnp' }],
    ['a URL in white space', { url: ' https://receiver.test/hook' }],
    ['a URL without slashes', { url: 'https:receiver.test' }],
    ['a URL with three slashes', { url: 'https:///receiver.test' }],
    ['an unknown topic', { topics: ['transaction'] }],
  ])('is refused with %s', async (_name, change) => {
    expect((await send('PATCH', `/webhooks/${id}`, { body: change })).status).toBe(400)
    expect((await register(change)).status).toBe(400)
  })

  test('is tried out, unless it is disabled', async () => {
    const customer = await createCustomer(sandbox)
    const ping = () => send('POST', `/webhooks/${id}/ping`, { body: { customer_id: customer } })
    const events = await eventsDuring(sandbox, async () =>
      expect(await ping()).toMatchObject({ status: 200, body: true }),
    )
    expect(events).toMatchObject([{ type: 'ping', customerId: customer, message: { id } }])
    await send('PATCH', `/webhooks/${id}`, { body: { enabled: false } })
    const none = await eventsDuring(sandbox, async () => expect(await ping()).toMatchObject({ body: false }))
    expect(typesOf(none)).toEqual([])
    expect((await send('POST', `/webhooks/${NOBODY}/ping`, { body: { customer_id: customer } })).status).toBe(
      404,
    )
    expect((await send('POST', `/webhooks/${id}/ping`, { body: { customer_id: NOBODY } })).status).toBe(404)
  })

  test('is its partner’s alone', async () => {
    const reply = await send('PATCH', `/webhooks/${id}`, { body: { enabled: true }, key: 'other-key' })
    expect(reply.status).toBe(404)
  })
})

test.each<[unknown]>([[undefined], [[]], ['text'], [{ url: hook.url }], [{ ...hook, label: '' }]])(
  'nothing is registered with %j',
  async (body) => {
    expect((await send('POST', '/controls/webhooks', { body })).status).toBe(400)
  },
)
