import { describe, expect, test } from 'vitest'

import {
  activeCustomer,
  ACH,
  bankAccount,
  createCustomer,
  given,
  offramp,
  onramp,
  wallet,
} from '../support/actors.js'
import { list, text } from '../support/look.js'
import { NEW, NOW, OLD, openSandbox, type Sandbox } from '../support/sandbox.js'

const ready = async (options: Parameters<typeof openSandbox>[0] = {}) => {
  const sandbox = await openSandbox(options)
  const customer = await activeCustomer(sandbox, { version: NEW })
  const recipient = await wallet(sandbox, customer)
  const quote = async (change: Record<string, string> = {}) => {
    const query = given({ ...onramp(customer, recipient), ...change })
    const reply = await sandbox.send('GET', '/autoramps/quote', { query })
    expect(reply.status, reply.text).toBe(200)
    return Object.assign({}, reply.body)
  }
  const create = (body: unknown) => sandbox.send('POST', '/autoramps', { body })
  return { sandbox, customer, recipient, quote, create }
}

describe('an autoramp', () => {
  test('comes of a quote that is sent back unchanged', async () => {
    const { customer, quote, create, sandbox } = await ready()
    const signed = await quote({ external_id: 'ext-1', pay_by_reference: 'true' })
    const created = await create(signed)
    expect(created).toMatchObject({
      status: 201,
      body: {
        customer_id: customer,
        status: 'Authorized',
        source: 'Quote',
        kind: 'Onramp',
        deposit_rails: [],
        external_id: 'ext-1',
        inbound_payment_reference: expect.stringMatching(/^IR-.{6}$/),
        recipient: { type: 'Wallet', blockchain: 'Solana', address: 'wallet-1' },
        quotes: [{ quote_id: text(signed, 'quote_id') }],
      },
    })
    const read = await sandbox.send('GET', `/autoramps/${text(created, 'id')}`)
    expect(read.text).toBe(created.text)
  })

  test('comes of a quote with its tag, and with nulls for what is absent', async () => {
    const { quote, create } = await ready()
    expect((await create({ type: 'quote', batch_payout: null, ...(await quote()) })).status).toBe(201)
  })

  test.each([
    ['a changed amount', { amount_out: { amount: '999', currency: { type: 'Fiat', code: 'EUR' } } }],
    ['a changed spelling of the rate', { rate: '1.08000' }],
    ['another signature', { signature: 'f'.repeat(64) }],
    ['a short signature', { signature: 'f' }],
    ['a field that was not there', { external_id: 'new' }],
    ['a later end', { valid_until: '2030-01-01T00:00:00Z' }],
  ])('does not come of a quote with %s', async (_name, change) => {
    const { quote, create } = await ready()
    const reply = await create({ ...(await quote()), ...change })
    expect(reply).toMatchObject({ status: 400, body: expect.stringContaining('signature') })
  })

  test('does not come of a quote twice', async () => {
    const { quote, create } = await ready()
    const signed = await quote()
    expect((await create(signed)).status).toBe(201)
    expect(await create(signed)).toMatchObject({ status: 422, body: expect.stringContaining('used') })
  })

  test('does not come of a quote that has expired', async () => {
    let now = NOW
    const { quote, create } = await ready({ clock: () => now })
    const signed = await quote({ rate_expiry_policy: 'Return', rate_lock_duration_minutes: '5' })
    now = new Date(NOW.getTime() + 5 * 60_000)
    expect(await create(signed)).toMatchObject({ status: 422, body: expect.stringContaining('expired') })
  })

  test('does not come of another sandbox', async () => {
    const [one, two] = [await ready({ seed: 1 }), await ready({ seed: 2 })]
    expect((await two.create(await one.quote())).status).toBe(404)
  })

  test('needs an active customer', async () => {
    const { sandbox, create } = await ready()
    const customer = await createCustomer(sandbox)
    const query = onramp(customer, await wallet(sandbox, customer))
    const signed = (await sandbox.send('GET', '/autoramps/quote', { query })).body
    expect((await create(signed)).status).toBe(403)
  })

  test('shows its quote until it expires', async () => {
    let now = NOW
    const { quote, create, sandbox } = await ready({ clock: () => now })
    const id = text(await create(await quote()), 'id')
    now = new Date(NOW.getTime() + 24 * 60 * 60_000)
    expect(list(await sandbox.send('GET', `/autoramps/${id}`), 'quotes')).toEqual([])
  })
})

describe('autoramps', () => {
  test('are found by external id, listed newest first, and filtered', async () => {
    const { quote, create, sandbox, customer } = await ready()
    const first = text(await create(await quote({ external_id: 'ext/1' })), 'id')
    const second = text(await create(await quote()), 'id')
    const idsOf = async (query: string) =>
      list(await sandbox.send('GET', `/autoramps?${query}`), 'items').map((item) => text(item, 'id'))
    expect(await sandbox.send('GET', '/autoramps/ext%2F1/external')).toMatchObject({ body: { id: first } })
    expect((await sandbox.send('GET', '/autoramps/nothing/external')).status).toBe(404)
    expect(await idsOf('')).toEqual([second, first])
    expect(await idsOf(`customer_id=${customer}&sort_order=asc`)).toEqual([first, second])
    expect(await idsOf('customer_id=6f1d2c3b-4a59-4e68-8d77-1c2b3a495867')).toEqual([])
    expect(await idsOf('autoramp_type=Onramp&source=Quote&is_batch_payout=false')).toEqual([second, first])
    expect(await idsOf('autoramp_type=Swap')).toEqual([])
    expect(await idsOf('source=Standalone')).toEqual([])
    await sandbox.send('PUT', `/sandbox/autoramp/${first}`, { body: 'Approved' })
    expect(await idsOf('status=Approved,Rejected')).toEqual([first])
  })

  test('can be cancelled, for good', async () => {
    const { quote, create, sandbox } = await ready()
    const id = text(await create(await quote()), 'id')
    expect(await sandbox.send('DELETE', `/autoramps/${id}`)).toMatchObject({ status: 204, text: '' })
    expect(await sandbox.send('GET', `/autoramps/${id}`)).toMatchObject({ body: { status: 'Cancelled' } })
    expect((await sandbox.send('DELETE', `/autoramps/${id}`)).status).toBe(204)
    expect((await sandbox.send('PUT', `/sandbox/autoramp/${id}`, { body: 'Approved' })).status).toBe(400)
    expect((await sandbox.send('DELETE', '/autoramps/6f1d2c3b-4a59-4e68-8d77-1c2b3a495867')).status).toBe(404)
  })
})

const railTypes = async (sandbox: Sandbox, id: string, version: string) =>
  list(await sandbox.send('GET', `/autoramps/${id}`, { version }), 'deposit_rails').map((rail) =>
    text(rail, 'type'),
  )

describe('deposit rails', () => {
  test.each([
    ['EUR', ['Iban']],
    ['GBP', ['FPS', 'CHAPS']],
    ['BRL', ['Pix']],
    ['MXN', ['Spei']],
    ['KES', ['AfricanBankTransfer', 'MobileMoney']],
  ])('of %s are there once the account is', async (code, types) => {
    const { quote, create, sandbox } = await ready()
    const sender = { sender_bank: 'Some Bank', sender_mobile_number: '1' }
    const from = { source_currency_code: code, amount_in: '9000', ...sender }
    const id = text(await create(await quote(from)), 'id')
    expect(await railTypes(sandbox, id, NEW)).toEqual([])
    const moved = await sandbox.send('PUT', `/sandbox/autoramp/${id}`, { body: 'Approved' })
    expect(moved).toMatchObject({ status: 200, body: { status: 'Approved' } })
    expect(await railTypes(sandbox, id, NEW)).toEqual(types)
  })

  test('of dollars hold FedNow from the version that minted it, and only where enabled', async () => {
    for (const fedNow of [true, false]) {
      const { quote, create, sandbox } = await ready({ fedNow })
      const id = text(await create(await quote({ source_currency_code: 'USD' })), 'id')
      await sandbox.send('PUT', `/sandbox/autoramp/${id}`, { body: 'Approved' })
      const later = fedNow ? ['AchWire', 'Swift', 'FedNow'] : ['AchWire', 'Swift']
      expect(await railTypes(sandbox, id, OLD)).toEqual(['AchWire', 'Swift'])
      expect(await railTypes(sandbox, id, '2026-07-01')).toEqual(later)
      expect(await railTypes(sandbox, id, NEW)).toEqual(later)
    }
  })

  test('hold FedNow on every version, or no autoramp is found, where a fault says so', async () => {
    const { quote, create, sandbox } = await ready({ faults: ['versioning/fednow-rail'] })
    const id = text(await create(await quote({ source_currency_code: 'USD' })), 'id')
    await sandbox.send('PUT', `/sandbox/autoramp/${id}`, { body: 'Approved' })
    expect(await railTypes(sandbox, id, OLD)).toContain('FedNow')
    const lost = await ready({ faults: ['autoramp/read'] })
    const other = text(await lost.create(await lost.quote()), 'id')
    expect((await lost.sandbox.send('GET', `/autoramps/${other}`)).status).toBe(404)
  })

  test('of crypto are a wallet on the chain, and the payout goes to the bank account', async () => {
    const { sandbox, customer, create } = await ready()
    const bank = await bankAccount(sandbox, customer, { identifier: ACH, code: 'USD' })
    const query = given({ ...offramp(customer, bank), destination_currency_code: 'USD' })
    const created = await create((await sandbox.send('GET', '/autoramps/quote', { query })).body)
    expect(created).toMatchObject({
      body: { kind: 'Offramp', recipient: { type: 'BankAccount', account_identifier: ACH } },
    })
    const id = text(created, 'id')
    await sandbox.send('PUT', `/sandbox/autoramp/${id}`, { body: 'DepositAccountAdded' })
    expect(await railTypes(sandbox, id, OLD)).toEqual(['Crypto'])
  })

  test('follow a status of the enumeration only', async () => {
    const { quote, create, sandbox } = await ready()
    const id = text(await create(await quote()), 'id')
    for (const body of ['Done', { status: 'Approved' }, null])
      expect((await sandbox.send('PUT', `/sandbox/autoramp/${id}`, { body })).status).toBe(400)
  })
})
