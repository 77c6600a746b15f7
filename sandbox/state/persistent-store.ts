import type { SandboxData } from './data.js'
import { DataUnusableError } from './database.js'
import type { CustomerRecord } from './records.js'
import type { Entity, Repository } from './repository.js'
import type { Store } from './store.js'
import type { Table } from '../primitives/table.js'

/** A record with its position among all of its kind. */
interface StoredRecord<T> {
  readonly place: number
  readonly record: T
}

const keyOf = ({ partnerId, id }: Entity): string => `${partnerId}/${id}`

/** Fills a repository with the records of a table; returns the first free position. */
const fill = <T extends Entity>(repository: Repository<T>, table: Table<StoredRecord<T>>): number => {
  const filed = [...table.values()].sort((one, other) => one.place - other.place)
  for (const { record } of filed) repository.save(record)
  return (filed.at(-1)?.place ?? 0) + 1
}

const persistent = <T extends Entity>(
  repository: Repository<T>,
  table: Table<StoredRecord<T>>,
): Repository<T> => {
  let free = fill(repository, table)
  return {
    ...repository,
    save: (record) => {
      const key = keyOf(record)
      table.set(key, { place: table.get(key)?.place ?? free++, record })
      repository.save(record)
    },
    remove: (partnerId, id) => {
      repository.remove(partnerId, id)
      table.delete(keyOf({ partnerId, id }))
    },
    clear: (partnerId) => {
      for (const record of repository.walk({ partnerId }, { order: 'oldest-first' }))
        table.delete(keyOf(record))
      repository.clear(partnerId)
    },
  }
}

/** The customers' table. Throws `DataUnusableError` if one is pinned to an unsupported version. */
const servable = (
  { path, table }: SandboxData,
  served: ReadonlySet<string>,
): Table<StoredRecord<CustomerRecord>> => {
  const customers = table<StoredRecord<CustomerRecord>>('customers')
  for (const { record } of customers.values())
    if (!served.has(record.version))
      throw new DataUnusableError(
        path,
        `holds a customer pinned to version ${record.version}, which is not served`,
        'version',
      )
  return customers
}

/**
 * A store that loads the records of a state and persists every change. Throws `DataUnusableError` if a customer is
 * pinned to an unsupported version, because customers keep their version for their lifetime.
 */
export function persistentStore(store: Store, data: SandboxData, served: readonly string[]): Store {
  const { table } = data
  return {
    customers: persistent(store.customers, servable(data, new Set(served))),
    identifications: persistent(store.identifications, table('identifications')),
    signings: persistent(store.signings, table('signings')),
    fiatAddresses: persistent(store.fiatAddresses, table('fiatAddresses')),
    wallets: persistent(store.wallets, table('wallets')),
    pixAddresses: persistent(store.pixAddresses, table('pixAddresses')),
    authenticationCodes: persistent(store.authenticationCodes, table('authenticationCodes')),
    autoramps: persistent(store.autoramps, table('autoramps')),
    transactions: persistent(store.transactions, table('transactions')),
    openBankingPayments: persistent(store.openBankingPayments, table('openBankingPayments')),
    feeProfiles: persistent(store.feeProfiles, table('feeProfiles')),
    webhooks: persistent(store.webhooks, table('webhooks')),
    events: persistent(store.events, table('events')),
    accounts: persistent(store.accounts, table('accounts')),
  }
}
