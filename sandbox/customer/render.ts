import type { Customer } from '../api/schemas.js'
import type { Service } from '../service/service.js'
import type { CustomerRecord } from '../state/records.js'
import { ofCustomer } from '../state/lookup.js'
import type { Entity, Repository } from '../state/repository.js'

const recordsOf = <T extends Entity>(repository: Repository<T>, customer: CustomerRecord): T[] => [
  ...repository.walk(ofCustomer(customer), { order: 'oldest-first' }),
]

/** A customer as the documents show it. */
export function renderCustomer({ store }: Service, customer: CustomerRecord): Customer {
  const identifications = recordsOf(store.identifications, customer)
  const identification = identifications.at(-1)
  return {
    id: customer.id,
    partner_id: customer.partnerId,
    customer_type: customer.type,
    name: customer.name,
    email: customer.email,
    status: customer.state,
    identification_ids: identifications.map(({ id }) => id),
    signing_ids: recordsOf(store.signings, customer).map(({ id }) => id),
    created_at: customer.createdAt.toISOString(),
    updated_at: customer.updatedAt.toISOString(),
    ...(customer.externalId === undefined ? {} : { external_id: customer.externalId }),
    ...(identification === undefined ? {} : { identification_status: identification.status }),
  }
}
