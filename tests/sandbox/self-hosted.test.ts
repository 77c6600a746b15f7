import { describe, expect, test } from 'vitest'

import { createCustomer } from './support/actors.js'
import { list, look, text } from './support/look.js'
import { openSandbox } from './support/sandbox.js'

const sandbox = await openSandbox({ apiKeys: ['sandbox-key', 'other-key'] })
const { send } = sandbox
const customer = await createCustomer(sandbox)

const BASE58 = '5Kd3NBUAdUnhyzenEwVLy9pBKxSwXvE9FMPyR4UKZvpe6E3AgLr5Kd3NBUAdUnhyzenEwVLy9pBKxSwXvE9FMPyR'
const HEX = `0x${'1b'.repeat(65)}`
const messageOf = (address: string, day = '01/09/2026', owner = customer) =>
  `Wallet ${address} is owned by customer ${owner}. Signed on ${day}.`

const register = (change: Record<string, unknown> = {}) => {
  const address = 'self-1'
  const body = {
    customer_id: customer,
    blockchain: 'Base',
    address,
    message: messageOf(address),
    signature: HEX,
    ...change,
  }
  return send('POST', '/addresses/crypto/selfhosted', { body })
}

describe('a self-hosted wallet', () => {
  test('is registered with its proof, once', async () => {
    const created = await register({ name: 'cold' })
    expect(created).toMatchObject({
      status: 200,
      body: { address: 'self-1', customer_id: customer, name: 'cold', disabled: false, signature: HEX },
    })
    const [listed] = list(await send('GET', `/addresses/crypto/${customer}?filter=SelfHosted`))
    expect(listed).toMatchObject({
      id: text(created, 'id'),
      address_type: 'SelfHosted',
      proof_message: messageOf('self-1'),
      proof_signature: HEX,
    })
    expect((await register()).status).toBe(409)
  })

  test.each([
    ['Solana', BASE58],
    ['Stellar', Buffer.alloc(64, 'ab').toString('base64')],
    ['Ethereum', HEX],
  ])('of %s takes a signature of its form', async (blockchain, signature) => {
    const address = `on-${blockchain}`
    expect((await register({ blockchain, address, message: messageOf(address), signature })).status).toBe(200)
  })

  test('takes yesterday’s message', async () => {
    const address = 'late'
    expect((await register({ address, message: messageOf(address, '31/08/2026') })).status).toBe(200)
  })

  test.each<[string, Record<string, unknown>]>([
    ['a message of the day before yesterday', { message: messageOf('self-1', '30/08/2026') }],
    ['a message of tomorrow', { message: messageOf('self-1', '02/09/2026') }],
    ['a message about another address', { message: messageOf('self-2') }],
    [
      'a message about another customer',
      { message: messageOf('self-1', '01/09/2026', '6f1d2c3b-4a59-4e68-8d77-1c2b3a495867') },
    ],
    ['an empty message', { message: '' }],
    ['a blank signature', { signature: `0x${'0'.repeat(130)}` }],
    ['a short signature', { signature: '0x1b' }],
    ['a signature of another chain', { blockchain: 'Solana' }],
    ['an unknown chain', { blockchain: 'Dogechain' }],
  ])('is refused with %s', async (_name, change) => {
    expect((await register(change)).status).toBe(400)
  })

  test('belongs to a customer of the partner', async () => {
    const body = {
      customer_id: customer,
      blockchain: 'Base',
      address: 'x',
      message: messageOf('x'),
      signature: HEX,
    }
    expect((await send('POST', '/addresses/crypto/selfhosted', { body, key: 'other-key' })).status).toBe(404)
  })
})

describe('custodians', () => {
  const search = (query: string) => send('GET', `/addresses/crypto/hosted/vasps?${query}`)

  test('are found by a part of their name, and a wallet is registered with one', async () => {
    const [found] = list(await search('q=elm'))
    expect(found).toMatchObject({
      name: 'Elm Exchange',
      did: 'did:web:elm-exchange.sandbox.example',
      country: 'FR',
    })
    expect(list(await search('q=EXCHANGE'))).toHaveLength(3)
    expect(list(await search('q=exchange&limit=2'))).toHaveLength(2)
    expect(list(await search('q=nobody'))).toEqual([])
    const body = {
      customer_id: customer,
      blockchain: 'Base',
      wallet_address: 'hosted-1',
      vasp_did: text(found, 'did'),
    }
    expect(look(await send('POST', '/addresses/crypto/hosted', { body }), 'vasp_did')).toBe(
      text(found, 'did'),
    )
  })

  test.each(['q=e', 'q=', '', 'q=elm&limit=51', 'q=elm&limit=-1'])(
    'are not searched with %j',
    async (query) => {
      expect((await search(query)).status).toBe(400)
    },
  )
})

test.each([
  ['US', 51, { code: 'US-CA', name: 'California' }],
  ['CA', 13, { code: 'CA-QC', name: 'Quebec' }],
  ['BR', 27, { code: 'BR-SP', name: 'São Paulo' }],
  ['DE', 16, { code: 'DE-BE', name: 'Berlin' }],
  ['MX', 32, { code: 'MX-JAL', name: 'Jalisco' }],
])('%s has %i subdivisions', async (country, count, one) => {
  const subdivisions = list(await send('GET', `/country_subdivisions/${country}`))
  expect(subdivisions).toHaveLength(count)
  expect(subdivisions).toContainEqual(one)
})

test.each([
  ['SG', 200],
  ['ZZ', 404],
  ['us', 404],
  ['USA', 400],
])('the subdivisions of %s answer %i', async (country, status) => {
  expect((await send('GET', `/country_subdivisions/${country}`)).status).toBe(status)
})
