import { fiatRegistration, given, onramp } from '../../sandbox/support/actors.js'
import type { Client, Touched } from './client.js'
import { VERSION } from './process.js'

const OLD = '2025-03-13'

const idOf = (text: string): string => (JSON.parse(text) as { id: string }).id

const idsOf = (text: string): readonly string[] => (JSON.parse(text) as { id: string }[]).map(({ id }) => id)

/** The paths that show a customer and all that belongs to it. */
const ofCustomer = (id: string): readonly string[] => [
  `/api/customers/${id}`,
  `/api/customers/${id}/abilities`,
  `/api/customers/${id}/signings`,
  `/api/customers/${id}/identifications`,
  `/api/customers/${id}/requirements`,
]

let counter = 0

/** A name that no other record of this run has, and a key. */
const fresh = (client: Client): string => `${client.key}-${(counter += 1)}`

const post = (client: Client, path: string, body: unknown, touches: Touched, version = VERSION) =>
  client.write({ method: 'POST', path, body, version, idempotencyKey: fresh(client) }, touches)

const put = (client: Client, path: string, body: unknown, touches: readonly string[]) =>
  client.write({ method: 'PUT', path, body }, touches)

const sign = async (client: Client, id: string): Promise<void> => {
  const due = await client.look(`/api/customers/${id}/required-signings`)
  for (const content of idsOf(due))
    await post(client, `/api/customers/${id}/signings`, { content_id: content, signed: true }, ofCustomer(id))
}

/** A customer of a version that goes through its onboarding, and its rails. */
const onboard = async (client: Client, version: string): Promise<string> => {
  const name = fresh(client)
  const body = { customer_type: 'Person', email: `${name}@partner.test`, external_id: name }
  const id = idOf(await post(client, '/api/customers', body, ofCustomer, version))
  if (version === VERSION) await sign(client, id)
  const path = `/api/customers/${id}/identifications/v2`
  const link = idOf(await post(client, path, { type: 'Link' }, ofCustomer(id)))
  await post(client, `/api/sandbox/identification/${link}`, { approved: true }, ofCustomer(id))
  if (version !== VERSION) await sign(client, id)
  return id
}

const addresses = async (client: Client, id: string): Promise<string> => {
  const wallet = { customer_id: id, blockchain: 'Solana', address: fresh(client) }
  const wallets = [`/api/addresses/crypto/${id}`]
  const walletId = idOf(await post(client, '/api/addresses/crypto/attested', wallet, wallets))
  const banks = [`/api/addresses/fiat/${id}`]
  const bank = idOf(await post(client, '/api/addresses/fiat', fiatRegistration(id), banks))
  await put(client, `/api/sandbox/fiat-verification/${bank}`, 'Registered', [...banks, ...ofCustomer(id)])
  return walletId
}

const convert = async (client: Client, id: string, walletId: string): Promise<void> => {
  const query = new URLSearchParams(given(onramp(id, walletId))).toString()
  const quote: unknown = JSON.parse(await client.look(`/api/autoramps/quote?${query}`))
  const autoramp = idOf(await post(client, '/api/autoramps', quote, (made) => [`/api/autoramps/${made}`]))
  const shown = [`/api/autoramps/${autoramp}`, `/api/autoramp-transactions?autoramp_id=${autoramp}`]
  await put(client, `/api/sandbox/autoramp/${autoramp}`, 'Approved', shown)
  const deposit = { autoramp_id: autoramp, amount: '100' }
  const transaction = idOf(await post(client, '/api/sandbox/transaction', deposit, shown))
  const one = [...shown, `/api/autoramp-transactions/ids?ids=${transaction}`]
  const state = `/api/sandbox/transaction/${transaction}/state`
  await put(client, state, { state: counter % 2 === 0 ? 'Completed' : 'Failed' }, one)
}

const settings = async (client: Client, id: string): Promise<void> => {
  const profile = {
    name: fresh(client),
    transaction_fee_bips: 40,
    network_fee_settlement: 'settledLater',
    banking_fee_configs: [{ rail: 'Ach', fiat_transfer_type: 'PayOut', fee_amount: '2' }],
  }
  await post(client, '/api/fee-profiles', profile, ['/api/fee-profiles'])
  const hook = { label: fresh(client), url: 'https://partner.test/hook' }
  const hooks = ['/api/webhooks?page_size=100']
  const request = { method: 'POST', path: '/controls/webhooks', body: hook }
  const webhook = idOf(await client.write(request, hooks))
  const change = { method: 'PATCH', path: `/api/webhooks/${webhook}`, body: { enabled: false } }
  await client.write(change, hooks)
  await put(client, `/controls/customers/${id}/review`, { suspended: true }, ofCustomer(id))
}

/** New terms: whatever shows the state of a customer may change with them. */
const publish = async (client: Client): Promise<void> => {
  const customers = [...client.reads.keys()].filter((path) => path.startsWith('/api/customers/'))
  const request = { method: 'POST', path: '/controls/terms' }
  await client.write(request, ['/api/terms-and-conditions?country=DEU', ...customers])
}

/** A customer of each order, with everything that can be written about it, and the settings of its partner. */
export const life = async (client: Client): Promise<void> => {
  for (const version of [VERSION, OLD]) {
    const id = await onboard(client, version)
    await convert(client, id, await addresses(client, id))
    await settings(client, id)
  }
  await publish(client)
}
