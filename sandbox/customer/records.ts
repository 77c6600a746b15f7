import type { Call, Handlers } from '../service/call.js'
import { badRequest, notFound } from '../primitives/refusal.js'
import type { CustomerRecord } from '../state/records.js'
import { found } from '../service/find.js'
import { newest } from '../state/lookup.js'
import { settle } from '../onboarding/customer-state.js'
import { renderCustomer } from './render.js'

type Owner = Pick<Call<'getCustomerById'>, 'service' | 'partnerId' | 'subPartnerId'>

/**
 * Whether a customer is visible to the caller: it belongs to the sub-partner in the request, or the request names
 * none.
 */
export function isVisible(
  { subPartnerId }: Pick<Owner, 'subPartnerId'>,
  customer: CustomerRecord | undefined,
): boolean {
  return subPartnerId === undefined || customer?.subPartnerId === subPartnerId
}

/** The partner's customer with this id, within the sub-partner in the request. Throws `Refusal` 404. */
export function customerOf(owner: Owner, id: string): CustomerRecord {
  const customer = found(owner.service.store.customers, owner.partnerId, id, 'customer')
  if (!isVisible(owner, customer)) throw notFound('customer')
  return customer
}

/** The refusal to change an archived customer. */
export const archived = 'the customer is archived and cannot change any more'

const byExternalId = (
  { service, partnerId }: Pick<Owner, 'service' | 'partnerId'>,
  externalId: string,
): CustomerRecord | undefined =>
  newest(service.store.customers, { partnerId, index: 'external', value: externalId })

/** An empty external id counts as none. */
const externalIdOf = ({ external_id: id }: { readonly external_id?: string }): string | undefined =>
  id === '' ? undefined : id

const checkExternalId = (owner: Owner, externalId: string | undefined, customerId?: string): void => {
  if (externalId === undefined) return
  const holder = byExternalId(owner, externalId)
  if (holder !== undefined && holder.id !== customerId)
    throw badRequest('request body at /external_id is taken by another customer')
}

const createCustomer: NonNullable<Handlers['createCustomer']> = (call) => {
  const { service, body, subPartnerId } = call
  const externalId = externalIdOf(body)
  checkExternalId(call, externalId)
  const now = service.clock()
  const customer = settle(service, {
    id: service.random.uuid('customer'),
    partnerId: call.partnerId,
    version: call.version,
    state: 'IdentificationRequired',
    type: body.customer_type,
    email: body.email,
    name: body.name ?? '',
    ...(externalId === undefined ? {} : { externalId }),
    ...(subPartnerId === undefined ? {} : { subPartnerId }),
    createdAt: now,
    updatedAt: now,
  })
  return { status: 201, body: renderCustomer(service, customer) }
}

const updateCustomer: NonNullable<Handlers['updateCustomer']> = (call) => {
  const { service, body } = call
  const customer = customerOf(call, call.path.id)
  if (customer.hold === 'Archived') throw badRequest(archived)
  const externalId = externalIdOf(body) ?? customer.externalId
  checkExternalId(call, externalId, customer.id)
  service.store.customers.save({
    ...customer,
    email: body.email,
    ...(externalId === undefined ? {} : { externalId }),
    updatedAt: service.clock(),
  })
  return { status: 204 }
}

const getCustomerByExternalId: NonNullable<Handlers['getCustomerByExternalId']> = (call) => {
  const customer = byExternalId(call, call.path.external_id)
  if (customer === undefined || !isVisible(call, customer)) throw notFound('customer')
  return { status: 200, body: renderCustomer(call.service, customer) }
}

const archiveCustomer: NonNullable<Handlers['archiveCustomer']> = (call) => {
  const customer = settle(call.service, { ...customerOf(call, call.path.id), hold: 'Archived' })
  return { status: 200, body: renderCustomer(call.service, customer) }
}

/** Creates, reads, changes and archives one customer. */
export const recordHandlers = {
  createCustomer,
  updateCustomer,
  archiveCustomer,
  getCustomerByExternalId,
  getCustomerById: (call) => ({
    status: 200,
    body: renderCustomer(call.service, customerOf(call, call.path.id)),
  }),
} satisfies Handlers
