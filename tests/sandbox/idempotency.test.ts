import { describe, expect, test } from 'vitest'

import { createCustomer } from './support/actors.js'
import { list, text } from './support/look.js'
import { NEW, OLD, openSandbox } from './support/sandbox.js'

const person = { customer_type: 'Person', email: 'person@partner.test' }

const open = async () => {
  const sandbox = await openSandbox({ apiKeys: ['sandbox-key', 'other-key'] })
  const create = (idempotencyKey: string, more: object = {}) =>
    sandbox.send('POST', '/customers', { body: person, idempotencyKey, version: NEW, ...more })
  const count = async () => list(await sandbox.send('GET', '/customers?page_size=100'), 'items').length
  return { ...sandbox, create, count, sandbox }
}

describe('a retry with the same key', () => {
  test('gets the stored status and body, and is not carried out again', async () => {
    const { create, count } = await open()
    const first = await create('key-1')
    const retry = await create('key-1')
    expect(retry.status).toBe(201)
    expect(retry.text).toBe(first.text)
    expect(await count()).toBe(1)
  })

  test('gets none of the stored headers but the type of the body', async () => {
    const { create } = await open()
    const first = await create('key-1')
    const retry = await create('key-1')
    expect(first.headers).toMatchObject({ 'x-api-version': NEW, vary: 'X-API-Version' })
    expect(retry.headers).not.toHaveProperty('x-api-version')
    expect(retry.headers).not.toHaveProperty('vary')
    expect(retry.headers['content-type']).toBe('application/json; charset=utf-8')
  })

  test('gets the stored answer whatever version and body it carries', async () => {
    const { create } = await open()
    const first = await create('key-1')
    const retry = await create('key-1', { version: OLD, body: { ...person, email: 'else@partner.test' } })
    expect(retry.text).toBe(first.text)
  })

  test('is answered like the first when both come at once', async () => {
    const { create, count } = await open()
    const replies = await Promise.all(Array.from({ length: 20 }, () => create('key-1')))
    expect(new Set(replies.map(({ text: body }) => body)).size).toBe(1)
    expect(replies.filter(({ headers }) => headers['x-api-version'] !== undefined)).toHaveLength(1)
    expect(await count()).toBe(1)
  })

  test('gets a stored refusal of the operation too', async () => {
    const { send, sandbox } = await open()
    const id = await createCustomer(sandbox, { version: NEW })
    const submit = () =>
      send('POST', `/customers/${id}/identifications/v2`, { body: { type: 'Link' }, idempotencyKey: 'key-1' })
    const first = await submit()
    expect(first.status).toBe(409)
    await send('POST', `/customers/${id}/signings`, { body: { signed: true } })
    const retry = await submit()
    expect(retry).toMatchObject({ status: 409, text: first.text })
    expect(retry.headers).not.toHaveProperty('x-api-version')
  })
})

describe('a key is not used up', () => {
  test.each([
    ['by a request that the document refuses', { body: { customer_type: 'Person' } }],
    ['by a version that is not supported', { version: '2026-08-02' }],
    ['by a caller without a key', { key: null }],
  ])('%s', async (_name, broken) => {
    const { create } = await open()
    expect((await create('key-1', broken)).status).toBeGreaterThanOrEqual(400)
    const reply = await create('key-1')
    expect(reply.status).toBe(201)
    expect(reply.headers['x-api-version']).toBe(NEW)
  })

  test('when it is empty', async () => {
    const { create, count } = await open()
    await create('')
    await create('')
    expect(await count()).toBe(2)
  })
})

describe('a key belongs to', () => {
  test('its partner', async () => {
    const { create } = await open()
    const mine = await create('key-1')
    const theirs = await create('key-1', { key: 'other-key' })
    expect(text(theirs, 'id')).not.toBe(text(mine, 'id'))
  })

  test('its operation', async () => {
    const { create, send } = await open()
    const customerId = text(await create('key-1'), 'id')
    const body = { customer_id: customerId, blockchain: 'Base', address: '0x1' }
    const wallet = await send('POST', '/addresses/crypto/attested', { body, idempotencyKey: 'key-1' })
    expect(wallet).toMatchObject({ status: 200, body: { wallet_address: '0x1' } })
  })

  test('POST alone: a GET ignores it', async () => {
    const { send, create } = await open()
    const before = await send('GET', '/customers', { idempotencyKey: 'key-1' })
    await create('key-2')
    const after = await send('GET', '/customers', { idempotencyKey: 'key-1' })
    expect(list(before, 'items')).toHaveLength(0)
    expect(list(after, 'items')).toHaveLength(1)
  })
})
