import { describe, expect, test } from 'vitest'

import { activeCustomer, ACH, bankAccount, given, offramp, wallet } from '../support/actors.js'
import { list, text } from '../support/look.js'
import { NOW, openSandbox } from '../support/sandbox.js'

let now = NOW
const sandbox = await openSandbox({ clock: () => now, apiKeys: ['sandbox-key', 'other-key'] })
const { send } = sandbox
const customer = await activeCustomer(sandbox)
const bank = await bankAccount(sandbox, customer, { identifier: ACH, code: 'USD' })
await wallet(sandbox, customer)
const NOBODY = '6f1d2c3b-4a59-4e68-8d77-1c2b3a495867'

const autoramp = async (): Promise<string> => {
  const query = given({
    ...offramp(customer, bank),
    destination_currency_code: 'USD',
    additional_in_currency_codes: 'USDT,EURC',
    additional_in_currency_chains: 'Solana,Solana',
  })
  const signed = (await send('GET', '/autoramps/quote', { query })).body
  return text(await send('POST', '/autoramps', { body: signed }), 'id')
}

const ask = (id: string, change: Record<string, string> = {}) =>
  send('GET', `/autoramps/${id}/quote`, {
    query: given({
      source_currency_code: 'EURC',
      source_currency_chain: 'Solana',
      amount_in: '300',
      rate_expiry_policy: 'Slippage',
      slippage_tolerance_in_bips: '10',
      expiry_in_hours: '6',
      ...change,
    }),
  })
const attach = (id: string, body: unknown) => send('POST', `/autoramps/${id}/quotes`, { body })

describe('a rate quote', async () => {
  const id = await autoramp()

  test('prices a further currency, and the autoramp shows it first once attached', async () => {
    const quote = await ask(id, { payment_reference: 'REF 1' })
    expect(quote).toMatchObject({
      status: 200,
      body: {
        autoramp_id: id,
        source_currency: { token: 'EURC' },
        destination_currency: { code: 'USD' },
        amount_in: { amount: '300.000000' },
      },
    })
    const attached = await attach(id, quote.body)
    expect(attached).toMatchObject({ status: 201, body: { id, payment_reference: 'REF 1' } })
    expect(list(attached, 'quotes')).toMatchObject([
      { quote_id: text(quote, 'quote_id'), amount_in: { currency: { token: 'EURC' } } },
      { amount_in: { currency: { token: 'USDC' } } },
    ])
    expect(text(attached, 'quote', 'quote_id')).toBe(text(quote, 'quote_id'))
    expect(await attach(id, quote.body)).toMatchObject({ status: 409 })
  })

  test('is for the first currency too', async () => {
    expect((await ask(id, { source_currency_code: 'USDC' })).status).toBe(200)
  })

  test.each<[string, Record<string, string>]>([
    ['a currency that the autoramp does not take', { source_currency_code: 'SOL' }],
    ['another chain', { source_currency_chain: 'Base' }],
    ['both amounts', { amount_out: '1' }],
    ['neither amount', { amount_in: '' }],
    ['too many places', { amount_in: '1.0000001' }],
    ['25 hours', { expiry_in_hours: '25' }],
    ['0 hours', { expiry_in_hours: '0' }],
    ['a reference outside its pattern', { payment_reference: 'ü' }],
  ])('is refused for %s', async (_name, change) => {
    expect((await ask(id, change)).status).toBe(400)
  })

  test.each<[string, object]>([
    ['a changed amount', { amount_in: { amount: '1', currency: { type: 'Fiat', code: 'USD' } } }],
    ['another autoramp', { autoramp_id: NOBODY }],
    ['another signature', { signature: 'f'.repeat(64) }],
  ])('is not attached with %s', async (_name, change) => {
    const quote = await ask(id)
    expect((await attach(id, Object.assign({}, quote.body, change))).status).toBe(400)
  })

  test('belongs to its autoramp, and is not the quote that an autoramp is made from', async () => {
    const other = await autoramp()
    expect((await attach(other, (await ask(id)).body)).status).toBe(400)
    const query = given({ ...offramp(customer, bank), destination_currency_code: 'USD' })
    const creation = await send('GET', '/autoramps/quote', { query })
    expect((await attach(id, creation.body)).status).toBe(400)
    expect((await send('POST', '/autoramps', { body: (await ask(id)).body })).status).toBe(400)
  })

  test('ends with its time', async () => {
    const quote = await ask(id, { rate_expiry_policy: 'Return', rate_lock_duration_minutes: '5' })
    now = new Date(NOW.getTime() + 5 * 60_000)
    expect((await attach(id, quote.body)).status).toBe(400)
    now = NOW
  })

  test('is not for an unknown, cancelled, or standing-alone autoramp', async () => {
    expect((await ask(NOBODY)).status).toBe(404)
    const gone = await autoramp()
    const quote = (await ask(gone)).body
    await send('DELETE', `/autoramps/${gone}`)
    expect((await ask(gone)).status).toBe(400)
    expect((await attach(gone, quote)).status).toBe(400)
    const alone = await send('POST', '/autoramps', {
      body: {
        customer_id: customer,
        source_currencies: [{ type: 'Crypto', token: 'EURC', blockchain: 'Solana' }],
        destination_currency: { type: 'Fiat', code: 'USD' },
        recipient_account: { type: 'Fiat', account_identifier: ACH },
      },
    })
    expect(alone.status, alone.text).toBe(201)
    expect((await ask(text(alone, 'id'))).status).toBe(400)
  })

  test('is its partner’s alone', async () => {
    const query = { source_currency_code: 'USDC', rate_expiry_policy: 'Return', expiry_in_hours: '1' }
    expect((await send('GET', `/autoramps/${id}/quote`, { query, key: 'other-key' })).status).toBe(404)
  })
})
