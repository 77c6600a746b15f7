import { describe, expect, test } from 'vitest'

import { ACH, bankAccount, createCustomer, given, offramp, onramp, SEPA, wallet } from '../support/actors.js'
import { look, text } from '../support/look.js'
import { NOW, openSandbox, VERSIONS } from '../support/sandbox.js'

const sandbox = await openSandbox()
const customer = await createCustomer(sandbox)
const other = await createCustomer(sandbox)
const solana = await wallet(sandbox, customer)
const longWallet = 'w'.repeat(256)
await wallet(sandbox, customer, 'Solana', longWallet)
const base = await wallet(sandbox, customer, 'Base', '0xabc')
const sepa = await bankAccount(sandbox, customer)
const ach = await bankAccount(sandbox, customer, { identifier: ACH, code: 'USD' })
const pending = await bankAccount(sandbox, customer, {
  identifier: { type: 'SEPA', iban: 'DE02120300000000202051' },
  registered: false,
})
const foreign = await wallet(sandbox, other, 'Solana', 'wallet-other')

type Change = Readonly<Record<string, string>>

const quote = (query: Readonly<Record<string, string>>, version?: string) =>
  sandbox.send('GET', '/autoramps/quote', { query: given(query), version })
const buy = (change: Change) => quote({ ...onramp(customer, solana), ...change })
const sell = (change: Change) => quote({ ...offramp(customer, sepa), ...change })

const times = (count: number, text: string) => Array.from({ length: count }, () => text).join(',')
const crypto = { source_currency_code: 'USDC', source_currency_chain: 'Base' }
const extra = (codes: string, chains: string) => ({
  ...crypto,
  additional_in_currency_codes: codes,
  additional_in_currency_chains: chains,
})
const sender = { sender_bank: 'Some Bank', sender_account_number: '1' }

describe('a quote is given', () => {
  test.each(VERSIONS)('on %s', async (version) => {
    const reply = await quote(onramp(customer, solana), version)
    expect(reply).toMatchObject({
      status: 200,
      body: { customer_id: customer, amount_in: { amount: '250.00' } },
    })
  })

  test.each<[string, Change]>([
    ['amount_out instead of amount_in', { amount_in: '', amount_out: '100.5' }],
    ['an amount with trailing zeros beyond the currency', { amount_in: '250.0000' }],
    ['24 hours', { expiry_in_hours: '24' }],
    ['1 hour', { expiry_in_hours: '1' }],
    ['a long rate lock', { rate_lock_duration_minutes: '1000000' }],
    ['no slippage tolerance', { slippage_tolerance_in_bips: '' }],
    ['all the slippage there is', { slippage_tolerance_in_bips: '10000' }],
    ['an account number of 256 characters', { sender_account_number: 'a'.repeat(256) }],
    ['a mobile number of 256 characters', { sender_mobile_number: 'a'.repeat(256) }],
    ['a raw recipient of 256 characters', { recipient_account_id: '', recipient_account: longWallet }],
    ['a raw recipient beside an id, whatever it is', { recipient_account: 'unknown' }],
    ['16 additional currencies', extra(times(16, 'USDT'), times(16, 'Base'))],
    ['no additional currencies', extra('', '')],
    ['wire_message of 140', { wire_message: 'A'.repeat(140) }],
    ['wire_message of every kind of character', { wire_message: 'aZ09 /-?:().+' }],
    ['swift_payment_reference of 1', { swift_payment_reference: 'A' }],
    ['sepa_payment_reference of 6', { sepa_payment_reference: 'ABCDEF' }],
    ['ach_payment_reference of 10', { ach_payment_reference: 'A'.repeat(10) }],
    ['fps_payment_reference of 18 letters', { fps_payment_reference: 'A'.repeat(18) }],
    ['batch_payout false', { batch_payout: 'false' }],
    ['a parameter that no document has', { something_else: '1' }],
  ])('with %s', async (_name, change) => {
    const reply = await buy(change)
    expect(reply.status, reply.text).toBe(200)
  })

  test('for batched payouts of a fiat currency', async () => {
    expect(await sell({ batch_payout: 'true' })).toMatchObject({ status: 200, body: { batch_payout: true } })
  })

  test('for a registered IBAN given as a text', async () => {
    const reply = await sell({ recipient_account_id: '', recipient_account: SEPA.iban })
    expect(reply).toMatchObject({ body: { recipient_account: { type: 'Fiat', account_identifier: SEPA } } })
  })

  test('for a wallet in hex that is spelled in capitals', async () => {
    const reply = await buy({
      destination_currency_chain: 'Base',
      recipient_account_id: '',
      recipient_account: '0xABC',
    })
    expect(reply).toMatchObject({ body: { recipient_account: { type: 'Crypto', address: '0xabc' } } })
  })

  test.each([
    ['sender_account_number', 'AfricanBankTransfer'],
    ['sender_mobile_number', 'MobileMoney'],
  ])('from an African currency with %s', async (name, deposit) => {
    const reply = await buy({
      source_currency_code: 'KES',
      sender_bank: 'Some Bank',
      [name]: '1',
      amount_in: '9000',
    })
    expect(reply).toMatchObject({ status: 200, body: { deposit_account_type: deposit } })
  })

  test('from an African currency with a mobile number beside a blank account number', async () => {
    const mobile = { sender_bank: 'Some Bank', sender_account_number: ' ', sender_mobile_number: '1' }
    expect(await buy({ ...mobile, source_currency_code: 'KES', amount_in: '9000' })).toMatchObject({
      status: 200,
      body: { deposit_account_type: 'MobileMoney' },
    })
  })
})

describe('a quote is refused with 400 that names the parameter', () => {
  test.each<[string, string, Change]>([
    ['customer_id', 'missing', { customer_id: '' }],
    ['customer_id', 'no uuid', { customer_id: 'abc' }],
    ['source_currency_code', 'missing', { source_currency_code: '' }],
    ['source_currency_code', '33 characters', { source_currency_code: 'A'.repeat(33) }],
    ['source_currency_code', '32 characters of nothing', { source_currency_code: 'A'.repeat(32) }],
    ['source_currency_code', 'lower case', { source_currency_code: 'eur' }],
    ['source_currency_chain', 'missing for crypto', { source_currency_code: 'USDC' }],
    ['source_currency_chain', 'an unknown chain', { ...crypto, source_currency_chain: 'Dogechain' }],
    ['source_currency_chain', 'a chain beside fiat', { source_currency_chain: 'Base' }],
    ['destination_currency_code', 'missing', { destination_currency_code: '' }],
    ['destination_currency_code', '33 characters', { destination_currency_code: 'A'.repeat(33) }],
    ['destination_currency_chain', 'missing for crypto', { destination_currency_chain: '' }],
    ['recipient_account_id', 'none at all', { recipient_account_id: '' }],
    ['recipient_account_id', 'no uuid', { recipient_account_id: 'abc' }],
    ['recipient_account_id', 'another chain', { recipient_account_id: base }],
    ['recipient_account_id', 'a bank account for crypto', { recipient_account_id: sepa }],
    ['recipient_account', '257 characters', { recipient_account: 'a'.repeat(257) }],
    ['recipient_account', 'not registered', { recipient_account_id: '', recipient_account: 'unknown' }],
    [
      'recipient_account',
      "another customer's",
      { recipient_account_id: '', recipient_account: 'wallet-other' },
    ],
    ['amount_in', 'neither amount', { amount_in: '' }],
    ['amount_in', 'both amounts', { amount_out: '1' }],
    ['amount_in', 'zero', { amount_in: '0' }],
    ['amount_in', 'negative', { amount_in: '-1' }],
    ['amount_in', 'more places than the currency', { amount_in: '1.001' }],
    ['amount_in', 'an exponent', { amount_in: '1e3' }],
    ['amount_in', 'NaN', { amount_in: 'NaN' }],
    ['amount_in', '400 digits', { amount_in: '9'.repeat(400) }],
    ['amount_in', 'empty', { amount_in: ' ' }],
    ['amount_out', 'more places than the token', { amount_in: '', amount_out: '1.0000001' }],
    ['rate_lock_duration_minutes', 'zero', { rate_lock_duration_minutes: '0' }],
    ['rate_lock_duration_minutes', 'no integer', { rate_lock_duration_minutes: '1.5' }],
    ['rate_expiry_policy', 'missing', { rate_expiry_policy: '' }],
    ['rate_expiry_policy', 'another value', { rate_expiry_policy: 'Never' }],
    ['rate_expiry_policy', 'another case', { rate_expiry_policy: 'return' }],
    ['slippage_tolerance_in_bips', 'negative', { slippage_tolerance_in_bips: '-1' }],
    ['slippage_tolerance_in_bips', 'above all', { slippage_tolerance_in_bips: '10000.1' }],
    ['expiry_in_hours', 'missing', { expiry_in_hours: '' }],
    ['expiry_in_hours', '25', { expiry_in_hours: '25' }],
    ['expiry_in_hours', '0', { expiry_in_hours: '0' }],
    ['expiry_in_hours', 'a fraction', { expiry_in_hours: '1.5' }],
    ['is_third_party', 'missing', { is_third_party: '' }],
    ['is_third_party', 'no boolean', { is_third_party: 'yes' }],
    ['sender_account_number', '257 characters', { sender_account_number: 'a'.repeat(257) }],
    ['sender_mobile_number', '257 characters', { sender_mobile_number: 'a'.repeat(257) }],
    [
      'sender_bank',
      'missing for an African currency',
      { ...sender, sender_bank: '', source_currency_code: 'KES' },
    ],
    ['sender_account_number', 'missing for one', { source_currency_code: 'KES', sender_bank: 'Some Bank' }],
    ['sender_bank', 'blank for one', { ...sender, sender_bank: ' ', source_currency_code: 'KES' }],
    [
      'sender_account_number',
      'blank for one',
      { ...sender, sender_account_number: ' ', source_currency_code: 'KES' },
    ],
    ['wire_message', '141 characters', { wire_message: 'A'.repeat(141) }],
    ['wire_message', 'a line feed', { wire_message: 'AB\n' }],
    ['wire_message', 'another character', { wire_message: 'é' }],
    ['swift_payment_reference', '141 characters', { swift_payment_reference: 'A'.repeat(141) }],
    ['sepa_payment_reference', '5 characters', { sepa_payment_reference: 'ABCDE' }],
    ['sepa_payment_reference', '141 characters', { sepa_payment_reference: 'A'.repeat(141) }],
    ['ach_payment_reference', '11 characters', { ach_payment_reference: 'A'.repeat(11) }],
    ['fps_payment_reference', '5 letters', { fps_payment_reference: 'ABCDE' }],
    ['fps_payment_reference', '19 letters', { fps_payment_reference: 'A'.repeat(19) }],
    ['fps_payment_reference', 'a digit', { fps_payment_reference: 'ABCDEF1' }],
    ['fee_profile_id', 'no uuid', { fee_profile_id: 'abc' }],
    ['batch_payout', 'true for crypto', { batch_payout: 'true' }],
    ['additional_in_currency_codes', '17 items', extra(times(17, 'USDT'), times(17, 'Base'))],
    ['additional_in_currency_codes', 'more codes', extra('USDT,EURC', 'Base')],
    ['additional_in_currency_chains', 'more chains', extra('USDT', 'Base,Base')],
    ['additional_in_currency_codes', 'codes alone', { ...crypto, additional_in_currency_codes: 'USDT' }],
    ['additional_in_currency_chains', 'another chain', extra('USDT', 'Solana')],
    ['additional_in_currency_chains', 'an unknown chain', extra('USDT', 'Dogechain')],
    ['additional_in_currency_codes', 'the source currency', extra('USDT,USDC', 'Base,Base')],
    ['additional_in_currency_codes', 'an unknown token', extra('DOGE', 'Base')],
    [
      'additional_in_currency_chains',
      'a fiat source',
      { ...extra('USDT', 'Base'), source_currency_code: 'EUR', source_currency_chain: '' },
    ],
  ])('%s: %s', async (name, _what, change) => {
    const reply = await buy(change)
    expect(reply.status, reply.text).toBe(400)
    expect(reply.body).toEqual(expect.stringContaining(name))
  })

  test.each<[string, Change]>([
    ['recipient_account_id: not registered yet', { recipient_account_id: pending }],
    ['recipient_account_id: another currency', { recipient_account_id: ach }],
  ])('%s', async (_name, change) => {
    expect((await sell(change)).status).toBe(400)
  })

  test('two fiat currencies', async () => {
    expect((await sell({ source_currency_code: 'USD', source_currency_chain: '' })).status).toBe(400)
  })

  test('a currency for itself', async () => {
    const same = { source_currency_code: 'USDC', source_currency_chain: 'Solana' }
    expect((await buy(same)).status).toBe(400)
  })

  test('an amount that the fees eat up', async () => {
    expect(await buy({ amount_in: '0.10' })).toMatchObject({
      status: 400,
      body: expect.stringContaining('fees'),
    })
  })

  test('the repeated form of a list, and any parameter given twice', async () => {
    const query = new URLSearchParams(given({ ...onramp(customer, solana), ...crypto })).toString()
    const repeated = ['codes=USDT', 'codes=EURC', 'chains=Base,Base'].map(
      (part) => `additional_in_currency_${part}`,
    )
    const lists = await sandbox.send('GET', '/autoramps/quote', { query: `${query}&${repeated.join('&')}` })
    expect(lists).toMatchObject({ status: 400, body: expect.stringContaining('more than once') })
    const twice = await sandbox.send('GET', '/autoramps/quote', { query: `${query}&expiry_in_hours=12` })
    expect(twice).toMatchObject({ status: 400, body: expect.stringContaining('expiry_in_hours') })
  })
})

describe('a quote is refused with 404 for', () => {
  const nobody = '6f1d2c3b-4a59-4e68-8d77-1c2b3a495867'
  test.each<[string, Change]>([
    ['a customer that is nobody', { customer_id: nobody }],
    ['a recipient that is nobody', { recipient_account_id: nobody }],
    ["another customer's address", { recipient_account_id: foreign }],
    ['an unknown fee profile', { fee_profile_id: nobody }],
  ])('%s', async (_name, change) => {
    expect(await buy(change)).toMatchObject({ status: 404, body: expect.stringContaining('not found') })
  })

  test('a customer of another partner', async () => {
    const two = await openSandbox({ apiKeys: ['one', 'two'] })
    const id = await createCustomer(two, { key: 'one' })
    const address = await wallet(two, id, 'Solana', 'w', { key: 'one' })
    const query = onramp(id, address)
    expect((await two.send('GET', '/autoramps/quote', { query, key: 'one' })).status).toBe(200)
    expect((await two.send('GET', '/autoramps/quote', { query, key: 'two' })).status).toBe(404)
  })
})

describe('what a quote says', () => {
  const minutes = (count: number) => new Date(NOW.getTime() + count * 60_000).toISOString()

  test.each([
    ['Return', '12', undefined, 10, 10],
    ['Return', '12', '5', 5, 5],
    ['Return', '12', '60', 10, 10],
    ['Slippage', '12', '5', 5, 720],
    ['Slippage', '24', undefined, 10, 1440],
  ] as const)('about time under %s, %s hours, lock %s', async (policy, hours, lock, lockEnds, ends) => {
    const reply = await buy({
      rate_expiry_policy: policy,
      expiry_in_hours: hours,
      ...(lock === undefined ? {} : { rate_lock_duration_minutes: lock }),
    })
    expect(reply).toMatchObject({
      body: {
        rate_lock_valid_until: minutes(lockEnds),
        valid_until: minutes(ends),
        rate_expiry_policy: policy,
      },
    })
  })

  test('about a pegged pair: the rate is one and locked for as long as two days', async () => {
    const reply = await buy({ source_currency_code: 'USD', rate_lock_duration_minutes: '9999' })
    expect(reply).toMatchObject({ body: { rate: '1', rate_lock_valid_until: minutes(2880) } })
  })

  test('about what was asked for', async () => {
    const asked = {
      external_id: 'ext-1',
      wire_message: 'Invoice 1',
      pay_by_reference: 'true',
      is_third_party: 'true',
    }
    const reply = await buy({ ...asked, ...extra('USDT,EURC', 'Base,Base') })
    expect(reply).toMatchObject({
      body: {
        external_id: 'ext-1',
        wire_message: 'Invoice 1',
        pay_by_reference: true,
        is_third_party: true,
        source_currency: { type: 'Crypto', token: 'USDC', blockchain: 'Base' },
        destination_currency: { type: 'Crypto', token: 'USDC', blockchain: 'Solana' },
        additional_in_currencies: [
          { type: 'Crypto', token: 'USDT', blockchain: 'Base' },
          { type: 'Crypto', token: 'EURC', blockchain: 'Base' },
        ],
        recipient_account: { type: 'Crypto', chain: 'Solana', address: 'wallet-1' },
      },
    })
  })

  test('about the recipient: the id wins', async () => {
    const reply = await buy({ recipient_account: longWallet })
    expect(text(reply, 'recipient_account', 'address')).toBe('wallet-1')
  })

  test('nothing about what was not chosen', async () => {
    const reply = await buy({ slippage_tolerance_in_bips: '' })
    for (const name of ['slippage_tolerance_in_bips', 'external_id', 'batch_payout', 'wire_message'])
      expect(look(reply, name), name).toBeUndefined()
  })
})
