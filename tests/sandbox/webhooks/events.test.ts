import { describe, expect, test } from 'vitest'

import { activeCustomer, bankAccount, createCustomer, identify, signAll } from '../support/actors.js'
import { offrampOf, onrampOf } from '../support/autoramps.js'
import { eventsDuring, eventsOf, typesOf } from '../support/events.js'
import { list, look, text } from '../support/look.js'
import { NEW, OLD, openSandbox } from '../support/sandbox.js'

const sandbox = await openSandbox({ apiKeys: ['sandbox-key', 'other-key'] })
const { send } = sandbox

const deposit = (autoramp: string, state: string) =>
  send('POST', '/sandbox/transaction', {
    body: { autoramp_id: autoramp, amount: '100', initial_state: state },
  })

describe('the events of', () => {
  test('a customer of the newest order', async () => {
    const as = { version: NEW }
    let id = ''
    expect(
      typesOf(await eventsDuring(sandbox, async () => (id = await createCustomer(sandbox, as)))),
    ).toEqual(['customer_created'])
    const signing = await eventsDuring(sandbox, () => signAll(sandbox, id, as))
    expect(signing).toMatchObject([
      { type: 'customer_status', topic: 'CustomerStatus', message: { id, status: 'IdentificationRequired' } },
      { type: 'customer_fiat_abilities', topic: 'CustomerFiatAbilities', message: { id } },
    ])
    const identified = await eventsDuring(sandbox, () => identify(sandbox, id, as))
    expect(identified).toMatchObject([
      { type: 'identification_status', customerId: id, message: { status: 'Pending' } },
      { type: 'identification_status', message: { status: 'Approved' } },
      { type: 'customer_status', message: { id, status: 'Active' } },
      { type: 'customer_fiat_abilities', customerId: id, message: { id } },
    ])
  })

  test('a customer of the older order, whose rails are told although they stay', async () => {
    const as = { version: OLD }
    const id = await createCustomer(sandbox, as)
    await identify(sandbox, id, as)
    const body = {
      content_id: text(list(await send('GET', `/customers/${id}/required-signings`, as))[0], 'id'),
      signed: true,
    }
    const signing = await eventsDuring(sandbox, () =>
      send('POST', `/customers/${id}/signings`, { ...as, body }),
    )
    expect(typesOf(signing).at(-1)).toBe('customer_fiat_abilities')
    const second = await createCustomer(sandbox, as)
    const declined = await eventsDuring(sandbox, () => identify(sandbox, second, as, false))
    expect(typesOf(declined)).toEqual(['identification_status', 'identification_status'])
  })

  test('a bank account, from its registration on', async () => {
    const id = await activeCustomer(sandbox)
    const events = await eventsDuring(sandbox, () => bankAccount(sandbox, id))
    expect(events).toMatchObject([
      { type: 'new_bank_account', message: { kind: 'NewBankAccount' } },
      { type: 'register_fiat_address_status', message: { status: 'RegistrationPending' } },
      { type: 'register_fiat_address_status', message: { status: 'Registered' } },
      { type: 'customer_fiat_abilities', message: { id } },
    ])
  })

  test('an autoramp', async () => {
    const id = await activeCustomer(sandbox)
    let autoramp = ''
    const created = await eventsDuring(sandbox, async () => (autoramp = await onrampOf(sandbox, id)))
    expect(created).toMatchObject([{ type: 'new_autoramp', message: { id: autoramp, kind: 'NewAutoramp' } }])
    const to = (status: string) =>
      eventsDuring(sandbox, () => send('PUT', `/sandbox/autoramp/${autoramp}`, { body: status }))
    expect(await to('DepositAccountAdded')).toMatchObject([
      { type: 'register_autoramp_status', message: { id: autoramp, status: 'DepositAccountAdded' } },
      { type: 'deposit_address_created', message: { id: autoramp, kind: 'DepositAddressCreated' } },
    ])
    expect(typesOf(await to('Approved'))).toEqual(['register_autoramp_status'])
    expect(await to('Approved')).toEqual([])
    expect(typesOf(await eventsDuring(sandbox, () => send('DELETE', `/autoramps/${autoramp}`)))).toEqual([
      'register_autoramp_status',
    ])
  })

  test('a transaction, step by step, with a hash for a payout on a chain', async () => {
    const id = await activeCustomer(sandbox)
    const [buy, sell] = [await onrampOf(sandbox, id), await offrampOf(sandbox, id)]
    const completed = await eventsDuring(sandbox, () => deposit(buy, 'Completed'))
    expect(typesOf(completed)).toEqual([
      'transaction',
      ...Array.from({ length: 4 }, () => 'transaction_status'),
    ])
    expect(completed.slice(1).map(({ message }) => look(message, 'transaction_status'))).toEqual([
      'FundsReviewInProgress',
      'ConversionInProgress',
      'PayoutInProgress',
      'Completed',
    ])
    expect(look(completed.at(-1), 'message', 'transaction_hash')).toMatch(/^0x/)
    const payout = await eventsDuring(sandbox, () => deposit(sell, 'Completed'))
    expect(look(payout.at(-1), 'message', 'transaction_hash')).toBeUndefined()
  })

  test('a transaction that fails: its status, and the refund', async () => {
    const id = await activeCustomer(sandbox)
    const autoramp = await onrampOf(sandbox, id)
    const events = await eventsDuring(sandbox, () => deposit(autoramp, 'Failed'))
    expect(events).toMatchObject([
      { type: 'transaction', message: { kind: 'Transaction' } },
      { type: 'transaction_status' },
      { type: 'transaction_status', message: { transaction_status: 'Failed', status: 'Failed' } },
      { type: 'transaction_refunded', message: { amount: { amount: '100.00', currency: { code: 'EUR' } } } },
    ])
  })

  test('a refused request: none', async () => {
    const id = await activeCustomer(sandbox)
    const body = { customer_type: 'Robot' }
    expect(await eventsDuring(sandbox, () => send('POST', '/customers', { body }))).toEqual([])
    expect(await eventsDuring(sandbox, () => send('GET', `/customers/${id}`))).toEqual([])
  })

  test('a retry: none', async () => {
    const body = { customer_type: 'Person', email: 'a@b.test' }
    const create = () => send('POST', '/customers', { body, idempotencyKey: 'once' })
    await create()
    expect(await eventsDuring(sandbox, create)).toEqual([])
  })
})

describe('rails in events', () => {
  test('are the full snapshot of the abilities, without currencies', async () => {
    const id = await activeCustomer(sandbox, { version: NEW })
    const abilities = await send('GET', `/customers/${id}/abilities`)
    const last = (await eventsOf(sandbox, `customer_id=${id}&type=customer_fiat_abilities`)).at(-1)
    expect(last?.message).toEqual({
      id,
      fiat_deposit: look(abilities, 'fiat_deposit'),
      fiat_payout: look(abilities, 'fiat_payout'),
    })
    expect(look(abilities, 'fiat_deposit', 'usd', 'ach')).toBe('Active')
  })

  test('are blocked and freed by a compliance review', async () => {
    const id = await activeCustomer(sandbox)
    const review = (suspended: boolean) =>
      eventsDuring(sandbox, () => send('PUT', `/controls/customers/${id}/review`, { body: { suspended } }))
    expect(await review(true)).toMatchObject([
      { type: 'customer_status', message: { status: 'Suspended' } },
      { type: 'customer_fiat_abilities', message: { fiat_payout: { gbp: { fps: 'Blocked' } } } },
    ])
    expect(await review(false)).toMatchObject([
      { type: 'customer_status', message: { status: 'Active' } },
      { type: 'customer_fiat_abilities', message: { fiat_payout: { gbp: { fps: 'Active' } } } },
    ])
  })
})
