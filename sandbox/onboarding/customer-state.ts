import { approvedIdentification } from './approved-identification.js'
import type { Service } from '../service/service.js'
import type { CustomerHold, CustomerRecord, CustomerState } from '../state/records.js'
import { outstandingTerms } from './outstanding-terms.js'

type Step = Exclude<CustomerState, 'Active' | CustomerHold>

const orders = {
  termsFirst: ['SigningsRequired', 'IdentificationRequired'],
  identificationFirst: ['IdentificationRequired', 'SigningsRequired'],
} as const satisfies Record<string, readonly Step[]>

const isDone = (service: Service, customer: CustomerRecord, step: Step): boolean =>
  step === 'SigningsRequired'
    ? outstandingTerms(service, customer).length === 0
    : approvedIdentification(service.store, customer) !== undefined

/**
 * The state in which a customer is held, or otherwise the first onboarding step that is missing, in the order of the
 * version that it is pinned to (States, Customer onboarding).
 */
const stateOf = (service: Service, customer: CustomerRecord): CustomerState => {
  const signsFirst = service.behavioursOf(customer.version)['signings-first']
  const order = signsFirst ? orders.termsFirst : orders.identificationFirst
  return customer.hold ?? order.find((step) => !isDone(service, customer, step)) ?? 'Active'
}

/** Updates and saves a customer's state after a change of anything that it depends on. */
export function settle(service: Service, customer: CustomerRecord): CustomerRecord {
  const settled = { ...customer, state: stateOf(service, customer), updatedAt: service.clock() }
  service.store.customers.save(settled)
  return settled
}
