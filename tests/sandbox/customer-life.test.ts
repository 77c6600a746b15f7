import { describe, expect, test } from 'vitest'

import {
  ACH,
  activeCustomer,
  bankAccount,
  createCustomer,
  identify,
  signAll,
  statusOf,
} from './support/actors.js'
import { offrampOf, onrampOf } from './support/autoramps.js'
import { list, look, text } from './support/look.js'
import { NEW, NOW, openSandbox } from './support/sandbox.js'

let now = NOW
const sandbox = await openSandbox({ clock: () => now, apiKeys: ['sandbox-key', 'other-key'] })
const { send } = sandbox
const NOBODY = '6f1d2c3b-4a59-4e68-8d77-1c2b3a495867'

describe('an archived customer', () => {
  test('is archived for good, and nothing is open to it', async () => {
    const id = await activeCustomer(sandbox)
    expect(await send('PUT', `/customers/${id}/archive`)).toMatchObject({
      status: 200,
      body: { id, status: 'Archived' },
    })
    expect(await send('GET', `/customers/${id}/abilities`)).toMatchObject({
      body: { currencies: [], fiat_deposit: { eur: { sepa: 'Unavailable' } } },
    })
    const change = await send('PUT', `/customers/${id}`, { body: { email: 'a@b.test' } })
    expect(change.status).toBe(400)
    expect((await send('PUT', `/customers/${id}/archive`)).status).toBe(200)
    expect(
      list(await send('GET', '/customers?status=Archived'), 'items').map((item) => text(item, 'id')),
    ).toEqual([id])
  })

  test('is not identified and signs nothing any more, and what was open can still be decided', async () => {
    const id = await createCustomer(sandbox, { version: NEW })
    await signAll(sandbox, id, { version: NEW })
    const submit = () =>
      send('POST', `/customers/${id}/identifications/v2`, { version: NEW, body: { type: 'Link' } })
    const open = text(await submit(), 'id')
    await send('PUT', `/customers/${id}/archive`)
    await send('POST', `/sandbox/identification/${open}`, { body: { approved: true } })
    await send('POST', '/controls/terms')
    expect(await submit()).toMatchObject({ status: 409, body: expect.stringContaining('archived') })
    const signing = await send('POST', `/customers/${id}/signings`, { body: { signed: true } })
    expect(signing).toMatchObject({ status: 400, body: expect.stringContaining('archived') })
    expect(await statusOf(sandbox, id)).toBe('Archived')
  })
})

test('terms published anew leave those alone whom they do not move, and meet the suspended once freed', async () => {
  const archived = await activeCustomer(sandbox, { version: NEW })
  await send('PUT', `/customers/${archived}/archive`)
  const suspended = await activeCustomer(sandbox, { version: NEW })
  const review = (body: unknown) => send('PUT', `/controls/customers/${suspended}/review`, { body })
  await review({ suspended: true })
  const others = [
    archived,
    suspended,
    await createCustomer(sandbox, { version: NEW }),
    await activeCustomer(sandbox, { version: '2026-07-01' }),
  ]
  const read = () =>
    Promise.all(others.map(async (id) => (await send('GET', `/customers/${id}`, { version: NEW })).text))
  const before = await read()
  now = new Date(NOW.getTime() + 1000)
  await send('POST', '/controls/terms')
  now = NOW
  expect(await read()).toEqual(before)
  await review({ suspended: false })
  expect(await statusOf(sandbox, suspended)).toBe('SigningsRequired')
})

describe('an archived identification', () => {
  test.each([true, false])('is not decided any more: approved %j', async (approved) => {
    const id = await createCustomer(sandbox)
    const identification = await identify(sandbox, id)
    await send('PUT', `/identifications/${identification}/archive`)
    const decision = await send('POST', `/sandbox/identification/${identification}`, { body: { approved } })
    expect(decision).toMatchObject({ status: 400, body: expect.stringContaining('archived') })
    expect(await send('GET', `/identifications/${identification}`)).toMatchObject({
      body: { status: 'Archived' },
    })
    expect(await statusOf(sandbox, id)).toBe('IdentificationRequired')
  })

  test('does not count any more', async () => {
    const id = await activeCustomer(sandbox, { version: NEW })
    const [identification] = list(await send('GET', `/customers/${id}/identifications`), 'items')
    const archived = await send('PUT', `/identifications/${text(identification, 'id')}/archive`)
    expect(archived).toMatchObject({ status: 200, body: { status: 'Archived' } })
    expect(await statusOf(sandbox, id)).toBe('IdentificationRequired')
  })

  test('has no questionnaire when it came by a hosted flow', async () => {
    const id = await createCustomer(sandbox)
    const identification = await identify(sandbox, id)
    expect((await send('GET', `/identifications/${identification}/compliance-questionnaire`)).status).toBe(
      404,
    )
  })
})

describe('requirements', () => {
  test.each([
    ['Person', 'kyc'],
    ['Business', 'kyb'],
  ])('of a %s follow its newest identification', async (type, category) => {
    const id = await createCustomer(sandbox, {}, { customer_type: type })
    const read = () => send('GET', `/customers/${id}/requirements`)
    const code = `identification_${category}`
    expect(await read()).toMatchObject({ body: { missing: [{ code }], requirements_due: [category] } })
    const declined = await identify(sandbox, id, {}, false)
    expect(await read()).toMatchObject({
      body: { missing: [], issues: [{ code, identification_id: declined, retryable: true }] },
    })
    await identify(sandbox, id)
    expect(await read()).toMatchObject({ body: { issues: [], complete: [{ code }], requirements_due: [] } })
  })
})

describe('the spending limit', () => {
  const limit = (id: string) => send('GET', `/customers/${id}/spending-limit`)

  test('of a person counts what was paid in within 52 weeks, by direction', async () => {
    const id = await activeCustomer(sandbox)
    const [buy, sell] = [await onrampOf(sandbox, id), await offrampOf(sandbox, id)]
    const pay = (autoramp: string, amount: string, state = 'Completed') =>
      send('POST', '/sandbox/transaction', { body: { autoramp_id: autoramp, amount, initial_state: state } })
    await pay(buy, '100')
    await pay(buy, '20', 'Pending')
    await pay(buy, '5000', 'Failed')
    await pay(sell, '100')
    const seen = await limit(id)
    expect(seen).toMatchObject({
      body: { fiat_onramp: { used_eur: '12000', remaining_eur: '1488000', threshold_eur: '1500000' } },
    })
    expect(Number(look(seen, 'crypto_offramp', 'used_eur'))).toBeGreaterThan(9000)
    now = new Date(NOW.getTime() + 53 * 7 * 24 * 3_600_000)
    expect(await limit(id)).toMatchObject({ body: { fiat_onramp: { used_eur: '0' } } })
    now = NOW
  })

  test('of a business has no threshold', async () => {
    const id = await createCustomer(sandbox, {}, { customer_type: 'Business' })
    const section = look(await limit(id), 'fiat_onramp')
    expect(section).toMatchObject({ used_eur: '0' })
    expect(look(section, 'threshold_eur')).toBeUndefined()
  })
})

test('microdeposits are two for every account that is reached by ACH', async () => {
  const id = await createCustomer(sandbox)
  const read = async () => list(await send('GET', `/customers/${id}/microdeposits`))
  await bankAccount(sandbox, id)
  expect(await read()).toEqual([])
  await bankAccount(sandbox, id, { identifier: ACH, code: 'USD', registered: false })
  expect(await read()).toMatchObject([
    { currency_code: 'USD' },
    { amount: expect.stringMatching(/^0\.\d\d$/) },
  ])
})

describe('a sub-partner', async () => {
  const own = await openSandbox()
  const as = (id: string) => ({ headers: { 'x-sub-partner-id': id } })
  const body = { customer_type: 'Person', email: 'a@b.test' }
  const [one, two] = ['11111111-1111-4111-8111-111111111111', '22222222-2222-4222-8222-222222222222']
  const inside = text(
    await own.send('POST', '/customers', { body: { ...body, external_id: 'in' }, ...as(one) }),
    'id',
  )
  const outside = text(await own.send('POST', '/customers', { body }), 'id')
  const idsOf = async (path: string, request = {}) =>
    list(await own.send('GET', path, request), 'items').map((item) => text(item, 'id'))

  test('sees its own customers; the partner sees all', async () => {
    expect(await idsOf('/customers', as(one))).toEqual([inside])
    expect(await idsOf('/customers', as(two))).toEqual([])
    expect(await idsOf('/customers')).toEqual([outside, inside])
    expect(await idsOf('/customers', as(''))).toEqual([outside, inside])
  })

  test.each([
    `/customers/${inside}`,
    '/customers/in/external',
    `/customers/${inside}/abilities`,
    `/customers/${inside}/requirements`,
    `/customers/${inside}/spending-limit`,
    `/customers/${inside}/identifications`,
    `/customers/${inside}/required-signings`,
    `/customers/${inside}/signings`,
    `/addresses/fiat/${inside}`,
    `/addresses/crypto/${inside}`,
  ])('%s is 404 for another sub-partner only', async (path) => {
    expect((await own.send('GET', path, { ...as(one), version: NEW })).status).toBe(200)
    expect((await own.send('GET', path, { version: NEW })).status).toBe(200)
    expect((await own.send('GET', path, { ...as(two), version: NEW })).status).toBe(404)
  })

  test('sees its own addresses, autoramps and transactions', async () => {
    await identify(own, outside)
    const account = await bankAccount(own, inside)
    expect(await idsOf('/addresses/fiat', as(one))).toEqual([account])
    expect(await idsOf('/addresses/fiat', as(two))).toEqual([])
    expect((await own.send('GET', `/addresses/fiat/${inside}/${account}`, as(two))).status).toBe(404)
    const active = await activeCustomer(own)
    const autoramp = await onrampOf(own, active)
    await own.send('POST', '/sandbox/transaction', { body: { autoramp_id: autoramp, amount: '10' } })
    expect(await idsOf('/autoramps', as(one))).toEqual([])
    expect(await idsOf('/autoramps')).toEqual([autoramp])
    expect(await idsOf('/autoramp-transactions', as(one))).toEqual([])
    expect(await idsOf('/autoramp-transactions')).toHaveLength(1)
  })

  test('resets its own customers only', async () => {
    expect((await own.send('POST', '/sandbox/reset', as(one))).status).toBe(200)
    expect((await own.send('GET', `/customers/${inside}`)).status).toBe(404)
    expect((await own.send('GET', `/customers/${outside}`)).status).toBe(200)
    expect(await idsOf('/addresses/fiat')).toEqual([])
  })
})

test.each([
  ['PUT', 'archive'],
  ['GET', 'requirements'],
  ['GET', 'spending-limit'],
  ['GET', 'microdeposits'],
] as const)(
  '%s /customers/{id}/%s is 404 for nobody’s and for another partner’s customer',
  async (method, what) => {
    const id = await createCustomer(sandbox)
    expect((await send(method, `/customers/${NOBODY}/${what}`)).status).toBe(404)
    expect((await send(method, `/customers/${id}/${what}`, { key: 'other-key' })).status).toBe(404)
  },
)
