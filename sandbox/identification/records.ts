import type { Identification, IdentificationStatus } from '../api/schemas.js'
import type { Service, Handlers } from '../service/service.js'
import type { IdentificationRecord } from '../state/records.js'
import { newest, requireRecord, ofCustomer, pageOf } from '../state/repository.js'
import type { Store } from '../state/store.js'
import { customerOf } from '../customer/customers.js'
import { notFound, badRequest } from '../primitives/refusal.js'
import { settle } from '../onboarding/onboarding.js'

const isNewest = ({ identifications }: Store, { id, partnerId, customerId }: IdentificationRecord): boolean =>
  newest(identifications, { partnerId, index: 'customer', value: customerId })?.id === id

/**
 * An identification as the documents show it; the country of residence only for the newest one, while it is approved.
 */
export function renderIdentification(store: Store, record: IdentificationRecord): Identification {
  return {
    id: record.id,
    customer_id: record.customerId,
    status: record.status,
    created_at: record.createdAt.toISOString(),
    updated_at: record.updatedAt.toISOString(),
    ...(record.url === undefined ? {} : { url: record.url }),
    ...(record.withEdd === undefined ? {} : { with_edd: record.withEdd }),
    ...(record.status === 'Approved' && record.country !== undefined && isNewest(store, record)
      ? { residence_country: record.country }
      : {}),
  }
}

/** Changes the status of an identification, and with it the customer. */
const changeStatus = (
  service: Service,
  record: IdentificationRecord,
  status: IdentificationStatus,
): Identification => {
  const { store, clock } = service
  const changed = { ...record, status, updatedAt: clock() }
  store.identifications.save(changed)
  settle(service, requireRecord(store.customers, record.partnerId, record.customerId, 'customer'))
  return renderIdentification(store, changed)
}

/** Reads and archives identifications, and decides on them through sandbox operations. */
export const identificationHandlers = {
  /** Reading identifications: one by its id, or those of a customer. */
  getIdentificationById: ({ service: { store }, partnerId, path }) => ({
    status: 200,
    body: renderIdentification(
      store,
      requireRecord(store.identifications, partnerId, path.id, 'identification'),
    ),
  }),
  getAllCustomerIdentifications: (call) => {
    const scope = ofCustomer(customerOf(call, call.path.id))
    const { store } = call.service
    const body = pageOf(store.identifications, scope, call.query, (one) => renderIdentification(store, one))
    return { status: 200, body }
  },
  /** After this the customer must be identified again. */
  archiveIdentification: ({ service, partnerId, path }) => {
    const record = requireRecord(service.store.identifications, partnerId, path.id, 'identification')
    return { status: 200, body: changeStatus(service, record, 'Archived') }
  },
  getIdentificationComplianceQuestionnaire: ({ service, partnerId, path }) => {
    const record = requireRecord(service.store.identifications, partnerId, path.id, 'identification')
    if (record.questionnaire === undefined) throw notFound('compliance questionnaire')
    const id = service.random.named(`questionnaire:${record.id}`)
    return { status: 200, body: { id, ...record.questionnaire } }
  },
  /** POST /sandbox/identification/{id}: simulates the decision of a compliance review. */
  updateSandboxIdentificationStatus: ({ service, partnerId, path, body }) => {
    const record = requireRecord(service.store.identifications, partnerId, path.id, 'identification')
    if (record.status === 'Archived')
      throw badRequest('the identification is archived and cannot be decided any more')
    return { status: 201, body: changeStatus(service, record, body.approved ? 'Approved' : 'Declined') }
  },
} satisfies Handlers
