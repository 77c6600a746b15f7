import type { Identification, IdentificationStatus } from '../api/schemas.js'
import type { Service } from '../service/service.js'
import type { IdentificationRecord } from '../state/records.js'
import { newest, found, ofCustomer } from '../state/repository.js'
import type { Store } from '../state/store.js'
import { customerOf } from '../customer/customers.js'
import type { Handlers } from '../service/call.js'
import { pageOf } from '../state/paging.js'
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

/** Gives an identification another status, with what follows from it for the customer. */
const moved = (
  service: Service,
  record: IdentificationRecord,
  status: IdentificationStatus,
): Identification => {
  const { store, clock } = service
  const changed = { ...record, status, updatedAt: clock() }
  store.identifications.save(changed)
  settle(service, found(store.customers, record.partnerId, record.customerId, 'customer'))
  return renderIdentification(store, changed)
}

/** Reads and archives identifications, and decides on them through sandbox operations. */
export const identificationHandlers = {
  /** Reading identifications: one by its id, or those of a customer. */
  getIdentificationById: ({ service: { store }, partnerId, path }) => ({
    status: 200,
    body: renderIdentification(store, found(store.identifications, partnerId, path.id, 'identification')),
  }),
  getAllCustomerIdentifications: (call) => {
    const scope = ofCustomer(customerOf(call, call.path.id))
    const { store } = call.service
    const page = pageOf(store.identifications, scope, call.query)
    const items = page.items.map((record) => renderIdentification(store, record))
    return { status: 200, body: { ...page, items } }
  },
  /** After this the customer must be identified again. */
  archiveIdentification: ({ service, partnerId, path }) => {
    const record = found(service.store.identifications, partnerId, path.id, 'identification')
    return { status: 200, body: moved(service, record, 'Archived') }
  },
  getIdentificationComplianceQuestionnaire: ({ service, partnerId, path }) => {
    const record = found(service.store.identifications, partnerId, path.id, 'identification')
    if (record.questionnaire === undefined) throw notFound('compliance questionnaire')
    const id = service.random.named(`questionnaire:${record.id}`)
    return { status: 200, body: { id, ...record.questionnaire } }
  },
  /** POST /sandbox/identification/{id}: simulates the decision of a compliance review. */
  updateSandboxIdentificationStatus: ({ service, partnerId, path, body }) => {
    const record = found(service.store.identifications, partnerId, path.id, 'identification')
    if (record.status === 'Archived')
      throw badRequest('the identification is archived and cannot be decided any more')
    return { status: 201, body: moved(service, record, body.approved ? 'Approved' : 'Declined') }
  },
} satisfies Handlers
