import { describe, expect, test } from 'vitest'

import { ACH, bankAccount, createCustomer, fiatRegistration, SEPA, wallet } from './support/actors.js'
import { eventsOf, typesOf } from './support/events.js'
import { list, look, text } from './support/look.js'
import { openSandbox } from './support/sandbox.js'

const sandbox = await openSandbox({ apiKeys: ['sandbox-key', 'other-key'] })
const { send } = sandbox
const NOBODY = '6f1d2c3b-4a59-4e68-8d77-1c2b3a495867'

const register = (customer: string, identifier?: object, code?: string) =>
  send('POST', '/addresses/fiat', { body: fiatRegistration(customer, identifier, code) })

describe('a bank account', () => {
  test('waits for its registration and is then registered', async () => {
    const customer = await createCustomer(sandbox)
    const pending = await register(customer)
    expect(pending).toMatchObject({
      status: 200,
      body: {
        status: 'RegistrationPending',
        currency: 'EUR',
        bank_account_identifier: SEPA,
        customer_id: customer,
      },
    })
    const id = text(pending, 'id')
    const moved = await send('PUT', `/sandbox/fiat-verification/${id}`, { body: 'Registered' })
    expect(moved).toMatchObject({ status: 200, body: { status: 'Registered', ownership_verified: true } })
    expect((await send('GET', `/addresses/fiat/${customer}/${id}`)).text).toBe(moved.text)
  })

  test('that is reached by SWIFT is registered at once, and its events say so', async () => {
    const customer = await createCustomer(sandbox)
    const swift = { type: 'SWIFT', bic: 'TESTUS00', account_number: '1' }
    const reply = await register(customer, swift, 'USD')
    expect(reply).toMatchObject({ status: 200, body: { status: 'Registered', ownership_verified: true } })
    expect(typesOf(await eventsOf(sandbox, `customer_id=${customer}`))).toEqual([
      'customer_created',
      'new_bank_account',
      'register_fiat_address_status',
      'customer_fiat_abilities',
    ])
  })

  test.each<[string, object, string]>([
    ['ACH', ACH, 'USD'],
    ['Wire', { ...ACH, type: 'Wire' }, 'USD'],
    ['RTP', { ...ACH, type: 'RTP' }, 'USD'],
    ['FEDNOW', { ...ACH, type: 'FEDNOW' }, 'USD'],
    ['SWIFT', { type: 'SWIFT', bic: 'TESTUS00', account_number: '1', intermediary_bic: 'TESTUS01' }, 'USD'],
    ['CHAPS', { type: 'CHAPS', sort_code: '040004', account_number: '12345678' }, 'GBP'],
    ['FPS', { type: 'FPS', sort_code: '040004', account_number: '12345678' }, 'GBP'],
    [
      'SWIFT with a BIC of 11 and no intermediary',
      { type: 'SWIFT', bic: 'TESTUS00XXX', account_number: 'A1' },
      'EUR',
    ],
    [
      'SWIFT with null for its intermediary',
      { type: 'SWIFT', bic: 'TESTUS00', account_number: '1', intermediary_bic: null },
      'USD',
    ],
    ['a sort code with dashes', { type: 'FPS', sort_code: '04-00-04', account_number: '12345678' }, 'GBP'],
    ['the shortest IBAN', { type: 'SEPA', iban: 'NO9386011117947' }, 'EUR'],
    ['4 characters of account number', { ...ACH, account_number: 'A1B2' }, 'USD'],
    ['17 characters of account number', { ...ACH, account_number: '1'.repeat(17) }, 'USD'],
  ])('can be registered: %s', async (_name, identifier, code) => {
    expect((await register(await createCustomer(sandbox), identifier, code)).status).toBe(200)
  })

  test.each<[string, object, string]>([
    ['an unknown kind', { ...ACH, type: 'Fednow' }, 'USD'],
    ['8 digits of routing number', { ...ACH, routing_number: '02100002' }, 'USD'],
    ['10 digits of routing number', { ...ACH, routing_number: '0210000211' }, 'USD'],
    ['3 characters of account number', { ...ACH, account_number: '123' }, 'USD'],
    ['18 characters of account number', { ...ACH, account_number: '1'.repeat(18) }, 'USD'],
    ['lower case in an account number', { ...ACH, account_number: 'abcd' }, 'USD'],
    ['an empty IBAN', { type: 'SEPA', iban: '' }, 'EUR'],
    ['an IBAN with spaces', { type: 'SEPA', iban: 'DE89 3704 0044 0532 0130 00' }, 'EUR'],
    ['an IBAN in lower case', { type: 'SEPA', iban: SEPA.iban.toLowerCase() }, 'EUR'],
    ['an IBAN of 35', { type: 'SEPA', iban: `DE89${'1'.repeat(31)}` }, 'EUR'],
    ['an IBAN of 14', { type: 'SEPA', iban: `DE89${'1'.repeat(10)}` }, 'EUR'],
    ['an IBAN with a line break', { type: 'SEPA', iban: `${SEPA.iban}\n` }, 'EUR'],
    ['a BIC of 9', { type: 'SWIFT', bic: 'TESTUS001', account_number: '1' }, 'USD'],
    ['an empty BIC', { type: 'SWIFT', bic: '', account_number: '1' }, 'USD'],
    [
      'an intermediary that is no BIC',
      { type: 'SWIFT', bic: 'TESTUS00', account_number: '1', intermediary_bic: 'x' },
      'USD',
    ],
    ['an empty account number', { type: 'SWIFT', bic: 'TESTUS00', account_number: '' }, 'USD'],
    ['a sort code of 5', { type: 'FPS', sort_code: '04000', account_number: '12345678' }, 'GBP'],
    [
      'letters in a British account number',
      { type: 'CHAPS', sort_code: '040004', account_number: 'A2345678' },
      'GBP',
    ],
    ['another currency than its network has', SEPA, 'USD'],
    ['a currency that is not dealt in', SEPA, 'XXX'],
  ])('is refused: %s', async (_name, identifier, code) => {
    expect(await register(await createCustomer(sandbox), identifier, code)).toMatchObject({
      status: 400,
      body: expect.stringContaining('request body'),
    })
  })

  test('is registered once per customer', async () => {
    const [one, two] = [await createCustomer(sandbox), await createCustomer(sandbox)]
    await bankAccount(sandbox, one)
    expect((await register(one)).status).toBe(409)
    expect((await register(two)).status).toBe(200)
  })

  test('needs a customer of the partner', async () => {
    const theirs = await createCustomer(sandbox, { key: 'other-key' })
    expect((await register(NOBODY)).status).toBe(404)
    expect((await register(theirs)).status).toBe(404)
    expect((await send('PUT', `/sandbox/fiat-verification/${NOBODY}`, { body: 'Registered' })).status).toBe(
      404,
    )
  })

  test('is listed by customer and by status, and is gone when deleted', async () => {
    const customer = await createCustomer(sandbox)
    const id = await bankAccount(sandbox, customer)
    const other = await bankAccount(sandbox, customer, { identifier: ACH, code: 'USD', registered: false })
    const idsOf = async (path: string) =>
      list(await send('GET', path), 'items').map((item) => text(item, 'id'))
    expect(await idsOf(`/addresses/fiat/${customer}`)).toEqual([other, id])
    expect(await idsOf(`/addresses/fiat/${customer}?search_term=MAIN&page_size=1`)).toEqual([other])
    expect(await idsOf('/addresses/fiat?page_size=1')).toEqual([id])
    expect(await idsOf('/addresses/fiat?status=RegistrationPending&page_size=1')).toEqual([other])
    expect((await send('DELETE', `/addresses/fiat/${NOBODY}/${id}`)).status).toBe(404)
    expect(await send('DELETE', `/addresses/fiat/${customer}/${id}`)).toMatchObject({ status: 200, text: '' })
    expect((await send('GET', `/addresses/fiat/${customer}/${id}`)).status).toBe(404)
    expect(await idsOf(`/addresses/fiat/${customer}`)).toEqual([other])
  })
})

describe('a wallet', () => {
  test('of the customer is registered at once', async () => {
    const customer = await createCustomer(sandbox)
    const body = { customer_id: customer, blockchain: 'Tron', address: 'T1', name: 'mine' }
    const reply = await send('POST', '/addresses/crypto/attested', { body })
    expect(reply).toMatchObject({
      status: 200,
      body: {
        address_type: 'SelfHosted',
        blockchain: 'Tron',
        wallet_address: 'T1',
        name: 'mine',
        disabled: false,
      },
    })
    expect(look(reply, 'vasp_did')).toBeUndefined()
  })

  test.each<[string, string, string, number]>([
    ['Base', '0xab', '0xAB', 409],
    ['Solana', 'ab', 'AB', 200],
  ])('on %s of %s and of %s is one or two', async (blockchain, one, other, status) => {
    const customer = await createCustomer(sandbox)
    await wallet(sandbox, customer, blockchain, one)
    const body = { customer_id: customer, blockchain, address: other }
    expect((await send('POST', '/addresses/crypto/attested', { body })).status).toBe(status)
  })

  test('at a custodian is known by its DID', async () => {
    const customer = await createCustomer(sandbox)
    const body = {
      customer_id: customer,
      blockchain: 'Base',
      wallet_address: '0x1',
      vasp_did: 'did:example:1',
    }
    const reply = await send('POST', '/addresses/crypto/hosted', { body })
    expect(reply).toMatchObject({ status: 200, body: { address_type: 'Hosted', vasp_did: 'did:example:1' } })
  })

  test.each(['', 'nobody', 'did:', 'did:web', 'did:web:', 'DID:web:x', 'did:web:a b', 'did:web:x\n'])(
    'is refused at a custodian with %j for its DID',
    async (did) => {
      const body = {
        customer_id: await createCustomer(sandbox),
        blockchain: 'Base',
        wallet_address: '0x1',
        vasp_did: did,
      }
      expect(await send('POST', '/addresses/crypto/hosted', { body })).toMatchObject({
        status: 400,
        body: 'request body at /vasp_did must be a DID',
      })
    },
  )

  test('is listed by kind', async () => {
    const customer = await createCustomer(sandbox)
    const own = await wallet(sandbox, customer)
    const hosted = {
      customer_id: customer,
      blockchain: 'Base',
      wallet_address: '0x1',
      vasp_did: 'did:example:1',
    }
    const held = text(await send('POST', '/addresses/crypto/hosted', { body: hosted }), 'id')
    const idsOf = async (query: string) =>
      list(await send('GET', `/addresses/crypto/${customer}${query}`)).map((item) => text(item, 'id'))
    expect(await idsOf('')).toEqual([held, own])
    expect(await idsOf('?filter=All')).toEqual([held, own])
    expect(await idsOf('?filter=Hosted')).toEqual([held])
    expect(await idsOf('?filter=SelfHosted')).toEqual([own])
  })

  test('is registered once per customer and chain', async () => {
    const customer = await createCustomer(sandbox)
    await wallet(sandbox, customer, 'Base', '0x1')
    await wallet(sandbox, customer, 'Polygon', '0x1')
    const body = { customer_id: customer, blockchain: 'Base', address: '0x1' }
    expect((await send('POST', '/addresses/crypto/attested', { body })).status).toBe(409)
  })

  test.each([
    ['an empty address', { address: ' ' }],
    ['an unknown chain', { blockchain: 'solana' }],
    ['no address', { address: undefined }],
  ])('is refused with %s', async (_name, change) => {
    const body = { customer_id: await createCustomer(sandbox), blockchain: 'Base', address: '0x1', ...change }
    expect((await send('POST', '/addresses/crypto/attested', { body })).status).toBe(400)
  })

  test('can be disabled, and then receives nothing', async () => {
    const customer = await createCustomer(sandbox)
    const id = await wallet(sandbox, customer)
    const body = { customer_id: customer, disabled: true }
    expect(await send('PUT', `/addresses/crypto/${id}/disabled`, { body })).toMatchObject({
      body: { disabled: true },
    })
    const quote = await send('GET', '/autoramps/quote', {
      query: {
        customer_id: customer,
        source_currency_code: 'EUR',
        destination_currency_code: 'USDC',
        destination_currency_chain: 'Solana',
        recipient_account_id: id,
        amount_in: '250',
        rate_expiry_policy: 'Return',
        expiry_in_hours: '1',
        is_third_party: 'false',
      },
    })
    expect(quote).toMatchObject({ status: 400, body: expect.stringContaining('disabled') })
  })

  test('of somebody else cannot be disabled', async () => {
    const [one, two] = [await createCustomer(sandbox), await createCustomer(sandbox)]
    const id = await wallet(sandbox, one)
    const body = { customer_id: two, disabled: true }
    expect((await send('PUT', `/addresses/crypto/${id}/disabled`, { body })).status).toBe(404)
  })
})
