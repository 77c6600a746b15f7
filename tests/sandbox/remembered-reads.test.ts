import { expect, test } from 'vitest'

import { activeCustomer, createCustomer, signAll } from './support/actors.js'
import { offrampOf, onrampOf } from './support/autoramps.js'
import { NEW, OLD, openSandbox, type Sandbox } from './support/sandbox.js'

const KEYS = { 'x-api-key': 'sandbox-key', 'x-api-version': NEW }
const callers = [
  KEYS,
  { ...KEYS, 'x-api-version': OLD },
  { ...KEYS, 'x-sub-partner-id': 'shop' },
  { ...KEYS, 'x-api-key': 'another-key' },
]

const readsOf = (customer: string, autoramp: string): readonly string[] => [
  '/customers',
  '/customers?search_term=named',
  '/customers?status=Active&page_size=2',
  `/customers/${customer}`,
  '/customers/named/external',
  `/customers/${customer}/required-signings`,
  `/customers/${customer}/signings`,
  `/customers/${customer}/spending-limit`,
  '/autoramps',
  `/autoramps/${autoramp}`,
  '/autoramp-transactions',
  `/autoramp-transactions?search_term=${autoramp.slice(3, 12)}`,
  `/addresses/crypto/${customer}`,
  '/fee-profiles',
  '/webhooks',
  '/fiatcurrencies',
]

let unseen = 0

/** Asks until the answer is remembered, and then in words that nobody used before. */
const twoWays = async ({ app }: Sandbox, path: string, headers: Readonly<Record<string, string>>) => {
  const ask = async (url: string) => {
    const answer = await app.inject({ url: `/api${url}`, headers })
    const { date: _date, ...others } = answer.headers
    return { status: answer.statusCode, headers: others, body: answer.body }
  }
  for (let count = 0; count < 2; count += 1) await ask(path)
  return [await ask(path), await ask(`${path}${path.includes('?') ? '&' : '?'}unseen=${unseen++}`)]
}

test('what is remembered is what would be answered anew, after every change and at every time', async () => {
  const sandbox = await openSandbox({ apiKeys: ['sandbox-key', 'another-key'] })
  const { send } = sandbox
  const customer = await activeCustomer(sandbox, { version: NEW })
  await createCustomer(sandbox, {}, { external_id: 'named' })
  const autoramp = await onrampOf(sandbox, customer)
  const onward = (seconds: number) => send('POST', '/controls/clock', { body: { advance_seconds: seconds } })
  const changes: readonly (() => Promise<unknown>)[] = [
    async () => undefined,
    () => createCustomer(sandbox, {}, { name: 'Also named' }),
    () =>
      send('POST', '/customers', {
        body: { customer_type: 'Person', email: 'one@shop.test' },
        headers: { 'x-sub-partner-id': 'shop' },
      }),
    () => send('PUT', `/sandbox/autoramp/${autoramp}`, { body: 'Approved' }),
    () => send('POST', '/sandbox/transaction', { body: { autoramp_id: autoramp, amount: '100' } }),
    () => onward(60),
    () => onward(86_400),
    () => onward(-86_400),
    () => offrampOf(sandbox, customer),
    () => send('POST', '/controls/terms'),
    () => signAll(sandbox, customer, { version: NEW }),
    () => send('POST', '/controls/webhooks', { body: { label: 'mine', url: 'https://receiver.test/' } }),
    () => send('DELETE', `/autoramps/${autoramp}`),
    () => send('PUT', `/customers/${customer}/archive`),
    () => send('POST', '/sandbox/reset'),
  ]
  for (const [step, change] of changes.entries()) {
    await change()
    for (const caller of callers)
      for (const path of readsOf(customer, autoramp)) {
        const [remembered, anew] = await twoWays(sandbox, path, caller)
        expect(remembered, `${path} after step ${step}`).toEqual(anew)
      }
  }
})
