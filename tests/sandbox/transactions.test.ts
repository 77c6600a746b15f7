import { describe, expect, test } from 'vitest'

import { activeCustomer } from './support/actors.js'
import { offrampOf, onrampOf } from './support/autoramps.js'
import { list, look, text } from './support/look.js'
import { NOW, openSandbox } from './support/sandbox.js'

let now = NOW
const sandbox = await openSandbox({ clock: () => now, apiKeys: ['sandbox-key', 'other-key'] })
const { send } = sandbox
const customer = await activeCustomer(sandbox)
const onramp = await onrampOf(sandbox, customer, { pay_by_reference: 'true' })
const offramp = await offrampOf(sandbox, customer, {
  batch_payout: 'true',
  ach_payment_reference: 'ACH REF',
  additional_in_currency_codes: 'EURC',
  additional_in_currency_chains: 'Solana',
})
const NOBODY = '6f1d2c3b-4a59-4e68-8d77-1c2b3a495867'

const deposit = (change: object = {}, key = 'sandbox-key') =>
  send('POST', '/sandbox/transaction', { body: { autoramp_id: onramp, amount: '100', ...change }, key })
const move = (id: string, state: string) =>
  send('PUT', `/sandbox/transaction/${id}/state`, { body: { state } })
const read = async (id: string) =>
  list(await send('GET', '/autoramp-transactions/ids', { query: { ids: id } }), 'items')[0]

describe('a simulated deposit', () => {
  test('takes a quarter of a percent and no rate unless told otherwise', async () => {
    const created = await deposit()
    expect(created).toMatchObject({
      status: 201,
      body: {
        autoramp_id: onramp,
        customer_id: customer,
        amount_in: '100.00',
        amount_out: '99.750000',
        currency_in: 'EUR',
        currency_out: 'USDC',
        state: 'Pending',
      },
    })
    expect(await read(text(created, 'id'))).toMatchObject({
      kind: 'Onramp',
      status: 'FundsReviewInProgress',
      state: 'Pending',
      fee: '0.25',
      exchange_rate: '1',
      source_amount: { amount: '100.00', currency: { code: 'EUR' } },
      destination_amount: { amount: '99.750000', currency: { token: 'USDC' } },
      inbound_payment_reference: expect.stringMatching(/^IR-/),
      recipient: { type: 'Wallet' },
    })
  })

  test('takes what it is told', async () => {
    const source = { blockchain: 'Solana', wallet_address: 'sender', deposit_tx_hash: null }
    const body = { transaction_id: NOBODY, fee: '1.5', fx_rate: '1.1', initial_state: 'Completed', source }
    expect(await deposit(body)).toMatchObject({
      status: 201,
      body: { id: NOBODY, amount_out: '108.350000', state: 'Completed' },
    })
    expect(await read(NOBODY)).toMatchObject({ status: 'Completed', source })
    expect((await deposit(body)).status).toBe(400)
    expect(await deposit({ amount_out: '7' })).toMatchObject({ body: { amount_out: '7.000000' } })
  })

  test('comes in any currency that the autoramp takes', async () => {
    const eurc = { type: 'Crypto', token: 'EURC', blockchain: 'Solana' }
    expect(await deposit({ autoramp_id: offramp, input_currency: eurc })).toMatchObject({
      body: { currency_in: 'EURC', currency_out: 'USD' },
    })
    expect((await deposit({ input_currency: eurc })).status).toBe(400)
  })

  test.each<[string, object, number]>([
    ['no amount to speak of', { amount: '0' }, 400],
    ['a negative amount', { amount: '-1' }, 400],
    ['an amount without end', { amount: '1e999' }, 400],
    ['NaN', { amount: 'NaN' }, 400],
    ['400 digits', { amount: '9'.repeat(400) }, 400],
    ['three places of euros', { amount: '1.001' }, 400],
    ['a fee above the amount', { fee: '101' }, 400],
    ['a negative fee', { fee: '-1' }, 400],
    ['a rate of zero', { fx_rate: '0' }, 400],
    ['400 digits of rate', { fx_rate: `1.${'1'.repeat(400)}` }, 400],
    ['another state', { initial_state: 'Done' }, 400],
    ['an unknown autoramp', { autoramp_id: NOBODY }, 404],
  ])('is refused with %s', async (_name, change, status) => {
    expect((await deposit(change)).status).toBe(status)
  })

  test('is refused for a cancelled autoramp, and for another partner', async () => {
    const gone = await onrampOf(sandbox, customer)
    await send('DELETE', `/autoramps/${gone}`)
    expect((await deposit({ autoramp_id: gone })).status).toBe(400)
    expect((await deposit({}, 'other-key')).status).toBe(404)
  })
})

describe('a transaction', () => {
  test('is completed for good, and shows how it was paid out', async () => {
    const id = text(await deposit(), 'id')
    expect(await move(id, 'Completed')).toMatchObject({ status: 200, body: { state: 'Completed' } })
    expect(await read(id)).toMatchObject({
      status: 'Completed',
      payout_crypto_transaction: { transaction_hash: expect.stringMatching(/^0x[0-9a-f]{64}$/) },
    })
    expect((await move(id, 'Completed')).status).toBe(200)
    expect((await move(id, 'Failed')).status).toBe(400)
    expect((await move(NOBODY.replace('6', '7'), 'Failed')).status).toBe(404)
  })

  test('to a bank shows its traces, its references and its batch', async () => {
    const id = text(await deposit({ autoramp_id: offramp, initial_state: 'Completed' }), 'id')
    const seen = await read(id)
    expect(seen).toMatchObject({
      kind: 'Offramp',
      payment_tracking: { ach_payment_reference: 'ACH REF', ach_trace_number: expect.any(String) },
      batch_id: expect.any(String),
    })
    expect(look(seen, 'payout_crypto_transaction')).toBeUndefined()
  })

  test('that fails stays failed', async () => {
    const id = text(await deposit({ initial_state: 'Failed' }), 'id')
    expect(await read(id)).toMatchObject({ status: 'Failed', state: 'Failed' })
    expect((await move(id, 'Pending')).status).toBe(400)
  })
})

describe('transactions', async () => {
  const own = await openSandbox({ clock: () => now, apiKeys: ['sandbox-key', 'other-key'] })
  const buyer = await activeCustomer(own)
  const idle = await activeCustomer(own)
  const buy = await onrampOf(own, buyer, { external_id: 'order-77' })
  const sell = await offrampOf(own, buyer, { batch_payout: 'true' })
  const ids: string[] = []
  for (const [hour, autoramp] of [buy, sell, buy, sell].entries()) {
    now = new Date(NOW.getTime() + hour * 3_600_000)
    const body = { autoramp_id: autoramp, amount: '100', initial_state: hour < 2 ? 'Completed' : 'Failed' }
    ids.push(text(await own.send('POST', '/sandbox/transaction', { body }), 'id'))
  }
  now = NOW
  const numbers = async (query: string, key?: string) =>
    list(
      await own.send('GET', `/autoramp-transactions?${query}`, key === undefined ? {} : { key }),
      'items',
    ).map((item) => ids.indexOf(text(item, 'id')))

  test.each([
    ['', [3, 2, 1, 0]],
    ['sort_order=asc', [0, 1, 2, 3]],
    [`autoramp_id=${buy}`, [2, 0]],
    [`customer_id=${buyer}&status=Failed`, [3, 2]],
    [`autoramp_id=${buy}&customer_id=${idle}`, []],
    [`customer_id=${idle}`, []],
    ['status=Completed,Failed&ramp_type=Offramp', [3, 1]],
    ['is_batch_payout=true', [3, 1]],
    ['is_batch_payout=false', [2, 0]],
    ['from_date=2026-09-01T13:00:00Z&to_date=2026-09-01T14:00:00Z', [2, 1]],
    ['search_term=ORDER-77', [2, 0]],
    ['page_size=3', [3, 2, 1]],
  ])('are listed with %j', async (query, expected) => {
    expect(await numbers(query)).toEqual(expected)
  })

  test('are paged through, both ways', async () => {
    const first = await own.send('GET', '/autoramp-transactions?page_size=3')
    const second = await own.send('GET', `/autoramp-transactions?page_size=3&cursor=${text(first, 'cursor')}`)
    expect(list(second, 'items').map((item) => text(item, 'id'))).toEqual([ids[0]])
    const back = await own.send('GET', `/autoramp-transactions?prev_cursor=${text(second, 'prev_cursor')}`)
    expect(list(back, 'items').map((item) => text(item, 'id'))).toEqual([ids[3], ids[2], ids[1]])
  })

  test('are found by ids, in that order, up to 100', async () => {
    const byIds = (query: string, key?: string) =>
      own.send('GET', `/autoramp-transactions/ids?ids=${query}`, key === undefined ? {} : { key })
    const found = await byIds([ids[2], NOBODY, ids[0], ids[2]].join(','))
    expect(list(found, 'items').map((item) => text(item, 'id'))).toEqual([ids[2], ids[0]])
    expect(list(await byIds(String(ids[0]), 'other-key'), 'items')).toEqual([])
    expect((await own.send('GET', '/autoramp-transactions/ids')).status).toBe(400)
    expect((await byIds(Array.from({ length: 101 }, () => NOBODY).join(','))).status).toBe(400)
    expect((await byIds('nonsense')).status).toBe(400)
  })

  test('are their partner’s alone, and tell customers apart', async () => {
    expect(await numbers('', 'other-key')).toEqual([])
    const customers = async (wanted: boolean) =>
      list(await own.send('GET', `/customers?has_transactions=${wanted}`), 'items').map((item) =>
        text(item, 'id'),
      )
    expect(await customers(true)).toEqual([buyer])
    expect(await customers(false)).toEqual([idle])
  })

  test.each([
    'from_date=yesterday',
    'to_date=2026-12-31T23:59:60Z',
    'status=Done',
    'page_size=501',
    'ramp_type=Sideways',
  ])('are refused with %s', async (query) => {
    expect((await own.send('GET', `/autoramp-transactions?${query}`)).status).toBe(400)
  })
})
