import { describe, expect, test } from 'vitest'

import { activeCustomer, bankAccount } from './support/actors.js'
import { onrampOf } from './support/autoramps.js'
import { eventsDuring, typesOf } from './support/events.js'
import { text } from './support/look.js'
import { openSandbox, type Reply } from './support/sandbox.js'

const sandbox = await openSandbox({ apiKeys: ['sandbox-key', 'other-key'] })
const { send } = sandbox
const customer = await activeCustomer(sandbox)

const pending = (id: string, key = 'sandbox-key'): Promise<Reply> =>
  send('GET', `/authentication-codes/entity/${id}`, { key })
const submit = (id: string, code: number, key = 'sandbox-key'): Promise<Reply> =>
  send('PUT', `/authentication-codes/${id}`, { body: { code }, key })
const waiting = async (status = 'Created'): Promise<string> => {
  const id = await onrampOf(sandbox, customer)
  await send('PUT', `/sandbox/autoramp/${id}`, { body: status })
  return id
}
const statusOf = async (id: string): Promise<string> => text(await send('GET', `/autoramps/${id}`), 'status')

describe('an autoramp', () => {
  test('waits for no code unless it is told to', async () => {
    expect((await pending(await onrampOf(sandbox, customer))).status).toBe(404)
  })

  test.each([
    ['Created', 'Authorized'],
    ['EditPending', 'Approved'],
  ])('that is %s is %s when its code is confirmed, and its events say so', async (status, next) => {
    const id = await waiting(status)
    const code = await pending(id)
    expect(code).toMatchObject({ status: 200, body: { entity_id: id, attempts: 0, status: 'Pending' } })
    const events = await eventsDuring(sandbox, async () => {
      const confirmed = await submit(text(code, 'id'), 123456)
      expect(confirmed).toMatchObject({ status: 200, body: { attempts: 1, status: 'Confirmed' } })
    })
    expect(typesOf(events)).toContain('register_autoramp_status')
    expect(await statusOf(id)).toBe(next)
    expect((await pending(id)).status).toBe(404)
    expect((await submit(text(code, 'id'), 123456)).status).toBe(400)
  })

  test('goes on waiting when three wrong codes have rejected the one that it waits for', async () => {
    const id = await waiting()
    const code = text(await pending(id), 'id')
    for (const [attempts, status] of [
      [1, 'Pending'],
      [2, 'Pending'],
      [3, 'Rejected'],
    ] as const)
      expect(await submit(code, 1)).toMatchObject({ status: 200, body: { attempts, status } })
    expect((await submit(code, 123456)).status).toBe(400)
    expect(await statusOf(id)).toBe('Created')
    const again = await send('POST', `/autoramps/${id}/retry-auth`)
    expect(again).toMatchObject({ status: 201, body: { entity_id: id, attempts: 0, status: 'Pending' } })
    expect((await pending(id)).body).toEqual(again.body)
  })

  test('takes the newest code alone', async () => {
    const id = await waiting()
    const first = text(await pending(id), 'id')
    const second = text(await send('POST', `/autoramps/${id}/retry-auth`), 'id')
    expect(second).not.toBe(first)
    expect((await submit(first, 123456)).status).toBe(400)
    expect((await submit(second, 123456)).status).toBe(200)
  })

  test('that is final asks for none', async () => {
    const id = await onrampOf(sandbox, customer)
    await send('DELETE', `/autoramps/${id}`)
    expect((await send('POST', `/autoramps/${id}/retry-auth`)).status).toBe(400)
  })

  test('shows its code to its partner alone', async () => {
    const id = await waiting()
    const code = text(await pending(id), 'id')
    expect((await pending(id, 'other-key')).status).toBe(404)
    expect((await submit(code, 123456, 'other-key')).status).toBe(404)
    expect((await send('POST', `/autoramps/${id}/retry-auth`, { key: 'other-key' })).status).toBe(404)
    const headers = { 'x-sub-partner-id': '6f1d2c3b-4a59-4e68-8d77-1c2b3a495867' }
    expect((await send('GET', `/authentication-codes/entity/${id}`, { headers })).status).toBe(404)
  })

  test('loses its code after ten minutes', async () => {
    const moving = await openSandbox()
    const owner = await activeCustomer(moving)
    const id = await onrampOf(moving, owner)
    const code = text(await moving.send('POST', `/autoramps/${id}/retry-auth`), 'id')
    const entity = `/authentication-codes/entity/${id}`
    await moving.send('POST', '/controls/clock', { body: { advance_seconds: 599 } })
    expect((await moving.send('GET', entity)).status).toBe(200)
    await moving.send('POST', '/controls/clock', { body: { advance_seconds: 1 } })
    expect((await moving.send('GET', entity)).status).toBe(404)
    const late = await moving.send('PUT', `/authentication-codes/${code}`, { body: { code: 123456 } })
    expect(late).toMatchObject({ status: 400, body: expect.stringContaining('Expired') })
  })
})

describe('a bank account', () => {
  const bankStatus = async (id: string): Promise<string> =>
    text(await send('GET', `/addresses/fiat/${customer}/${id}`), 'status')

  test('waits for its registration when its code is confirmed, and fails when it is rejected', async () => {
    const id = await bankAccount(sandbox, customer, { registered: false })
    await send('PUT', `/sandbox/fiat-verification/${id}`, { body: 'AuthorizationRequired' })
    const first = text(await pending(id), 'id')
    for (let attempt = 0; attempt < 3; attempt += 1) await submit(first, 1)
    expect(await bankStatus(id)).toBe('AuthorizationFailed')
    const retried = await send('POST', `/addresses/fiat/${id}/retry-auth`)
    expect([retried.status, retried.text]).toEqual([201, ''])
    expect(await bankStatus(id)).toBe('AuthorizationRequired')
    const events = await eventsDuring(sandbox, async () => submit(text(await pending(id), 'id'), 123456))
    expect(typesOf(events)).toEqual(['register_fiat_address_status'])
    expect(await bankStatus(id)).toBe('RegistrationPending')
  })
})
