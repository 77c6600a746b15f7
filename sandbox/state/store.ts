import type {
  AccountRecord,
  AuthenticationCodeRecord,
  AutorampRecord,
  CustomerRecord,
  EventRecord,
  FeeProfileRecord,
  FiatAddressRecord,
  IdentificationRecord,
  OpenBankingPaymentRecord,
  PixAddressRecord,
  SigningRecord,
  TransactionRecord,
  WalletRecord,
  WebhookRecord,
} from './records.js'
import {
  announcing,
  memoryRepository,
  type Entity,
  type IndexDefinition,
  type Repository,
} from './repository.js'

/** All records of the service. Records of a customer have the index `customer`. */
export interface Store {
  readonly customers: Repository<CustomerRecord>
  readonly identifications: Repository<IdentificationRecord>
  readonly signings: Repository<SigningRecord>
  readonly fiatAddresses: Repository<FiatAddressRecord>
  readonly wallets: Repository<WalletRecord>
  readonly pixAddresses: Repository<PixAddressRecord>
  /** Also indexed by `entity`. */
  readonly authenticationCodes: Repository<AuthenticationCodeRecord>
  readonly autoramps: Repository<AutorampRecord>
  /** Also indexed by `autoramp`. */
  readonly transactions: Repository<TransactionRecord>
  /** Also indexed by `autoramp`, and under `provider` by the provider's id. */
  readonly openBankingPayments: Repository<OpenBankingPaymentRecord>
  readonly feeProfiles: Repository<FeeProfileRecord>
  readonly webhooks: Repository<WebhookRecord>
  readonly events: Repository<EventRecord>
  readonly accounts: Repository<AccountRecord>
}

interface OfCustomer extends Entity {
  readonly customerId: string
}

const lowerCase = (texts: readonly (string | undefined)[]): readonly string[] =>
  texts.flatMap((text) => (text === undefined ? [] : [text.toLowerCase()]))

const ofCustomer = { customer: ({ customerId }: OfCustomer) => customerId }

const customerIndex: IndexDefinition<CustomerRecord> = {
  indexes: { external: ({ externalId }) => externalId, subPartner: ({ subPartnerId }) => subPartnerId },
  texts: ({ name, email, externalId }) => lowerCase([name, email, externalId]),
}

const fiatAddressIndex: IndexDefinition<FiatAddressRecord> = {
  indexes: ofCustomer,
  texts: ({ label, bankDetails }) => lowerCase([label, bankDetails.provider_name]),
}

const autorampIndex: IndexDefinition<AutorampRecord> = {
  indexes: { ...ofCustomer, quote: ({ quoteId }) => quoteId, external: ({ externalId }) => externalId },
}

const codeIndex: IndexDefinition<AuthenticationCodeRecord> = {
  indexes: { ...ofCustomer, entity: ({ entityId }) => entityId },
}

const paymentIndex: IndexDefinition<OpenBankingPaymentRecord> = {
  indexes: {
    ...ofCustomer,
    autoramp: ({ autorampId }) => autorampId,
    provider: ({ providerId }) => providerId,
  },
}

/** Transactions are searched by the names of their autoramps, which never change. */
const transactionIndex = (autoramps: Repository<AutorampRecord>): IndexDefinition<TransactionRecord> => ({
  indexes: { ...ofCustomer, autoramp: ({ autorampId }) => autorampId },
  texts: ({ id, partnerId, autorampId }) => {
    const autoramp = autoramps.find(partnerId, autorampId)
    return lowerCase([id, autorampId, autoramp?.externalId, autoramp?.name])
  },
})

/** A store in memory. */
export function memoryStore(): Store {
  const autoramps = memoryRepository(autorampIndex)
  return {
    customers: memoryRepository(customerIndex),
    identifications: memoryRepository<IdentificationRecord>({ indexes: ofCustomer }),
    signings: memoryRepository<SigningRecord>({ indexes: ofCustomer }),
    fiatAddresses: memoryRepository(fiatAddressIndex),
    wallets: memoryRepository<WalletRecord>({ indexes: ofCustomer }),
    pixAddresses: memoryRepository<PixAddressRecord>({ indexes: ofCustomer }),
    authenticationCodes: memoryRepository(codeIndex),
    openBankingPayments: memoryRepository(paymentIndex),
    autoramps,
    transactions: memoryRepository(transactionIndex(autoramps)),
    feeProfiles: memoryRepository<FeeProfileRecord>(),
    webhooks: memoryRepository<WebhookRecord>(),
    events: memoryRepository<EventRecord>({ indexes: ofCustomer }),
    accounts: memoryRepository<AccountRecord>(),
  }
}

type RecordOf<Name extends keyof Store> = Store[Name] extends Repository<infer T> ? T : never

/** The record types whose changes cause events. */
type Watched = 'customers' | 'identifications' | 'signings' | 'fiatAddresses' | 'autoramps' | 'transactions'

/** A saved record with its previous state; without `before` it is new. */
export type Change = {
  readonly [Name in Watched]: {
    readonly of: Name
    readonly before: RecordOf<Name> | undefined
    readonly after: RecordOf<Name>
  }
}[Watched]

/** A store that records each change, and the changes since the last call. */
export interface WatchedStore {
  readonly store: Store
  readonly takeChanges: () => readonly Change[]
}

const none: readonly Change[] = []

/** Watches a store, so that every change of a record causes its event, regardless of the code that makes it. */
export function watchStore(store: Store): WatchedStore {
  let changes: Change[] = []
  const note = (change: Change): void => void changes.push(change)
  return {
    store: {
      ...store,
      customers: announcing(store.customers, (after, before) => note({ of: 'customers', before, after })),
      identifications: announcing(store.identifications, (after, before) =>
        note({ of: 'identifications', before, after }),
      ),
      signings: announcing(store.signings, (after, before) => note({ of: 'signings', before, after })),
      fiatAddresses: announcing(store.fiatAddresses, (after, before) =>
        note({ of: 'fiatAddresses', before, after }),
      ),
      autoramps: announcing(store.autoramps, (after, before) => note({ of: 'autoramps', before, after })),
      transactions: announcing(store.transactions, (after, before) =>
        note({ of: 'transactions', before, after }),
      ),
    },
    takeChanges: () => {
      if (changes.length === 0) return none
      const taken = changes
      changes = []
      return taken
    },
  }
}

/** The collections of customers' records; fee profiles, webhooks and the log of events belong to the partner. */
const ofCustomers = [
  'identifications',
  'signings',
  'fiatAddresses',
  'wallets',
  'pixAddresses',
  'authenticationCodes',
  'autoramps',
  'transactions',
  'openBankingPayments',
] as const satisfies readonly (keyof Store)[]

/** Deletes every customer of a partner with all their records (POST /sandbox/reset). */
export function clearPartner(store: Store, partnerId: string): void {
  store.customers.clear(partnerId)
  for (const name of ofCustomers) store[name].clear(partnerId)
}

/** Deletes one customer with all its records. */
export function removeCustomer(store: Store, { id, partnerId }: Entity): void {
  const scope = { partnerId, index: 'customer', value: id }
  for (const name of ofCustomers)
    for (const record of store[name].walk(scope, { order: 'oldest-first' }))
      store[name].remove(partnerId, record.id)
  store.customers.remove(partnerId, id)
}
