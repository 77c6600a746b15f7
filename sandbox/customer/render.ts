import type { Customer } from '../model.js'
import type { Service } from '../service.js'
import type { CustomerRecord } from '../state/entities.js'
import { newest, ofCustomer } from '../state/lookup.js'
import type { Entity, Repository } from '../state/repository.js'

const idsOf = <T extends Entity>(repository: Repository<T>, customer: CustomerRecord): string[] =>
  [...repository.walk(ofCustomer(customer), { order: 'oldest-first' })].map((record) => record.id)

/** A customer as the documents show it. */
export const renderCustomer = ({ store }: Service, customer: CustomerRecord): Customer => {
  const identification = newest(store.identifications, ofCustomer(customer))
  return {
    id: customer.id,
    partner_id: customer.partnerId,
    customer_type: customer.type,
    name: customer.name,
    email: customer.email,
    status: customer.state,
    identification_ids: idsOf(store.identifications, customer),
    signing_ids: idsOf(store.signings, customer),
    created_at: customer.createdAt.toISOString(),
    updated_at: customer.updatedAt.toISOString(),
    ...(customer.externalId === undefined ? {} : { external_id: customer.externalId }),
    ...(identification === undefined ? {} : { identification_status: identification.status }),
  }
}
