import { describe, expect, test } from 'vitest'

import { Decimal, roundDown, sum } from '../../../sandbox/money/decimal.js'
import { createSeededRandom } from '../../../sandbox/primitives/environment.js'
import { ACH, bankAccount, createCustomer, given, offramp, onramp, wallet } from '../support/actors.js'
import { list, look, text } from '../support/look.js'
import { openSandbox, type Reply } from '../support/sandbox.js'

const SEED = 11
const sandbox = await openSandbox({ seed: SEED })
const customer = await createCustomer(sandbox)
const wallets = {
  Solana: await wallet(sandbox, customer, 'Solana'),
  Arbitrum: await wallet(sandbox, customer, 'Arbitrum'),
  Ethereum: await wallet(sandbox, customer, 'Ethereum'),
}
const banks = {
  EUR: await bankAccount(sandbox, customer),
  USD: await bankAccount(sandbox, customer, { identifier: ACH, code: 'USD' }),
  GBP: await bankAccount(sandbox, customer, {
    identifier: { type: 'SWIFT', bic: 'TESTGB00', account_number: '1' },
    code: 'GBP',
  }),
}
const random = createSeededRandom(SEED)
const profiles = list(await sandbox.send('GET', '/fee-profiles'), 'items')
const settledLater = text(profiles[1], 'id')

const PLACES: Readonly<Record<string, number>> = { USDC: 6, EURC: 6, SOL: 9, ETH: 9 }
const placesOf = (code: string): number => PLACES[code] ?? 2

const buy = (source: string, token: string, chain: keyof typeof wallets) => ({
  ...onramp(customer, wallets[chain]),
  source_currency_code: source,
  destination_currency_code: token,
  destination_currency_chain: chain,
  ...(source === 'ZAR' ? { sender_bank: 'Bank', sender_account_number: '1' } : {}),
})
const sell = (token: string, destination: keyof typeof banks) => ({
  ...offramp(customer, banks[destination]),
  source_currency_code: token,
  destination_currency_code: destination,
})

const buys = ['EUR', 'USD', 'GBP', 'BRL', 'MXN', 'ZAR'].flatMap((source) => [
  buy(source, 'USDC', 'Solana'),
  buy(source, 'SOL', 'Solana'),
  buy(source, 'ETH', 'Arbitrum'),
  buy(source, 'EURC', 'Ethereum'),
])
const sells = (['EUR', 'USD', 'GBP'] as const).flatMap((code) => [sell('USDC', code), sell('SOL', code)])

const amount = (source: unknown, ...path: readonly string[]): Decimal =>
  new Decimal(text(source, ...path, 'amount'))

/** The promises of `renderFee` and `priceOf`, checked from the outside. */
const reconcile = (reply: Reply): void => {
  const fee = look(reply, 'fee')
  const network = list(fee, 'network_fees_with_settlement')
  const partner = list(fee, 'partner_fees')
  const parts = ['iron_fee', 'partner_fee', 'network_fee', 'banking_fee'].map((name) => amount(fee, name))
  expect(amount(fee, 'total_fee').toFixed()).toBe(sum(parts).toFixed())
  expect(amount(fee, 'network_fee').toFixed()).toBe(
    sum(network.map((line) => amount(line, 'fee_amount'))).toFixed(),
  )
  expect(amount(fee, 'partner_fee').toFixed()).toBe(sum(partner.map((line) => amount(line, 'fee'))).toFixed())
  expect(text(fee, 'deducted_fee', 'amount')).toBe(text(fee, 'transaction_fee', 'amount'))
  const later = look(reply, 'fee_settlement') === 'settledLater'
  const atOnce = later ? parts.slice(2) : parts
  expect(amount(fee, 'transaction_fee').toFixed()).toBe(sum(atOnce).toFixed())
  const net = amount(reply, 'amount_in').minus(amount(fee, 'transaction_fee'))
  const out = amount(reply, 'amount_out')
  const destination = look(reply, 'destination_currency')
  const code = String(look(destination, 'token') ?? look(destination, 'code'))
  expect(roundDown(net.times(text(reply, 'rate')), placesOf(code)).toFixed()).toBe(out.toFixed())
}

describe.each([
  ['the default profile', ''],
  ['the profile that settles later', settledLater],
])('under %s, amounts, rate and fees reconcile to the last decimal', (_name, profile) => {
  test.each([...buys, ...sells])('$source_currency_code to $destination_currency_code', async (query) => {
    for (let round = 0; round < 6; round += 1) {
      const whole = 100 + random.integer(`amount:${query.source_currency_code}:${round}`, 0, 900_000)
      const cents = String(
        random.integer(`cents:${query.destination_currency_code}:${round}`, 0, 99),
      ).padStart(2, '0')
      const value = `${whole}.${cents}`
      for (const name of ['amount_in', 'amount_out']) {
        const asked = { ...query, amount_in: '', fee_profile_id: profile, [name]: value }
        const reply = await sandbox.send('GET', '/autoramps/quote', { query: given(asked) })
        expect(reply.status, reply.text).toBe(200)
        expect(amount(reply, name).toFixed()).toBe(new Decimal(value).toFixed())
        reconcile(reply)
      }
    }
  })
})

describe('fees', () => {
  const quote = async (query: Record<string, string>) =>
    sandbox.send('GET', '/autoramps/quote', { query: given(query) })

  test('name the way in and the way out of an onramp', async () => {
    const reply = await quote(onramp(customer, wallets.Solana))
    const types = list(reply, 'fee', 'network_fees_with_settlement').map((line) => text(line, 'fee_type'))
    expect(types).toEqual(['SepaIn', 'SolanaTransactionFee'])
    expect(list(reply, 'fee', 'network_fees').map((line) => text(line, 'type'))).toEqual(types)
  })

  test('leave types out of the deprecated list that it does not know', async () => {
    const reply = await quote({ ...onramp(customer, wallets.Solana), source_currency_code: 'GBP' })
    expect(list(reply, 'fee', 'network_fees').map((line) => text(line, 'type'))).toEqual([
      'SolanaTransactionFee',
    ])
  })

  test('name the network of a payout by bank', async () => {
    const reply = await quote({ ...offramp(customer, banks.GBP), destination_currency_code: 'GBP' })
    expect(reply).toMatchObject({
      body: { fee: { banking_fee_network: 'Swift' }, deposit_account_type: 'Wallet' },
    })
    expect(amount(reply, 'fee', 'banking_fee').gt(0)).toBe(true)
  })
})
