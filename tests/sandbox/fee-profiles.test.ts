import { describe, expect, test } from 'vitest'

import { ACH, bankAccount, createCustomer, given, offramp, onramp, wallet } from './support/actors.js'
import { list, look, text } from './support/look.js'
import { openSandbox } from './support/sandbox.js'

const sandbox = await openSandbox({ apiKeys: ['sandbox-key', 'other-key'] })
const { send } = sandbox
const NOBODY = '6f1d2c3b-4a59-4e68-8d77-1c2b3a495867'

const creation = {
  name: 'Cheap',
  transaction_fee_bips: 40,
  network_fee_settlement: 'settledLater',
  banking_fee_configs: [{ rail: 'Ach', fiat_transfer_type: 'PayOut', fee_amount: '2' }],
}

const create = async (change: object = {}): Promise<string> => {
  const reply = await send('POST', '/fee-profiles', { body: { ...creation, ...change } })
  expect(reply.status, reply.text).toBe(201)
  return text(reply, 'id')
}

const idsOf = async (query: string, key?: string) =>
  list(await send('GET', `/fee-profiles?${query}`, key === undefined ? {} : { key }), 'items').map((item) =>
    text(item, 'id'),
  )

describe('fee profiles', () => {
  test('start with two, the default one first', async () => {
    const items = list(await send('GET', '/fee-profiles', { key: 'other-key' }), 'items')
    expect(items).toMatchObject([
      { is_default: true, iron_fee: { type: 'Bips', bips: 25 }, iron_fee_settlement: 'deductedImmediately' },
      { is_default: false, iron_fee_settlement: 'settledLater' },
    ])
  })

  test('are created, listed and filtered, for their partner alone', async () => {
    const id = await create()
    expect((await idsOf('')).at(-1)).toBe(id)
    expect(await idsOf(`fee_profile_ids=${id},${NOBODY}`)).toEqual([id])
    expect(await idsOf('is_default=true')).toHaveLength(1)
    expect(await idsOf(`fee_profile_ids=${id}&is_default=true`)).toEqual([])
    expect(await idsOf('', 'other-key')).not.toContain(id)
  })

  test.each([
    ['more than half of an amount', { transaction_fee_bips: 5001 }],
    [
      'a negative banking fee',
      { banking_fee_configs: [{ ...creation.banking_fee_configs[0], fee_amount: '-1' }] },
    ],
    [
      'a banking fee of 3 places',
      { banking_fee_configs: [{ ...creation.banking_fee_configs[0], fee_amount: '0.001' }] },
    ],
    [
      'an absurd banking fee',
      { banking_fee_configs: [{ ...creation.banking_fee_configs[0], fee_amount: '1e999' }] },
    ],
    ['another rail', { banking_fee_configs: [{ ...creation.banking_fee_configs[0], rail: 'Pigeon' }] }],
  ])('are refused with %s', async (_name, change) => {
    expect((await send('POST', '/fee-profiles', { body: { ...creation, ...change } })).status).toBe(400)
  })

  test('decide what a quote costs, and outlive a reset', async () => {
    const own = await openSandbox({ apiKeys: ['sandbox-key', 'other-key'] })
    const { send } = own
    const id = text(await send('POST', '/fee-profiles', { body: creation }), 'id')
    expect((await send('POST', '/sandbox/reset')).status).toBe(200)
    const customer = await createCustomer(own)
    const bank = await bankAccount(own, customer, { identifier: ACH, code: 'USD' })
    const query = given({ ...offramp(customer, bank), destination_currency_code: 'USD', fee_profile_id: id })
    const quote = await send('GET', '/autoramps/quote', { query })
    expect(quote).toMatchObject({
      body: {
        fee_profile_id: id,
        fee: {
          partner_fee: { amount: '1.000000' },
          iron_fee: { amount: '0.625000' },
          banking_fee: { amount: '2.000000' },
          banking_fee_network: 'Ach',
          transaction_fee: { amount: '3.625000' },
        },
        amount_out: { amount: '246.37' },
      },
    })
    const incoming = given({ ...onramp(customer, await wallet(own, customer)), fee_profile_id: id })
    const fee = look(await send('GET', '/autoramps/quote', { query: incoming }), 'fee')
    expect(list(fee, 'network_fees_with_settlement').map((line) => look(line, 'settlement'))).toEqual([
      'settledLater',
      'settledLater',
    ])
    expect(text(fee, 'transaction_fee', 'amount')).toBe('1.63')
    const other = { ...incoming, customer_id: await createCustomer(own, { key: 'other-key' }) }
    expect((await send('GET', '/autoramps/quote', { query: other, key: 'other-key' })).status).toBe(404)
  })
})

describe('a preview', async () => {
  const customer = await createCustomer(sandbox)
  const ask = (change: Record<string, string>) =>
    send('GET', '/autoramps/quotes-preview', {
      query: given({
        customer_id: customer,
        source_currency_code: 'USDC',
        source_currency_chain: 'Solana',
        destination_currency_code: 'USD',
        amount_in: '100',
        ...change,
      }),
    })

  test.each([
    ['USD', 'Ach'],
    ['EUR', 'Sepa'],
    ['GBP', 'Fps'],
    ['BRL', undefined],
  ])('of %s assumes the rail %s', async (code, rail) => {
    const reply = await ask({ destination_currency_code: code })
    expect(reply).toMatchObject({
      status: 200,
      body: { customer_id: customer, amount_in: { amount: '100.000000' } },
    })
    expect(look(reply, 'assumed_payout_rail')).toBe(rail)
    expect(look(reply, 'signature')).toBeUndefined()
  })

  test('agrees with the quote for the same rail', async () => {
    const bank = await bankAccount(sandbox, customer, { identifier: ACH, code: 'USD' })
    const query = given({
      ...offramp(customer, bank),
      destination_currency_code: 'USD',
      amount_in: '',
      amount_out: '99.5',
    })
    const quote = await send('GET', '/autoramps/quote', { query })
    const preview = await ask({ amount_in: '', amount_out: '99.5' })
    for (const name of ['amount_in', 'amount_out', 'fee', 'rate'])
      expect(look(preview, name)).toEqual(look(quote, name))
  })

  test.each<[string, Record<string, string>, number]>([
    ['both amounts', { amount_out: '1' }, 400],
    ['no amount', { amount_in: '' }, 400],
    [
      'the same currency twice',
      { destination_currency_code: 'USDC', destination_currency_chain: 'Solana' },
      400,
    ],
    ['an unknown currency', { destination_currency_code: 'XXX' }, 400],
    ['an unknown customer', { customer_id: NOBODY }, 404],
    ['an unknown fee profile', { fee_profile_id: NOBODY }, 404],
  ])('is refused with %s', async (_name, change, status) => {
    expect((await ask(change)).status).toBe(status)
  })
})

describe('an exchange rate', () => {
  const ask = (change: Record<string, string> = {}, version?: string) =>
    send('GET', '/exchange-rate', {
      version,
      query: given({
        source_currency_code: 'USDC',
        source_currency_chain: 'Base',
        source_currency_type: 'crypto',
        destination_currency_code: 'USD',
        destination_currency_type: 'fiat',
        amount: '1000',
        ...change,
      }),
    })

  test('is what is left after all fees, and ignores the version', async () => {
    const reply = await ask({}, '1999-01-01')
    expect(reply).toMatchObject({
      status: 200,
      body: {
        from: { type: 'Crypto', token: 'USDC', blockchain: 'Base' },
        to: { type: 'Fiat', code: 'USD' },
        out_amount: { amount: '996.20' },
        effective_rate: '0.9962',
        fee: { total_fee: { amount: '3.800000' } },
      },
    })
  })

  test.each<[string, Record<string, string>, number]>([
    ['a type that does not fit', { source_currency_type: 'fiat' }, 400],
    ['an amount of zero', { amount: '0' }, 400],
    ['an amount without end', { amount: '1e999' }, 400],
    ['an amount below its fees', { amount: '0.000001' }, 400],
    [
      'two fiat currencies',
      { source_currency_code: 'EUR', source_currency_chain: '', source_currency_type: 'fiat' },
      400,
    ],
    ['an unknown customer', { customer_id: NOBODY }, 404],
  ])('is refused with %s', async (_name, change, status) => {
    expect((await ask(change)).status).toBe(status)
  })
})
