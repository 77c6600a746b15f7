import { customerOf } from '../customer/records.js'
import type { Handlers } from '../service/call.js'
import { badRequest, Refusal } from '../primitives/refusal.js'
import { isAlpha3 } from '../primitives/countries.js'
import { countryTerms, globalTerms } from '../onboarding/terms-documents.js'
import { termsEdition } from '../onboarding/terms-edition.js'
import { outstandingTerms } from '../onboarding/outstanding-terms.js'
import { signingHandlers } from './signings.js'

/**
 * GET /terms-and-conditions. It names no customer, so the version of the call decides whether the global document or
 * those of the country are returned.
 */
const getAllCurrentTermsAndConditions: NonNullable<Handlers['getAllCurrentTermsAndConditions']> = (call) => {
  const { behaviours, query, service } = call
  if (!isAlpha3(query.country))
    throw badRequest("query parameter 'country' must be an ISO 3166-1 alpha-3 code in capitals")
  const terms = behaviours['global-terms']
    ? globalTerms(service.random, termsEdition(service.store, call.partnerId))
    : countryTerms(service.random, query.country)
  return { status: 200, body: [...terms] }
}

/**
 * GET /customers/{id}/required-signings. The version that the customer is pinned to determines the documents; the
 * version of the call determines the form of an empty list.
 */
const getCustomerRequiredSignings: NonNullable<Handlers['getCustomerRequiredSignings']> = (call) => {
  const { service, behaviours } = call
  const customer = customerOf(call, call.path.id)
  const outstanding = outstandingTerms(service, customer)
  const byPin =
    service.usesAlternative('empty-signings-by-pin') &&
    service.behavioursOf(customer.version)['empty-signings-list']
  if (outstanding.length === 0 && !behaviours['empty-signings-list'] && !byPin)
    throw new Refusal(409, 'the customer has no outstanding signings')
  return { status: 200, body: [...outstanding] }
}

export const termsHandlers = {
  getAllCurrentTermsAndConditions,
  getCustomerRequiredSignings,
  ...signingHandlers,
} satisfies Handlers
