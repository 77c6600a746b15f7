import { settle } from '../onboarding/customer-state.js'
import type { Service } from '../service/service.js'
import type { CustomerRecord } from '../state/records.js'
import { termsEdition } from '../onboarding/terms-edition.js'

/** The effect of published terms on a partner's customers. */
export interface Publication {
  readonly edition: number
  /** How many customers have to sign again. */
  readonly affected: number
}

/** Pinned to global terms, and neither held nor about to sign anyway. */
const isAffected = (service: Service, { version, hold, state }: CustomerRecord): boolean =>
  service.behavioursOf(version)['global-terms'] && hold === undefined && state !== 'SigningsRequired'

/**
 * Publishes a new edition of the global terms to a partner: every customer pinned to global terms owes it, and those
 * it changes go back to SigningsRequired (States, Customer onboarding).
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
