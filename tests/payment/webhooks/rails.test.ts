import { expect, test } from 'vitest'
import type { ScenarioContext } from '../../../conformance/rules/context.js'
import { CauseLog } from '../../../payment/sections/webhooks/cause.js'
import { CustomerCauses } from '../../../payment/sections/webhooks/customer-causes.js'

const contextOf = (routes: readonly string[]): ScenarioContext => {
  const operations = routes.map((route) => {
    const [method = '', path = ''] = route.split(' ')
    return [route, { method, path, operationId: 'it' }] as const
  })
  const rails = { fiat_deposit: { eur: { sepa: 'Pending' } }, fiat_payout: {} }
  const context: unknown = {
    under: { operations: { routes: new Map(operations) } },
    operation: () => ({}),
    call: () => Promise.resolve({ response: { status: 200, headers: [], body: JSON.stringify(rails) } }),
  }
  return context as ScenarioContext
}

test.each([
  [['put /sandbox/customers/{}/rails'], /\/sandbox\/customers\/\{\}\/rails did not change/],
  [['put /sandbox/customers/{}/name'], /has no control/],
])('where the rails of a customer stay as they are with %j, that is said', async (routes, due) => {
  const causes = new CustomerCauses(contextOf(routes), new CauseLog())
  const customer = { customerId: 'c', resource: undefined, version: '2026-08-01' }
  await expect(causes.changedRails(customer as never)).rejects.toThrow(due)
})
