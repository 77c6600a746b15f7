import type {
  AccountRecord,
  AutorampRecord,
  CustomerRecord,
  EventRecord,
  FeeProfileRecord,
  FiatAddressRecord,
  IdentificationRecord,
  SigningRecord,
  TransactionRecord,
  WalletRecord,
  WebhookRecord,
} from './entities.js'
import { memoryRepository } from './memory.js'
import type { Entity, Indexes, Repository } from './repository.js'

/** All records of the service. What belongs to a customer is filed under its id by the index `customer`. */
export interface Store {
  readonly customers: Repository<CustomerRecord>
  readonly identifications: Repository<IdentificationRecord>
  readonly signings: Repository<SigningRecord>
  readonly fiatAddresses: Repository<FiatAddressRecord>
  readonly wallets: Repository<WalletRecord>
  readonly autoramps: Repository<AutorampRecord>
  /** Filed under `autoramp` too. */
  readonly transactions: Repository<TransactionRecord>
  readonly feeProfiles: Repository<FeeProfileRecord>
  readonly webhooks: Repository<WebhookRecord>
  readonly events: Repository<EventRecord>
  readonly accounts: Repository<AccountRecord>
}

interface OfCustomer extends Entity {
  readonly customerId: string
}

/** A store that lives as long as the process; `changed` is called with every change of a record. */
export const memoryStore = (changed: () => void = () => {}): Store => {
  const repository = <T extends Entity>(indexes: Indexes<T> = {}): Repository<T> =>
    memoryRepository<T>(indexes, changed)
  const customerRepository = <T extends OfCustomer>(indexes: Indexes<T> = {}): Repository<T> =>
    repository<T>({ customer: (record) => record.customerId, ...indexes })
  return {
    customers: repository<CustomerRecord>({
      external: ({ externalId }) => externalId,
      subPartner: ({ subPartnerId }) => subPartnerId,
    }),
    identifications: customerRepository(),
    signings: customerRepository(),
    fiatAddresses: customerRepository(),
    wallets: customerRepository(),
    autoramps: customerRepository({
      quote: ({ quoteId }) => quoteId,
      external: ({ externalId }) => externalId,
    }),
    transactions: customerRepository({ autoramp: ({ autorampId }) => autorampId }),
    feeProfiles: repository<FeeProfileRecord>(),
    webhooks: repository<WebhookRecord>(),
    events: customerRepository(),
    accounts: repository<AccountRecord>(),
  }
}

/** What belongs to customers; fee profiles, webhooks and the log of events are the partner's. */
const OF_CUSTOMERS = [
  'identifications',
  'signings',
  'fiatAddresses',
  'wallets',
  'autoramps',
  'transactions',
] as const satisfies readonly (keyof Store)[]

/** Forgets every customer of a partner with all that belongs to it (POST /sandbox/reset). */
export const clearPartner = (store: Store, partnerId: string): void => {
  store.customers.clear(partnerId)
  for (const name of OF_CUSTOMERS) store[name].clear(partnerId)
}

/** Forgets one customer with all that belongs to it. */
export const removeCustomer = (store: Store, { id, partnerId }: Entity): void => {
  const scope = { partnerId, index: 'customer', value: id }
  for (const name of OF_CUSTOMERS)
    for (const record of store[name].walk(scope, { order: 'oldest-first' }))
      store[name].remove(partnerId, record.id)
  store.customers.remove(partnerId, id)
}
