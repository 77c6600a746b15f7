import type { SandboxData } from './data.js'
import { DataUnusableError } from './database.js'
import type { CustomerRecord } from './records.js'
import { type Entity, memoryRepository, type Repository } from './repository.js'
import { createStore, type Store } from './store.js'
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

/**
 * A store that loads the records of a state and persists every change. Throws `DataUnusableError` if a customer is
 * pinned to an unsupported version, because customers keep their version for their lifetime.
 */
export function persistentStore({ path, table }: SandboxData, served: readonly string[]): Store {
  for (const { record } of table<StoredRecord<CustomerRecord>>('customers').values())
    if (!served.includes(record.version)) {
      const reason = `holds a customer pinned to version ${record.version}, which is not served`
      throw new DataUnusableError(path, reason, 'version')
    }
  return createStore((name, definition) => persistent(memoryRepository(definition), table(name)))
}
