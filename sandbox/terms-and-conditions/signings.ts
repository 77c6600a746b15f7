import { settle } from '../onboarding/customer-state.js'
import { archived, customerOf } from '../customer/records.js'
import type { Call, Handlers } from '../service/call.js'
import { badRequest, Refusal } from '../primitives/refusal.js'
import type { Signing, TermsLink } from '../api/schemas.js'
import type { SigningRecord } from '../state/records.js'
import { ofCustomer } from '../state/lookup.js'
import { pageOf } from '../state/paging.js'
import { outstandingTerms } from '../onboarding/outstanding-terms.js'

const renderSigning = (record: SigningRecord): Signing => ({
  id: record.id,
  customer_id: record.customerId,
  content_id: record.documentId,
  document_id: record.documentId,
  created_at: record.createdAt.toISOString(),
  updated_at: record.createdAt.toISOString(),
})

/** The document that a signing is for: the named one, or the only outstanding one if none is named. */
const chosen = (
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

const createCustomerSigning: NonNullable<Handlers['createCustomerSigning']> = (call) => {
  const { service, partnerId } = call
  const customer = customerOf(call, call.path.id)
  if (customer.hold === 'Archived') throw badRequest(archived)
  const terms = chosen(outstandingTerms(service, customer), call.body)
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
}

/** Records and lists a customer's signings. */
export const signingHandlers = {
  createCustomerSigning,
  getSignings: (call) => {
    const scope = ofCustomer(customerOf(call, call.path.id))
    const page = pageOf(call.service.store.signings, scope, call.query)
    return { status: 200, body: { ...page, items: page.items.map(renderSigning) } }
  },
} satisfies Handlers
