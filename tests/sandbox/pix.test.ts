import { expect, test } from 'vitest'

import { activeCustomer, createCustomer, given, offramp, pixRegistration } from './support/actors.js'
import { eventsDuring } from './support/events.js'
import { list, look, text } from './support/look.js'
import { openSandbox } from './support/sandbox.js'

const sandbox = await openSandbox({ apiKeys: ['sandbox-key', 'other-key'] })
const { send } = sandbox
const NOBODY = '6f1d2c3b-4a59-4e68-8d77-1c2b3a495867'

const register = (customer: string, account?: object, key = 'sandbox-key') =>
  send('POST', '/addresses/pix', { body: pixRegistration(customer, account), key })

test('a PIX address is registered at once, read, listed, newest first, and deleted', async () => {
  const customer = await createCustomer(sandbox)
  const first = await register(customer)
  expect(first).toMatchObject({ status: 200, body: { status: 'Registered', customer_id: customer } })
  const second = await register(customer, { type: 'EMAIL', key: 'ada@partner.test' })
  const path = `/addresses/pix/${customer}`
  expect(list(await send('GET', path), 'items')).toEqual([second.body, first.body])
  const id = text(first, 'id')
  expect((await send('GET', `${path}/${id}`)).body).toEqual(first.body)
  expect(await send('DELETE', `${path}/${id}`)).toMatchObject({ status: 200, text: '' })
  expect((await send('GET', `${path}/${id}`)).status).toBe(404)
  expect(list(await send('GET', path), 'items')).toEqual([second.body])
})

test.each<[string, object, object]>([
  ['CPF, without punctuation', { type: 'CPF', key: '123.456.789-09' }, { type: 'CPF', key: '12345678909' }],
  [
    'CNPJ, with punctuation',
    { type: 'CNPJ', key: '12345678000195' },
    { type: 'CNPJ', key: '12.345.678/0001-95' },
  ],
  ['email, in capitals', { type: 'EMAIL', key: 'a@b.test' }, { type: 'EMAIL', key: 'A@B.test' }],
  [
    'bank details, of another kind',
    {
      type: 'BANK_DETAILS',
      bank_code: '001',
      branch_code: '1',
      account_number: '9',
      account_type: 'SAVINGS',
    },
    {
      type: 'BANK_DETAILS',
      bank_code: '001',
      branch_code: '1',
      account_number: '9',
      account_type: 'CHECKING',
    },
  ],
])('the same %s is refused once it is there, and taken of another customer', async (_name, one, same) => {
  const customer = await createCustomer(sandbox)
  expect((await register(customer, one)).status).toBe(200)
  expect((await register(customer, same)).status).toBe(409)
  expect((await register(await createCustomer(sandbox), same)).status).toBe(200)
})

test.each<[string, object]>([
  ['a CPF of ten digits', { type: 'CPF', key: '1234567890' }],
  ['a phone without a country', { type: 'PHONE', key: '11999999999' }],
  ['a random key in capitals', { type: 'EVP', key: NOBODY.toUpperCase() }],
  ['a kind that nobody knows', { type: 'IBAN', key: '1' }],
])('%s is refused', async (_name, account) => {
  expect((await register(await createCustomer(sandbox), account)).status).toBe(400)
})

test('it is seen by its customer and partner alone', async () => {
  const [customer, other] = [await createCustomer(sandbox), await createCustomer(sandbox)]
  const id = text(await register(customer), 'id')
  expect((await send('GET', `/addresses/pix/${other}/${id}`)).status).toBe(404)
  expect((await send('DELETE', `/addresses/pix/${other}/${id}`)).status).toBe(404)
  expect((await send('GET', `/addresses/pix/${customer}/${id}`, { key: 'other-key' })).status).toBe(404)
  expect((await register(customer, undefined, 'other-key')).status).toBe(404)
  expect((await send('GET', `/addresses/pix/${NOBODY}`)).status).toBe(404)
})

test('it is paid out to, by quote and by market parameters, in reais alone, and writes no event', async () => {
  const customer = await activeCustomer(sandbox)
  const events = await eventsDuring(sandbox, () => register(customer))
  expect(events).toEqual([])
  const [address] = list(await send('GET', `/addresses/pix/${customer}`), 'items')
  const id = text(address, 'id')
  const query = given({ ...offramp(customer, id), destination_currency_code: 'BRL' })
  const quote = await send('GET', '/autoramps/quote', { query })
  expect(quote).toMatchObject({
    status: 200,
    body: { recipient_account: { type: 'Pix', id }, fee: { banking_fee_network: 'Pix' } },
  })
  const euros = { ...query, destination_currency_code: 'EUR' }
  expect((await send('GET', '/autoramps/quote', { query: euros })).status).toBe(400)
  const autoramp = await send('POST', '/autoramps', { body: quote.body })
  expect(look(autoramp, 'recipient')).toEqual({ type: 'Pix', ...Object(look(address, 'recipient')) })
  const market = {
    type: 'market',
    customer_id: customer,
    source_currencies: [{ type: 'Crypto', token: 'USDC', blockchain: 'Solana' }],
    destination_currency: { type: 'Fiat', code: 'BRL' },
    recipient_account: { type: 'Pix', id },
  }
  expect((await send('POST', '/autoramps', { body: market })).status).toBe(201)
  const wrong = { ...market, destination_currency: { type: 'Fiat', code: 'MXN' } }
  expect((await send('POST', '/autoramps', { body: wrong })).status).toBe(400)
})
