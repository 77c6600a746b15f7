import { expect, test } from 'vitest'

import { activeCustomer } from './support/actors.js'
import { offrampOf, onrampOf } from './support/autoramps.js'
import { eventsDuring, typesOf } from './support/events.js'
import { list, look, text } from './support/look.js'
import { openSandbox, type Reply } from './support/sandbox.js'

const sandbox = await openSandbox({ apiKeys: ['sandbox-key', 'other-key'] })
const { send } = sandbox
const customer = await activeCustomer(sandbox)
const autoramp = await onrampOf(sandbox, customer)
const NOBODY = '6f1d2c3b-4a59-4e68-8d77-1c2b3a495867'

const EUROS = { type: 'Fiat', code: 'EUR' }
const pay = (change: object = {}, ramp = autoramp, key = 'sandbox-key'): Promise<Reply> =>
  send('POST', `/autoramps/${ramp}/payments/open-banking`, {
    body: { amount_in: { amount: '25', currency: EUROS }, callback_url: 'app://paid', ...change },
    key,
  })
const read = (id: string, key = 'sandbox-key'): Promise<Reply> =>
  send('GET', `/autoramps/payments/open-banking/${id}`, { key })
const move = (id: string, status: string, key = 'sandbox-key'): Promise<Reply> =>
  send('PUT', `/controls/open-banking/${id}`, { body: { status }, key })

test('a payment is ready, and read by either of its ids', async () => {
  const made = await pay()
  expect(made).toMatchObject({ status: 201, body: { status: 'Ready', payment_link: expect.any(String) } })
  expect(look(made, 'settlement_status')).toBeUndefined()
  for (const id of [text(made, 'iron_payment_id'), text(made, 'id')])
    expect(await read(id)).toMatchObject({ status: 201, body: made.body })
  expect((await read(NOBODY)).status).toBe(404)
})

test('payments are listed by page, newest first or oldest first', async () => {
  const ramp = await onrampOf(sandbox, customer)
  const made: string[] = []
  for (let count = 0; count < 12; count += 1) made.push(text(await pay({}, ramp), 'iron_payment_id'))
  const path = `/autoramps/${ramp}/payments/open-banking`
  const ids = (page: Reply): readonly string[] =>
    list(page, 'items').map((item) => text(item, 'iron_payment_id'))
  const first = await send('GET', path)
  expect(ids(first)).toEqual(made.toReversed().slice(0, 10))
  const next = await send('GET', path, { query: { cursor: text(first, 'cursor') } })
  expect(ids(next)).toEqual(made.toReversed().slice(10))
  const oldest = await send('GET', path, { query: { sort_order: 'asc', page_size: '2' } })
  expect(ids(oldest)).toEqual(made.slice(0, 2))
  expect((await send('GET', path, { query: { page_size: '11' } })).status).toBe(400)
})

test('a completed payment is a deposit, which settles it', async () => {
  const id = text(await pay(), 'iron_payment_id')
  const events = await eventsDuring(sandbox, async () => {
    const paid = await move(id, 'Completed')
    expect(paid).toMatchObject({
      status: 200,
      body: { status: 'Completed', settlement_status: 'InProgress' },
    })
    expect(look(paid, 'payment_link')).toBeUndefined()
  })
  expect(typesOf(events)).toEqual(['transaction', 'transaction_status'])
  const [transaction] = list(
    await send('GET', '/autoramp-transactions', { query: { autoramp_id: autoramp } }),
    'items',
  )
  expect(transaction).toMatchObject({
    ob_payment_id: text(await read(id), 'id'),
    source_amount: { amount: '25.00', currency: EUROS },
  })
  const state = `/sandbox/transaction/${text(transaction, 'id')}/state`
  await send('PUT', state, { body: { state: 'Completed' } })
  expect(look(await read(id), 'settlement_status')).toBe('Completed')
  expect((await move(id, 'Failed')).status).toBe(400)
  expect((await move(id, 'Completed')).status).toBe(200)
})

test('a payment that fails deposits nothing, and a deposit that fails leaves it incomplete', async () => {
  const failed = text(await pay(), 'iron_payment_id')
  expect(await eventsDuring(sandbox, () => move(failed, 'Failed'))).toEqual([])
  expect(look(await read(failed), 'settlement_status')).toBeUndefined()
  const paid = text(await pay(), 'iron_payment_id')
  await move(paid, 'Processing')
  await move(paid, 'Completed')
  const [transaction] = list(
    await send('GET', '/autoramp-transactions', { query: { autoramp_id: autoramp } }),
    'items',
  )
  await send('PUT', `/sandbox/transaction/${text(transaction, 'id')}/state`, { body: { state: 'Failed' } })
  expect(look(await read(paid), 'settlement_status')).toBe('Incomplete')
})

test.each<[string, object]>([
  ['an amount of nothing', { amount_in: { amount: '0', currency: EUROS } }],
  [
    'a currency that the autoramp does not take',
    { amount_in: { amount: '5', currency: { type: 'Fiat', code: 'GBP' } } },
  ],
  [
    'a currency that nobody deals in',
    { amount_in: { amount: '5', currency: { type: 'Fiat', code: 'XXX' } } },
  ],
  [
    'crypto',
    { amount_in: { amount: '5', currency: { type: 'Crypto', token: 'USDC', blockchain: 'Solana' } } },
  ],
  ['a callback that is no URL', { callback_url: 'paid' }],
])('%s is refused', async (_name, change) => {
  expect((await pay(change)).status).toBe(400)
})

test('an autoramp of crypto, one that is cancelled, and one of nobody take none', async () => {
  expect((await pay({}, await offrampOf(sandbox, customer))).status).toBe(400)
  const cancelled = await onrampOf(sandbox, customer)
  const open = text(await pay({}, cancelled), 'iron_payment_id')
  await send('DELETE', `/autoramps/${cancelled}`)
  expect((await pay({}, cancelled)).status).toBe(400)
  expect((await move(open, 'Completed')).status).toBe(400)
  expect((await pay({}, NOBODY)).status).toBe(404)
})

test('a payment is its partner’s alone, and is told what to do by a status that it knows', async () => {
  const id = text(await pay(), 'iron_payment_id')
  expect((await read(id, 'other-key')).status).toBe(404)
  expect((await pay({}, autoramp, 'other-key')).status).toBe(404)
  expect(
    (await send('GET', `/autoramps/${autoramp}/payments/open-banking`, { key: 'other-key' })).status,
  ).toBe(404)
  expect((await move(id, 'Completed', 'other-key')).status).toBe(404)
  expect((await move(id, 'Ready')).status).toBe(400)
  expect((await move(NOBODY, 'Completed')).status).toBe(404)
})
