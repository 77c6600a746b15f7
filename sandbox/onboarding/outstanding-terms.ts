import { approvedIdentification } from './approved-identification.js'
import { toAlpha3 } from '../primitives/countries.js'
import { countryTerms, globalTerms } from './terms-documents.js'
import { termsEdition } from './terms-edition.js'
import type { TermsLink } from '../api/schemas.js'
import type { Service } from '../service/service.js'
import type { CustomerRecord } from '../state/records.js'
import { ofCustomer } from '../state/lookup.js'

/**
 * All documents that a customer has to sign, signed or not: the global one at any time, those of a country once it is
 * known.
 */
const owed = (service: Service, customer: CustomerRecord): readonly TermsLink[] => {
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
    .signings(owed(service, customer), customer, service)
    .filter((terms) => !signed.has(terms.id))
}
