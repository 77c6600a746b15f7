import { expect } from 'vitest'

import { list, text } from './look.js'
import type { Reply, Request, Sandbox } from './sandbox.js'

type As = Pick<Request, 'version' | 'key'>

const ok = (reply: Reply): Reply => {
  expect(reply.status, reply.text).toBeLessThan(300)
  return reply
}

/** A new customer; its version is the one that the request is made with. */
export const createCustomer = async ({ send }: Sandbox, as: As = {}, more: object = {}): Promise<string> => {
  const body = { customer_type: 'Person', email: 'person@partner.test', ...more }
  return text(ok(await send('POST', '/customers', { ...as, body })), 'id')
}

export const statusOf = async ({ send }: Sandbox, id: string, as: As = {}): Promise<string> =>
  text(ok(await send('GET', `/customers/${id}`, as)), 'status')

/** Signs everything that is outstanding. */
export const signAll = async ({ send }: Sandbox, id: string, as: As = {}): Promise<void> => {
  const outstanding = ok(await send('GET', `/customers/${id}/required-signings`, as))
  for (const contentId of list(outstanding).map((terms) => text(terms, 'id'))) {
    const body = { content_id: contentId, signed: true }
    ok(await send('POST', `/customers/${id}/signings`, { ...as, body }))
  }
}

/** Opens a hosted identification and has it decided. */
export const identify = async (
  { send }: Sandbox,
  id: string,
  as: As = {},
  approved = true,
): Promise<string> => {
  const opened = ok(
    await send('POST', `/customers/${id}/identifications/v2`, { ...as, body: { type: 'Link' } }),
  )
  const identificationId = text(opened, 'id')
  ok(await send('POST', `/sandbox/identification/${identificationId}`, { ...as, body: { approved } }))
  return identificationId
}

/** A customer that has done all of its onboarding. */
export const activeCustomer = async (sandbox: Sandbox, as: As = {}): Promise<string> => {
  const id = await createCustomer(sandbox, as)
  if ((await statusOf(sandbox, id, as)) === 'SigningsRequired') await signAll(sandbox, id, as)
  await identify(sandbox, id, as)
  if ((await statusOf(sandbox, id, as)) === 'SigningsRequired') await signAll(sandbox, id, as)
  expect(await statusOf(sandbox, id, as)).toBe('Active')
  return id
}

export const wallet = async (
  { send }: Sandbox,
  customerId: string,
  blockchain = 'Solana',
  address = 'wallet-1',
  as: As = {},
): Promise<string> => {
  const body = { customer_id: customerId, blockchain, address }
  return text(ok(await send('POST', '/addresses/crypto/attested', { ...as, body })), 'id')
}

export const SEPA = { type: 'SEPA', iban: 'DE89370400440532013000' }
export const ACH = { type: 'ACH', account_number: '12345678', routing_number: '021000021' }

export const fiatRegistration = (customerId: string, identifier: object = SEPA, code = 'EUR') => ({
  customer_id: customerId,
  currency: { code },
  label: 'main account',
  bank_details: {
    account_identifier: identifier,
    address: {
      city: 'Berlin',
      country: { code: 'DE' },
      postal_code: '10115',
      state: 'BE',
      street: 'Street 1',
    },
    is_third_party: false,
    provider_country: { code: 'DE' },
    provider_name: 'Test Bank',
    recipient: { type: 'Individual', given_name: 'Ada', family_name: 'Vale' },
  },
})

/** A bank account that is registered, or still pending. */
export const bankAccount = async (
  { send }: Sandbox,
  customerId: string,
  {
    identifier = SEPA,
    code = 'EUR',
    registered = true,
  }: { identifier?: object; code?: string; registered?: boolean } = {},
): Promise<string> => {
  const body = fiatRegistration(customerId, identifier, code)
  const id = text(ok(await send('POST', '/addresses/fiat', { body })), 'id')
  if (registered) ok(await send('PUT', `/sandbox/fiat-verification/${id}`, { body: 'Registered' }))
  return id
}

export const pixRegistration = (
  customerId: string,
  account: object = { type: 'CPF', key: '123.456.789-09' },
) => ({
  customer_id: customerId,
  recipient: {
    account,
    recipient: { type: 'Individual', given_name: 'Ada', family_name: 'Vale' },
    tax_id: '12345678909',
  },
})

/** The query of an onramp that is acceptable as it stands. */
export const onramp = (customerId: string, recipientId: string): Record<string, string> => ({
  customer_id: customerId,
  source_currency_code: 'EUR',
  destination_currency_code: 'USDC',
  destination_currency_chain: 'Solana',
  recipient_account_id: recipientId,
  amount_in: '250',
  rate_expiry_policy: 'Slippage',
  slippage_tolerance_in_bips: '50',
  expiry_in_hours: '12',
  is_third_party: 'false',
})

/** The query of an offramp that is acceptable as it stands. */
export const offramp = (customerId: string, recipientId: string): Record<string, string> => ({
  ...onramp(customerId, recipientId),
  source_currency_code: 'USDC',
  source_currency_chain: 'Solana',
  destination_currency_code: 'EUR',
  destination_currency_chain: '',
})

/** A query without the parameters that are empty. */
export const given = (query: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(query).filter(([, value]) => value !== ''))
