import { expect, test } from 'vitest'

import { WebhookContainer_Ping } from '#generated/2026-08-01/validators.js'
import { validators, type WebhookType } from '#generated/2026-08-01/webhooks.js'
import { topicByType } from '../../../sandbox/api/event-types.js'
import { createCustomer } from '../support/actors.js'
import { openDelivering, openRegistered, register } from '../webhooks/support/delivering.js'
import { openReceiver } from '../../support/receiver.js'

test('a webhook has its secret shown once', async () => {
  const { send, ...sandbox } = await openDelivering()
  const { id, secret } = await register({ send, ...sandbox }, 'https://hooks.example/')
  for (const path of ['/webhooks', '/controls/webhooks', '/controls/events', '/controls/webhooks/attempts'])
    expect((await send('GET', path)).text).not.toContain(secret)
  expect((await send('PATCH', `/webhooks/${id}`, { body: { label: 'other' } })).text).not.toContain(secret)
})

test.each(Object.keys(topicByType))('an example of %s is as the document says', async (type) => {
  const receiver = await openReceiver()
  const sandbox = await openDelivering()
  const { id } = await register(sandbox, receiver.url, { topics: ['NewBankAccount'] })
  const sent = await sandbox.send('POST', `/controls/webhooks/${id}/events`, { body: { type } })
  expect(sent).toMatchObject({ status: 200, body: { type, acknowledged: true } })
  const [{ body } = { body: '' }] = await receiver.received(1)
  const validate = await validators[type as WebhookType]?.()
  expect([validate?.(JSON.parse(body)), validate?.errors]).toEqual([true, null])
})

test.each([0, 1])('a ping is as the document says, with %i customers there', async (count) => {
  const { receiver, sandbox, id } = await openRegistered()
  for (let made = 0; made < count; made += 1) await createCustomer(sandbox)
  await sandbox.send('POST', `/controls/webhooks/${id}/ping`)
  const body: unknown = JSON.parse(receiver.arrivals.at(-1)?.body ?? '')
  expect(body).toMatchObject({ type: 'ping', data: { message: { id } } })
  expect(WebhookContainer_Ping['~standard'].validate(body)).toEqual({ value: body })
})
