import { describe, expect, test } from 'vitest'

import { createCustomer, identify } from './support/actors.js'
import { list, look, text } from './support/look.js'
import { openSandbox } from './support/sandbox.js'

const UNKNOWN = '6f1d2c3b-4a59-4e68-8d77-1c2b3a495867'

describe('a customer', async () => {
  const sandbox = await openSandbox()
  const { send } = sandbox

  test('is created with what was sent, and read back alike', async () => {
    const body = { customer_type: 'Business', email: 'firm@partner.test', name: 'Firm', external_id: 'ext/1' }
    const created = await send('POST', '/customers', { body })
    expect(created).toMatchObject({ status: 201, body: { ...body, identification_ids: [], signing_ids: [] } })
    const byId = await send('GET', `/customers/${text(created, 'id')}`)
    const byExternalId = await send('GET', '/customers/ext%2F1/external')
    expect(byId.text).toBe(created.text)
    expect(byExternalId.text).toBe(created.text)
  })

  test.each([
    ['no body', undefined],
    ['a list', []],
    ['no email', { customer_type: 'Person' }],
    ['another type', { customer_type: 'Robot', email: 'a@b.test' }],
    ['an email that is no string', { customer_type: 'Person', email: 1 }],
  ])('is refused with %s', async (_name, body) => {
    const reply = await send('POST', '/customers', { body })
    expect(reply).toMatchObject({ status: 400, body: expect.stringContaining('request body') })
  })

  test('keeps an external id to itself', async () => {
    await createCustomer(sandbox, {}, { external_id: 'taken' })
    const body = { customer_type: 'Person', email: 'b@partner.test', external_id: 'taken' }
    expect((await send('POST', '/customers', { body })).status).toBe(400)
    const other = await createCustomer(sandbox)
    const change = { email: 'b@partner.test', external_id: 'taken' }
    expect((await send('PUT', `/customers/${other}`, { body: change })).status).toBe(400)
  })

  test('has none when it is empty, and keeps its own when it is changed to an empty one', async () => {
    for (const _of of ['one', 'two']) await createCustomer(sandbox, {}, { external_id: '' })
    const id = await createCustomer(sandbox, {}, { external_id: 'kept' })
    const body = { email: 'b@partner.test', external_id: '' }
    expect((await send('PUT', `/customers/${id}`, { body })).status).toBe(204)
    expect(await send('GET', '/customers/kept/external')).toMatchObject({ body: { id } })
  })

  test('is changed without an answer, and can be found by its new external id only', async () => {
    const id = await createCustomer(sandbox, {}, { external_id: 'before' })
    const body = { email: 'new@partner.test', external_id: 'after' }
    expect(await send('PUT', `/customers/${id}`, { body })).toMatchObject({ status: 204, text: '' })
    expect(await send('GET', '/customers/after/external')).toMatchObject({
      body: { id, email: 'new@partner.test' },
    })
    expect((await send('GET', '/customers/before/external')).status).toBe(404)
  })

  test.each([
    ['GET', `/customers/${UNKNOWN}`],
    ['PUT', `/customers/${UNKNOWN}`],
    ['GET', `/customers/${UNKNOWN}/abilities`],
    ['GET', `/customers/${UNKNOWN}/required-signings`],
    ['GET', `/customers/${UNKNOWN}/signings`],
    ['GET', `/customers/${UNKNOWN}/identifications`],
    ['POST', `/customers/${UNKNOWN}/identifications/v2`],
    ['GET', '/customers/nobody/external'],
    ['GET', `/identifications/${UNKNOWN}`],
    ['GET', `/addresses/crypto/${UNKNOWN}`],
    ['GET', '/addresses/fiat/not-even-an-id'],
    ['GET', `/autoramps/${UNKNOWN}`],
  ] as const)('is a 404 with a string when unknown: %s %s', async (method, path) => {
    const bodies = { PUT: { email: 'a@b.test' }, POST: { type: 'Link' }, GET: undefined }
    const reply = await send(method, path, { body: bodies[method] })
    expect(reply).toMatchObject({ status: 404, body: expect.stringContaining('not found') })
  })
})

describe('the list of customers', async () => {
  const sandbox = await openSandbox()
  const ids: string[] = []
  for (let count = 1; count <= 25; count += 1)
    ids.push(await createCustomer(sandbox, {}, { name: `Customer ${count}` }))
  const newestFirst = ids.toReversed()
  const page = (query: Readonly<Record<string, string>> = {}) => sandbox.send('GET', '/customers', { query })
  const idsOf = (reply: unknown) => list(reply, 'items').map((item) => text(item, 'id'))

  test('shows ten, newest first', async () => {
    expect(idsOf(await page())).toEqual(newestFirst.slice(0, 10))
  })

  test('leads on to its end and back again', async () => {
    const first = await page()
    const second = await page({ cursor: text(first, 'cursor') })
    const third = await page({ cursor: text(second, 'cursor') })
    expect([first, second, third].flatMap(idsOf)).toEqual(newestFirst)
    expect(look(third, 'cursor')).toBeUndefined()
    const back = await page({ prev_cursor: text(third, 'prev_cursor') })
    expect(idsOf(back)).toEqual(idsOf(second))
    const start = await page({ prev_cursor: text(back, 'prev_cursor') })
    expect(idsOf(start)).toEqual(idsOf(first))
    expect(look(start, 'prev_cursor')).toBeUndefined()
  })

  test('turns round and changes size', async () => {
    expect(idsOf(await page({ sort_order: 'asc', page_size: '3' }))).toEqual(ids.slice(0, 3))
    expect(idsOf(await page({ page_size: '100' }))).toEqual(newestFirst)
    expect(idsOf(await page({ page_size: '0' }))).toEqual([])
  })

  test('holds what was searched for', async () => {
    expect(idsOf(await page({ search_term: 'CUSTOMER 25' }))).toEqual([ids[24]])
    expect(idsOf(await page({ search_term: 'x'.repeat(256) }))).toEqual([])
    expect((await page({ search_term: 'x'.repeat(257) })).status).toBe(400)
  })

  test('is filtered by state, in the repeated form', async () => {
    const [id = ''] = ids
    await identify(sandbox, id)
    expect(idsOf(await page({ status: 'SigningsRequired' }))).toEqual([id])
    expect(idsOf(await page({ identification_status: 'Approved' }))).toEqual([id])
    const both = await sandbox.send(
      'GET',
      '/customers?status=SigningsRequired&status=IdentificationRequired&page_size=100',
    )
    expect(idsOf(both)).toHaveLength(25)
    expect(idsOf(await page({ has_transactions: 'true' }))).toEqual([])
  })

  test.each([
    { page_size: '101' },
    { page_size: '-1' },
    { page_size: '1.5' },
    { page_size: 'ten' },
    { cursor: 'abc' },
    { sort_order: 'up' },
  ])('refuses %j', async (query) => {
    const [name] = Object.keys(query)
    expect(await page(query)).toMatchObject({ status: 400, body: expect.stringContaining(`'${name}'`) })
  })

  test('knows no page after a cursor that is nobody', async () => {
    expect(idsOf(await page({ cursor: UNKNOWN }))).toEqual([])
  })
})

describe('partners', async () => {
  const sandbox = await openSandbox({ apiKeys: ['one', 'two'] })
  const { send } = sandbox
  const id = await createCustomer(sandbox, { key: 'one' }, { external_id: 'mine' })

  test('do not see each other', async () => {
    for (const path of [
      `/customers/${id}`,
      '/customers/mine/external',
      `/customers/${id}/required-signings`,
    ]) {
      expect((await send('GET', path, { key: 'two' })).status).toBe(404)
    }
    expect(list(await send('GET', '/customers', { key: 'two' }), 'items')).toEqual([])
  })

  test('may use the same external id', async () => {
    const other = await createCustomer(sandbox, { key: 'two' }, { external_id: 'mine' })
    expect(await send('GET', '/customers/mine/external', { key: 'two' })).toMatchObject({
      body: { id: other },
    })
    expect(await send('GET', '/customers/mine/external', { key: 'one' })).toMatchObject({ body: { id } })
  })

  test('reset their own records only, and go on', async () => {
    expect(await send('POST', '/sandbox/reset', { key: 'two' })).toMatchObject({ status: 200, body: true })
    expect((await send('GET', '/customers/mine/external', { key: 'two' })).status).toBe(404)
    expect((await send('GET', `/customers/${id}`, { key: 'one' })).status).toBe(200)
    await createCustomer(sandbox, { key: 'two' }, { external_id: 'mine' })
  })
})
