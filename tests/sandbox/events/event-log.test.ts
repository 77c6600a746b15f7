import { describe, expect, test } from 'vitest'

import { loadReferenceService } from '../../../sandbox/index.js'
import { topicByType } from '../../../sandbox/api/event-types.js'
import { activeCustomer, bankAccount, createCustomer } from '../support/actors.js'
import { onrampOf } from '../support/autoramps.js'
import { eventsOf, typesOf } from '../support/events.js'
import { list, text } from '../support/look.js'
import { NEW, openSandbox, VERSIONS } from '../support/sandbox.js'
import { register } from '../webhooks/support/delivering.js'

const { surfaces } = await loadReferenceService()

describe('the log', async () => {
  const own = await openSandbox({ apiKeys: ['sandbox-key', 'other-key'] })
  const customer = await activeCustomer(own, { version: NEW })
  await bankAccount(own, customer)
  const autoramp = await onrampOf(own, customer)
  await own.send('PUT', `/sandbox/autoramp/${autoramp}`, { body: 'Approved' })
  for (const state of ['Completed', 'Failed'])
    await own.send('POST', '/sandbox/transaction', {
      body: { autoramp_id: autoramp, amount: '100', initial_state: state },
    })
  const { id: webhook } = await register(own, 'https://receiver.test/hook')
  await own.send('POST', `/webhooks/${webhook}/ping`, { body: { customer_id: customer } })
  const events = await eventsOf(own)

  test('has seen all thirteen kinds, each under its topic', () => {
    expect([...new Set(typesOf(events))].sort()).toEqual(Object.keys(topicByType).sort())
    const topics = Object.fromEntries(events.map(({ type, topic }) => [type, topic]))
    expect(topics).toEqual(topicByType)
  })

  test.each(VERSIONS)('holds bodies that are valid against the webhooks of %s', async (version) => {
    const surface = surfaces.get(version)
    for (const { type, body } of events) {
      const operation = Object.values(surface?.webhooks ?? {}).find(({ path }) => path === type)
      const [media] = Object.values(operation?.requestBody?.content ?? {})
      const validate = await surface?.validator(media?.validator ?? '')
      expect(validate?.(body), `${type}: ${JSON.stringify(validate?.errors)}`).toBe(true)
    }
  })

  test('is filtered by customer and kind, and paged', async () => {
    expect(typesOf(await eventsOf(own, 'type=ping'))).toEqual(['ping'])
    expect(await eventsOf(own, 'customer_id=6f1d2c3b-4a59-4e68-8d77-1c2b3a495867')).toEqual([])
    const page = await own.send('GET', '/controls/events?page_size=1')
    expect(list(page, 'items')).toMatchObject([{ webhook_id: webhook, body: { type: 'ping' } }])
    expect(text(page, 'cursor')).toBe(text(list(page, 'items')[0], 'id'))
  })

  test('survives a reset, as do the webhooks', async () => {
    await own.send('POST', '/sandbox/reset')
    expect(await eventsOf(own)).toHaveLength(events.length)
    expect(list(await own.send('GET', '/webhooks'), 'items')).toHaveLength(1)
    await createCustomer(own)
    expect(typesOf(await eventsOf(own)).at(-1)).toBe('customer_created')
  })
})
