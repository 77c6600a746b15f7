import type { ScenarioContext } from '../../../conformance/rules/context.js'
import { createCustomer, type Customer } from '../subjects/customer.js'

/** A customer that only these rules use: what they change of it disturbs no other. */
export function ownCustomer(context: ScenarioContext): Promise<Customer> {
  const { version } = context
  return context.once(`customer of operations ${version}`, () => createCustomer(context, version))
}
