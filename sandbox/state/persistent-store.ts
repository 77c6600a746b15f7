import type { SandboxData } from './data.js'
import { DataUnusableError } from './data-error.js'
import type { CustomerRecord } from './records.js'
import type { Entity, Repository } from './repository.js'
import type { Store } from './store.js'
import type { Table } from '../primitives/table.js'

/** A record with its place in the order of all of its kind. */
interface Filed<T> {
  readonly place: number
  readonly record: T
}

const keyOf = ({ partnerId, id }: Entity): string => `${partnerId}/${id}`

/** Fills a repository with the records of a table; returns the first place that is free. */
const fill = <T extends Entity>(repository: Repository<T>, table: Table<Filed<T>>): number => {
  const filed = [...table.values()].sort((one, other) => one.place - other.place)
  for (const { record } of filed) repository.save(record)
  return (filed.at(-1)?.place ?? 0) + 1
}

const kept = <T extends Entity>(repository: Repository<T>, table: Table<Filed<T>>): Repository<T> => {
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

/** The customers' table. Throws `DataUnusableError` when one is pinned to a version that is not served. */
const servable = (
  { path, table }: SandboxData,
  served: ReadonlySet<string>,
): Table<Filed<CustomerRecord>> => {
  const customers = table<Filed<CustomerRecord>>('customers')
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
 * A store that begins with the records of a state and writes every change to it. Throws `DataUnusableError` when a
 * customer is pinned to a version that is not among those served: it keeps its version for its lifetime.
 */
export const keptStore = (store: Store, data: SandboxData, served: readonly string[]): Store => {
  const { table } = data
  return {
    customers: kept(store.customers, servable(data, new Set(served))),
    identifications: kept(store.identifications, table('identifications')),
    signings: kept(store.signings, table('signings')),
    fiatAddresses: kept(store.fiatAddresses, table('fiatAddresses')),
    wallets: kept(store.wallets, table('wallets')),
    pixAddresses: kept(store.pixAddresses, table('pixAddresses')),
    authenticationCodes: kept(store.authenticationCodes, table('authenticationCodes')),
    autoramps: kept(store.autoramps, table('autoramps')),
    transactions: kept(store.transactions, table('transactions')),
    openBankingPayments: kept(store.openBankingPayments, table('openBankingPayments')),
    feeProfiles: kept(store.feeProfiles, table('feeProfiles')),
    webhooks: kept(store.webhooks, table('webhooks')),
    events: kept(store.events, table('events')),
    accounts: kept(store.accounts, table('accounts')),
  }
}
