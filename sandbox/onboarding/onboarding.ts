import type { Store } from '../state/store.js'
import type { TermsLink } from '../api/schemas.js'
import type { SeededRandom } from '../primitives/random.js'
import type { CustomerRecord, IdentificationRecord, CustomerHold, CustomerState } from '../state/records.js'
import { newest, ofCustomer } from '../state/repository.js'
import { toAlpha3 } from '../primitives/countries.js'
import type { Service } from '../service/service.js'

/** The edition of the global terms that a partner's customers have to sign; the first is 1. */
export function termsEdition({ accounts }: Store, partnerId: string): number {
  return accounts.find(partnerId, partnerId)?.termsEdition ?? 1
}

const link = (random: SeededRandom, path: string, name: string): TermsLink => ({
  id: random.named(`terms:${path}`),
  display_name: name,
  url: `https://terms.sandbox.example/${path}`,
})

/** The document for customers pinned to global terms, in any country; each edition is a new document. */
export function globalTerms(random: SeededRandom, edition: number): readonly TermsLink[] {
  return [
    edition === 1
      ? link(random, 'global', 'Global terms and conditions')
      : link(random, `global/${edition}`, `Global terms and conditions, edition ${edition}`),
  ]
}

/**
 * The documents of a country (alpha-3), for customers with the older onboarding order; without a country only the
 * general part.
 */
export function countryTerms(random: SeededRandom, country: string | undefined): readonly TermsLink[] {
  const general = link(random, 'general', 'General terms and conditions')
  if (country === undefined) return [general]
  return [general, link(random, `countries/${country}`, `Country terms for ${country}`)]
}

/** The customer's newest approved identification; with one the customer counts as identified. */
export function approvedIdentification(
  { identifications }: Store,
  customer: CustomerRecord,
): IdentificationRecord | undefined {
  return newest(identifications, ofCustomer(customer), ({ status }) => status === 'Approved')
}

/**
 * All documents that a customer has to sign, signed or not: the global one at any time, those of a country once it is
 * known.
 */
const allTerms = (service: Service, customer: CustomerRecord): readonly TermsLink[] => {
  const { random, store } = service
  if (service.behavioursOf(customer.version)['global-terms'])
    return globalTerms(random, termsEdition(store, customer.partnerId))
  const identification = approvedIdentification(store, customer)
  if (identification === undefined) return []
  return countryTerms(random, toAlpha3(identification.country))
}

/** The documents that a customer has not signed yet (GET /customers/{id}/required-signings). */
export function outstandingTerms(service: Service, customer: CustomerRecord): readonly TermsLink[] {
  const signed = new Set<string>()
  for (const signing of service.store.signings.walk(ofCustomer(customer), { order: 'oldest-first' }))
    signed.add(signing.documentId)
  return service.faults
    .signings(allTerms(service, customer), customer, service)
    .filter((terms) => !signed.has(terms.id))
}

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

/** Updates and saves a customer's state. */
export function settle(service: Service, customer: CustomerRecord): CustomerRecord {
  const settled = { ...customer, state: stateOf(service, customer), updatedAt: service.clock() }
  service.store.customers.save(settled)
  return settled
}
