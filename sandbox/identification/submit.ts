import { customerOf } from '../customer/records.js'
import type { Handlers } from '../http/call.js'
import { Refusal } from '../http/refusal.js'
import type { IdentificationRequest } from '../model.js'
import type { CustomerRecord, IdentificationRecord } from '../state/entities.js'
import { newest, ofCustomer } from '../state/lookup.js'
import type { Service } from '../service.js'
import { renderIdentification } from './render.js'

const IN_PROGRESS: ReadonlySet<string> = new Set(['Pending', 'Processed', 'PendingReview'])

const checkOrder = (service: Service, customer: CustomerRecord): void => {
  const { signTermsFirst } = service.behavioursOf(customer.version)
  if (signTermsFirst && customer.state === 'SigningsRequired')
    throw new Refusal(409, 'the customer has to sign its terms before it is identified')
  const latest = newest(service.store.identifications, ofCustomer(customer))
  if (latest !== undefined && IN_PROGRESS.has(latest.status))
    throw new Refusal(409, 'an identification of the customer is already in progress')
}

type Particulars = Pick<IdentificationRecord, 'status' | 'url' | 'withEdd' | 'country'>

/** What a submission becomes: a hosted flow waits for the customer, everything else is complete once accepted. */
const particularsOf = (request: IdentificationRequest, id: string): Particulars => {
  switch (request.type) {
    case 'Link':
      return {
        status: 'Pending',
        url: `https://identification.sandbox.example/flows/${id}`,
        withEdd: request.with_edd ?? false,
      }
    case 'Person':
      return {
        status: 'Processed',
        country: request.address.country,
        withEdd: request.edd_questionnaire !== undefined,
      }
    case 'Business':
      return { status: 'Processed', country: request.company_data.company_info.country }
    case 'Token':
      return { status: 'Processed', withEdd: request.edd_questionnaire !== undefined }
  }
}

/** POST /customers/{id}/identifications/v2. The document has judged the submission before it comes here. */
export const submissionHandlers = {
  createCustomerIdentificationV2: (call) => {
    const { service, partnerId, body } = call
    const customer = customerOf(call, call.path.id)
    checkOrder(service, customer)
    const id = service.chance.uuid('identification')
    const now = service.clock()
    const owner = { id, partnerId, customerId: customer.id }
    const record = {
      ...owner,
      kind: body.type,
      ...particularsOf(body, id),
      createdAt: now,
      updatedAt: now,
    }
    service.store.identifications.save(record)
    return { status: 201, body: renderIdentification(record) }
  },
} satisfies Handlers
