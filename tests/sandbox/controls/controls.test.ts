import { describe, expect, test } from 'vitest'

import { loadReferenceService } from '../../../sandbox/index.js'
import {
  activeCustomer,
  createCustomer,
  given,
  onramp,
  signAll,
  statusOf,
  wallet,
} from '../support/actors.js'
import { eventsDuring, typesOf } from '../support/events.js'
import { list, text } from '../support/look.js'
import { NEW, NOW, OLD, openSandbox } from '../support/sandbox.js'

const KEYS = { apiKeys: ['sandbox-key', 'other-key'] }

describe('the clock', () => {
  test('is read, moved, set and taken back', async () => {
    const { send } = await openSandbox()
    const move = async (body: object) => text(await send('POST', '/controls/clock', { body }), 'now')
    expect(text(await send('GET', '/controls/clock'), 'now')).toBe(NOW.toISOString())
    expect(await move({ advance_seconds: 90 })).toBe('2026-09-01T12:01:30.000Z')
    expect(await move({ advance_seconds: -30 })).toBe('2026-09-01T12:01:00.000Z')
    expect(await move({ now: '2027-01-01T00:00:00+01:00' })).toBe('2026-12-31T23:00:00.000Z')
    expect(await move({ reset: true })).toBe(NOW.toISOString())
  })

  test('ends quotes', async () => {
    const sandbox = await openSandbox()
    const { send } = sandbox
    const customer = await activeCustomer(sandbox)
    const query = given({
      ...onramp(customer, await wallet(sandbox, customer)),
      rate_expiry_policy: 'Return',
      rate_lock_duration_minutes: '5',
    })
    const quote = await send('GET', '/autoramps/quote', { query })
    await send('POST', '/controls/clock', { body: { advance_seconds: 5 * 60 } })
    expect((await send('POST', '/autoramps', { body: quote.body })).status).toBe(422)
    const later = await send('GET', '/autoramps/quote', { query })
    expect(text(later, 'valid_until')).toBe('2026-09-01T12:10:00.000Z')
    const created = await send('POST', '/autoramps', { body: later.body })
    await send('POST', '/controls/clock', { body: { advance_seconds: 86_400 } })
    expect(list(await send('GET', `/autoramps/${text(created, 'id')}`), 'quotes')).toEqual([])
  })

  test.each<[unknown]>([
    [undefined],
    [{}],
    [{ now: 'tomorrow' }],
    [{ now: '9999-01-01T00:00:00Z' }],
    [{ now: '1970-01-01T00:00:00Z' }],
    [{ advance_seconds: '60' }],
    [{ advance_seconds: 1e300 }],
    [{ advance_seconds: 1, now: '2027-01-01T00:00:00Z' }],
    [[]],
  ])('is not moved with %j', async (body) => {
    const { send } = await openSandbox()
    expect((await send('POST', '/controls/clock', { body })).status).toBe(400)
    expect(text(await send('GET', '/controls/clock'), 'now')).toBe(NOW.toISOString())
  })
})

describe('terms that are published anew', () => {
  test('are owed by the customers of global terms alone, who sign again', async () => {
    const sandbox = await openSandbox(KEYS)
    const { send } = sandbox
    const pinned = await activeCustomer(sandbox, { version: NEW })
    const older = await activeCustomer(sandbox, { version: OLD })
    const outstanding = await createCustomer(sandbox, { version: NEW })
    const foreign = await activeCustomer(sandbox, { version: NEW, key: 'other-key' })
    const events = await eventsDuring(sandbox, async () => {
      expect((await send('POST', '/controls/terms')).body).toEqual({ edition: 2, affected: 1 })
    })
    expect(typesOf(events)).toEqual(['customer_status', 'customer_fiat_abilities'])
    expect(events).toMatchObject([
      { message: { id: pinned, status: 'SigningsRequired' } },
      { message: { id: pinned, fiat_deposit: { eur: { sepa: 'Pending' } } } },
    ])
    expect(await statusOf(sandbox, pinned)).toBe('SigningsRequired')
    expect(await statusOf(sandbox, older)).toBe('Active')
    expect(await statusOf(sandbox, outstanding)).toBe('SigningsRequired')
    expect(await statusOf(sandbox, foreign, { key: 'other-key' })).toBe('Active')
    const [terms] = list(await send('GET', `/customers/${pinned}/required-signings`, { version: NEW }))
    const [current] = list(await send('GET', '/terms-and-conditions?country=DEU', { version: NEW }))
    expect(terms).toEqual(current)
    await signAll(sandbox, pinned, { version: NEW })
    expect(await statusOf(sandbox, pinned)).toBe('Active')
  })
})

describe('a review', () => {
  test('suspends and frees, for the partner’s own customers that are not archived', async () => {
    const sandbox = await openSandbox(KEYS)
    const { send } = sandbox
    const id = await activeCustomer(sandbox)
    const review = (body: unknown, key = 'sandbox-key') =>
      send('PUT', `/controls/customers/${id}/review`, { body, key })
    expect(await review({ suspended: true })).toMatchObject({ status: 200, body: { status: 'Suspended' } })
    expect((await review({ suspended: true }, 'other-key')).status).toBe(404)
    expect((await review({ suspended: 'yes' })).status).toBe(400)
    expect(await review({ suspended: false })).toMatchObject({ body: { status: 'Active' } })
    await send('PUT', `/customers/${id}/archive`)
    expect((await review({ suspended: false })).status).toBe(400)
  })
})

describe('the controls', () => {
  test('are listed without a key, and clash with no document', async () => {
    const { app, send } = await openSandbox()
    const items = list(await send('GET', '/controls', { key: null }))
    expect(items).toContainEqual({ method: 'GET', path: '/controls/clock', does: expect.any(String) })
    const { surfaces } = await loadReferenceService()
    for (const surface of surfaces.values())
      for (const { path } of Object.values(surface.operations)) expect(path).not.toMatch(/^\/controls/)
    expect((await app.inject({ method: 'GET', url: '/controls/nothing' })).statusCode).toBe(404)
  })

  test('need a key, and take the hostile bodies as the operations do', async () => {
    const { send } = await openSandbox()
    expect((await send('POST', '/controls/terms', { key: null })).status).toBe(401)
    expect((await send('POST', '/controls/clock', { rawBody: '{' })).status).toBe(400)
    expect((await send('POST', '/controls/clock', { rawBody: '{"__proto__":{"reset":true}}' })).status).toBe(
      400,
    )
  })
})
