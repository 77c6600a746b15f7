import { describe, expect, test } from 'vitest'

import { activeCustomer, ACH, bankAccount, createCustomer, SEPA, wallet } from '../support/actors.js'
import { list, look, text } from '../support/look.js'
import { openSandbox } from '../support/sandbox.js'

const sandbox = await openSandbox({ apiKeys: ['sandbox-key', 'other-key'] })
const { send } = sandbox
const customer = await activeCustomer(sandbox)
await wallet(sandbox, customer)
await wallet(sandbox, customer, 'Base')
await bankAccount(sandbox, customer, { identifier: ACH, code: 'USD' })
await bankAccount(sandbox, customer, { registered: false })

const NOBODY = '6f1d2c3b-4a59-4e68-8d77-1c2b3a495867'
const EUR = { type: 'Fiat', code: 'EUR' }
const USD = { type: 'Fiat', code: 'USD' }
const usdc = (blockchain: string) => ({ type: 'Crypto', token: 'USDC', blockchain })
const onChain = (chain: string) => ({ type: 'Crypto', chain, address: 'wallet-1' })

const market = {
  customer_id: customer,
  source_currencies: [EUR, USD],
  destination_currency: usdc('Solana'),
  recipient_account: onChain('Solana'),
}
const payout = {
  ...market,
  source_currencies: [usdc('Base')],
  destination_currency: USD,
  recipient_account: { type: 'Fiat', account_identifier: ACH },
}
const create = (change: object = {}) => send('POST', '/autoramps', { body: { ...market, ...change } })

describe('a market autoramp', () => {
  test('stands alone, takes every source currency and carries its texts', async () => {
    const texts = {
      name: 'Treasury',
      external_id: 'm-1',
      wire_message: 'wire',
      sepa_payment_reference: 'sepa reference',
      additional_partner_fee_in_bips: '12.5',
    }
    const created = await create({
      type: 'market',
      pay_by_reference: true,
      source_is_third_party: true,
      ...texts,
    })
    expect(created).toMatchObject({
      status: 201,
      body: {
        ...texts,
        source: 'Standalone',
        status: 'Authorized',
        kind: 'Onramp',
        is_third_party: true,
        quotes: [],
        inbound_payment_reference: expect.stringMatching(/^IR-/),
        source_currencies: [EUR, USD],
      },
    })
    const id = text(created, 'id')
    const approved = await send('PUT', `/sandbox/autoramp/${id}`, { body: 'Approved' })
    expect(list(approved, 'deposit_rails').map((rail) => text(rail, 'type'))).toEqual([
      'Iban',
      'AchWire',
      'Swift',
    ])
    expect(await send('GET', '/autoramps/m-1/external')).toMatchObject({ body: { id } })
    const found = await send('GET', '/autoramps?source=Standalone')
    expect(list(found, 'items').map((item) => text(item, 'id'))).toContain(id)
  })

  test.each<[string, object]>([
    ['an unregistered wallet', { recipient_account: onChain('Arbitrum') }],
    ['a wallet on another chain', { recipient_account: onChain('Base') }],
    [
      'a bank account that is pending',
      { ...payout, destination_currency: EUR, recipient_account: { type: 'Fiat', account_identifier: SEPA } },
    ],
    ['a PIX destination', { recipient_account: { type: 'Pix', id: NOBODY } }],
    ['no source currency', { source_currencies: [] }],
    ['the destination among its sources', { source_currencies: [EUR, usdc('Solana')] }],
    ['two fiat currencies', { ...payout, source_currencies: [EUR] }],
    ['an unknown token', { source_currencies: [{ type: 'Crypto', token: 'DOGE', blockchain: 'Solana' }] }],
    ['batched payouts in crypto', { batch_payout: true }],
    ['a surcharge without end', { additional_partner_fee_in_bips: '99999' }],
    ['a reference that is too long', { ach_payment_reference: '12345678901' }],
    ['a quote tag', { type: 'quote' }],
  ])('is refused with %s', async (_name, change) => {
    expect((await create(change)).status).toBe(400)
  })

  test('needs an active customer, its own fee profile, and belongs to its partner', async () => {
    const idle = await createCustomer(sandbox)
    await wallet(sandbox, idle)
    expect((await create({ customer_id: idle })).status).toBe(403)
    expect((await create({ customer_id: NOBODY })).status).toBe(404)
    expect((await create({ fee_profile_id: NOBODY })).status).toBe(404)
    const reply = await send('POST', '/autoramps', { body: market, key: 'other-key' })
    expect(reply.status).toBe(404)
  })
})

describe('a change of a market autoramp', async () => {
  const id = text(await create(), 'id')
  const patch = (change: object, target = id) =>
    send('PATCH', `/autoramps/${target}`, { body: { customer_id: customer, ...change } })

  test('of nothing leaves it as it was', async () => {
    const before = await send('GET', `/autoramps/${id}`)
    expect((await patch({})).text).toBe(before.text)
  })

  test('sets destination and recipient together, and the fee profile', async () => {
    const profile = text(list(await send('GET', '/fee-profiles'), 'items')[1], 'id')
    const target = text(await create(), 'id')
    const changed = await patch(
      { destination_currency: usdc('Base'), recipient_account: onChain('Base'), fee_profile_id: profile },
      target,
    )
    expect(changed).toMatchObject({
      status: 200,
      body: {
        destination_currency: usdc('Base'),
        recipient: { blockchain: 'Base' },
        fee_profile_id: profile,
      },
    })
    expect((await send('GET', `/autoramps/${target}`)).text).toBe(changed.text)
  })

  test.each<[string, object, number]>([
    ['the destination alone', { destination_currency: usdc('Base') }, 400],
    ['a recipient that does not fit', { recipient_account: onChain('Base') }, 400],
    [
      'a destination that does not fit the sources',
      { destination_currency: EUR, recipient_account: onChain('Base') },
      400,
    ],
    ['an unknown fee profile', { fee_profile_id: NOBODY }, 404],
    ['another customer', { customer_id: NOBODY }, 404],
  ])('is refused: %s', async (_name, change, status) => {
    expect((await patch(change)).status).toBe(status)
  })

  test('is refused once it is cancelled', async () => {
    const gone = text(await create(), 'id')
    await send('DELETE', `/autoramps/${gone}`)
    expect((await patch({}, gone)).status).toBe(400)
    expect((await patch({}, NOBODY)).status).toBe(404)
  })
})

test('whether another autoramp may be created follows from the state of the customer', async () => {
  const ask = (id: string) =>
    send('GET', '/autoramps/check-limit', {
      query: { customer_id: id, deposit_account_type: 'Iban', is_third_party: 'false' },
    })
  expect(look(await ask(customer), 'can_create')).toBe(true)
  expect(look(await ask(await createCustomer(sandbox)), 'can_create')).toBe(false)
  expect((await ask(NOBODY)).status).toBe(404)
})
