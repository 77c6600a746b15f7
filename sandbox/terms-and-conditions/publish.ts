import { settle } from '../onboarding/customer-state.js'
import type { Service } from '../service/service.js'
import type { CustomerRecord } from '../state/records.js'
import { termsEdition } from '../onboarding/terms-edition.js'

/** The effect of publishing terms on a partner's customers. */
export interface Publication {
  readonly edition: number
  /** The number of customers that have to sign again. */
  readonly affected: number
}

/** Whether a customer is pinned to global terms, and neither held nor about to sign anyway. */
const isAffected = (service: Service, { version, hold, state }: CustomerRecord): boolean =>
  service.behavioursOf(version)['global-terms'] && hold === undefined && state !== 'SigningsRequired'

/**
 * Publishes a new edition of the global terms for a partner: every customer pinned to global terms has to sign it,
 * and those affected return to SigningsRequired (States, Customer onboarding).
 */
export function publishTerms(service: Service, partnerId: string): Publication {
  const { store } = service
  const edition = termsEdition(store, partnerId) + 1
  store.accounts.save({ id: partnerId, partnerId, termsEdition: edition })
  const customers = [...store.customers.walk({ partnerId }, { order: 'oldest-first' })]
  const affected = customers.filter((customer) => isAffected(service, customer))
  for (const customer of affected) settle(service, customer)
  return { edition, affected: affected.length }
}
