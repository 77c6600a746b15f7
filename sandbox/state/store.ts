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

/** Makes the repository of one kind of records. */
type Open = <T extends Entity>(name: keyof Store, definition: IndexDefinition<T>) => Repository<T>

/** A store of repositories that are made one by one. */
export function createStore(open: Open): Store {
  const autoramps = open('autoramps', autorampIndex)
  return {
    customers: open('customers', customerIndex),
    identifications: open<IdentificationRecord>('identifications', { indexes: ofCustomer }),
    signings: open<SigningRecord>('signings', { indexes: ofCustomer }),
    fiatAddresses: open('fiatAddresses', fiatAddressIndex),
    wallets: open<WalletRecord>('wallets', { indexes: ofCustomer }),
    pixAddresses: open<PixAddressRecord>('pixAddresses', { indexes: ofCustomer }),
    authenticationCodes: open('authenticationCodes', codeIndex),
    openBankingPayments: open('openBankingPayments', paymentIndex),
    autoramps,
    transactions: open('transactions', transactionIndex(autoramps)),
    feeProfiles: open<FeeProfileRecord>('feeProfiles', { indexes: {} }),
    webhooks: open<WebhookRecord>('webhooks', { indexes: {} }),
    events: open<EventRecord>('events', { indexes: ofCustomer }),
    accounts: open<AccountRecord>('accounts', { indexes: {} }),
  }
}

/** A store in memory. */
export function memoryStore(): Store {
  return createStore((_name, definition) => memoryRepository(definition))
}

type RecordOf<Name extends keyof Store> = Store[Name] extends Repository<infer T> ? T : never

/** The record types whose changes cause events. */
export type Watched =
  | 'customers'
  | 'identifications'
  | 'signings'
  | 'fiatAddresses'
  | 'autoramps'
  | 'transactions'

/** A saved record of some kinds with its previous state; without `before` it is new. */
export type ChangeOf<Name extends Watched> = {
  readonly [One in Name]: {
    readonly of: One
    readonly before: RecordOf<One> | undefined
    readonly after: RecordOf<One>
  }
}[Name]

export type Change = ChangeOf<Watched>

const none: readonly Change[] = []

/** Watches a store, so that every change of a record causes its event, regardless of the code that makes it. */
export function watchStore(store: Store) {
  let changes: Change[] = []
  const watch = <T extends Entity>(
    repository: Repository<T>,
    changeOf: (after: T, before: T | undefined) => Change,
  ): Repository<T> => announcing(repository, (after, before) => void changes.push(changeOf(after, before)))
  const watched: Store = {
    ...store,
    customers: watch(store.customers, (after, before) => ({ of: 'customers', before, after })),
    identifications: watch(store.identifications, (after, before) => ({
      of: 'identifications',
      before,
      after,
    })),
    signings: watch(store.signings, (after, before) => ({ of: 'signings', before, after })),
    fiatAddresses: watch(store.fiatAddresses, (after, before) => ({ of: 'fiatAddresses', before, after })),
    autoramps: watch(store.autoramps, (after, before) => ({ of: 'autoramps', before, after })),
    transactions: watch(store.transactions, (after, before) => ({ of: 'transactions', before, after })),
  }
  return {
    store: watched,
    /** Returns the changes since the last call. */
    takeChanges: (): readonly Change[] => {
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
