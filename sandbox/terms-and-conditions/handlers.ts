import {
  settle,
  termsEdition,
  outstandingTerms,
  countryTerms,
  globalTerms,
  archived,
  customerOf,
} from '../customer/customers.js'
import type { Service, Call, Handlers } from '../service/service.js'
import type { CustomerRecord, SigningRecord } from '../state/records.js'
import { badRequest, Refusal } from '../primitives/refusal.js'
import type { Signing, TermsLink } from '../api/schemas.js'
import { ofCustomer, pageOf } from '../state/repository.js'
import { isAlpha3 } from '../primitives/countries.js'

/** Whether a customer is pinned to global terms, and neither held nor about to sign anyway. */
const isAffected = (service: Service, { version, hold, state }: CustomerRecord): boolean =>
  service.behavioursOf(version)['global-terms'] && hold === undefined && state !== 'SigningsRequired'

/** Publishes new global terms: customers pinned to them return to SigningsRequired. Those affected are counted. */
export function publishTerms(service: Service, partnerId: string) {
  const { store } = service
  const edition = termsEdition(store, partnerId) + 1
  store.accounts.save({ id: partnerId, partnerId, termsEdition: edition })
  const customers = [...store.customers.walk({ partnerId }, { order: 'oldest-first' })]
  const affected = customers.filter((customer) => isAffected(service, customer))
  for (const customer of affected) settle(service, customer)
  return { edition, affected: affected.length }
}

const renderSigning = (record: SigningRecord): Signing => ({
  id: record.id,
  customer_id: record.customerId,
  content_id: record.documentId,
  document_id: record.documentId,
  created_at: record.createdAt.toISOString(),
  updated_at: record.createdAt.toISOString(),
})

/** The document that a signing is for: the named one, or the only outstanding one if none is named. */
const documentToSign = (
  outstanding: readonly TermsLink[],
  { content_id: contentId, signed }: Call<'createCustomerSigning'>['body'],
): TermsLink => {
  if (!signed) throw new Refusal(422, 'request body at /signed must be true: a refusal is not recorded')
  const [only, ...others] = outstanding
  const terms = contentId === undefined ? only : outstanding.find((entry) => entry.id === contentId)
  if (contentId === undefined && others.length > 0)
    throw new Refusal(422, 'request body at /content_id is required: several documents are outstanding')
  if (terms === undefined)
    throw new Refusal(422, 'request body at /content_id is not an outstanding document of the customer')
  return terms
}

export const termsHandlers = {
  /** GET /terms-and-conditions: names no customer, so the version of the call decides. */
  getAllCurrentTermsAndConditions: (call) => {
    const { behaviours, query, service } = call
    if (!isAlpha3(query.country))
      throw badRequest("query parameter 'country' must be an ISO 3166-1 alpha-3 code in capitals")
    const terms = behaviours['global-terms']
      ? globalTerms(service.random, termsEdition(service.store, call.partnerId))
      : countryTerms(service.random, query.country)
    return { status: 200, body: [...terms] }
  },
  /** GET /customers/{id}/required-signings: the call's version determines the form of an empty list. */
  getCustomerRequiredSignings: (call) => {
    const { service, behaviours } = call
    const customer = customerOf(call, call.path.id)
    const outstanding = outstandingTerms(service, customer)
    const byPin =
      service.usesAlternative('empty-signings-by-pin') &&
      service.behavioursOf(customer.version)['empty-signings-list']
    if (outstanding.length === 0 && !behaviours['empty-signings-list'] && !byPin)
      throw new Refusal(409, 'the customer has no outstanding signings')
    return { status: 200, body: [...outstanding] }
  },
  createCustomerSigning: (call) => {
    const { service, partnerId } = call
    const customer = customerOf(call, call.path.id)
    if (customer.hold === 'Archived') throw badRequest(archived)
    const terms = documentToSign(outstandingTerms(service, customer), call.body)
    const signing = {
      id: service.random.uuid('signing'),
      partnerId,
      customerId: customer.id,
      documentId: terms.id,
      createdAt: service.clock(),
    }
    service.store.signings.save(signing)
    settle(service, customer)
    return { status: 201, body: renderSigning(signing) }
  },
  getSignings: (call) => {
    const scope = ofCustomer(customerOf(call, call.path.id))
    return { status: 200, body: pageOf(call.service.store.signings, scope, call.query, renderSigning) }
  },
} satisfies Handlers
