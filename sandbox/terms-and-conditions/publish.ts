import { settle } from '../customer/onboarding.js'
import type { Service } from '../service.js'
import { termsEdition } from './edition.js'

/** What became of a partner's customers when terms were published. */
export interface Publication {
  readonly edition: number
  /** How many customers have to sign again. */
  readonly affected: number
}

/**
 * Publishes a new edition of the global terms to a partner: every customer pinned to global terms owes it, and those
 * it changes go back to SigningsRequired (States, Customer onboarding).
 */
export const publishTerms = (service: Service, partnerId: string): Publication => {
  const { store } = service
  const edition = termsEdition(store, partnerId) + 1
  store.accounts.save({ id: partnerId, partnerId, termsEdition: edition })
  const pinned = [...store.customers.walk({ partnerId }, { order: 'oldest-first' })].filter(
    ({ version }) => service.behavioursOf(version).globalTerms,
  )
  const affected = pinned.filter((customer) => settle(service, customer).state !== customer.state)
  return { edition, affected: affected.length }
}
