import type * as records from './records.js'
import {
  announcing,
  memoryRepository,
  ofCustomer,
  type Entity,
  type IndexDefinition,
  type Repository,
} from './repository.js'

const lowerCase = (texts: readonly (string | undefined)[]): readonly string[] =>
  texts.flatMap((text) => (text === undefined ? [] : [text.toLowerCase()]))

const byCustomer = { customer: ({ customerId }: { readonly customerId: string }) => customerId }
const byAutoramp = {
  ...byCustomer,
  autoramp: ({ autorampId }: { readonly autorampId: string }) => autorampId,
}

/** Makes the repository of one kind of records. */
type Open = <T extends Entity>(name: string, definition: IndexDefinition<T>) => Repository<T>

/** All records of the service, in repositories that are made one by one. */
export function createStore(open: Open) {
  const autoramps = open<records.AutorampRecord>('autoramps', {
    indexes: { ...byCustomer, quote: ({ quoteId }) => quoteId, external: ({ externalId }) => externalId },
  })
  return {
    customers: open<records.CustomerRecord>('customers', {
      indexes: { external: ({ externalId }) => externalId, subPartner: ({ subPartnerId }) => subPartnerId },
      texts: ({ name, email, externalId }) => lowerCase([name, email, externalId]),
    }),
    identifications: open<records.IdentificationRecord>('identifications', { indexes: byCustomer }),
    signings: open<records.SigningRecord>('signings', { indexes: byCustomer }),
    fiatAddresses: open<records.FiatAddressRecord>('fiatAddresses', {
      indexes: byCustomer,
      texts: ({ label, bankDetails }) => lowerCase([label, bankDetails.provider_name]),
    }),
    wallets: open<records.WalletRecord>('wallets', { indexes: byCustomer }),
    pixAddresses: open<records.PixAddressRecord>('pixAddresses', { indexes: byCustomer }),
    authenticationCodes: open<records.AuthenticationCodeRecord>('authenticationCodes', {
      indexes: { ...byCustomer, entity: ({ entityId }) => entityId },
    }),
    openBankingPayments: open<records.OpenBankingPaymentRecord>('openBankingPayments', {
      indexes: { ...byAutoramp, provider: ({ providerId }) => providerId },
    }),
    autoramps,
    transactions: open<records.TransactionRecord>('transactions', {
      indexes: byAutoramp,
      texts: ({ id, partnerId, autorampId }) => {
        const { externalId, name } = autoramps.find(partnerId, autorampId) ?? {}
        return lowerCase([id, autorampId, externalId, name])
      },
    }),
    feeProfiles: open<records.FeeProfileRecord>('feeProfiles', { indexes: {} }),
    webhooks: open<records.WebhookRecord>('webhooks', { indexes: {} }),
    events: open<records.EventRecord>('events', { indexes: byCustomer }),
    accounts: open<records.AccountRecord>('accounts', { indexes: {} }),
  }
}

export type Store = Readonly<ReturnType<typeof createStore>>

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

/** Watches a store, so that every change of a record causes its event, regardless of the code that makes it. */
export function watchStore(store: Store) {
  let changes: Change[] = []
  const watch = <T extends Entity>(
    repository: Repository<T>,
    changeOf: (states: { readonly before: T | undefined; readonly after: T }) => Change,
  ): Repository<T> =>
    announcing(repository, (after, before) => void changes.push(changeOf({ before, after })))
  const watched = {
    ...store,
    customers: watch(store.customers, (states) => ({ of: 'customers', ...states })),
    identifications: watch(store.identifications, (states) => ({ of: 'identifications', ...states })),
    signings: watch(store.signings, (states) => ({ of: 'signings', ...states })),
    fiatAddresses: watch(store.fiatAddresses, (states) => ({ of: 'fiatAddresses', ...states })),
    autoramps: watch(store.autoramps, (states) => ({ of: 'autoramps', ...states })),
    transactions: watch(store.transactions, (states) => ({ of: 'transactions', ...states })),
  }
  return {
    store: watched,
    /** Returns the changes since the last call. */
    takeChanges: (): readonly Change[] => {
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
export function removeCustomer(store: Store, customer: Entity): void {
  const { id, partnerId } = customer
  for (const name of ofCustomers)
    for (const record of store[name].walk(ofCustomer(customer), { order: 'oldest-first' }))
      store[name].remove(partnerId, record.id)
  store.customers.remove(partnerId, id)
}
