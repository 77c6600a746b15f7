import { deserialize, serialize } from 'node:v8'
import { freshSeed, type Table, type Tables } from '../primitives/environment.js'
import { type Database, openDatabase, DataUnusableError, createJournal, type Journal } from './database.js'
import type { CustomerRecord } from './records.js'
import { type Entity, memoryRepository, type Repository } from './repository.js'
import { createStore, type Store } from './store.js'

/** The seed and the reading that a state depends on: they are stored with it, and cannot be changed afterwards. */
interface Origin {
  readonly seed: number
  readonly reading: 'first' | 'other'
}

/** The origin that the caller requests; unset members are taken from the database. */
export type WantedOrigin = Partial<Origin>

/** The state of a sandbox in a local database. */
export interface SandboxData extends Tables, Pick<Journal, 'durable'> {
  readonly path: string
  readonly origin: Origin
  /** Writes pending changes and closes the database. Throws `DataUnusableError` if they cannot be written. */
  readonly close: () => Promise<void>
}

/** The version of the storage format: incremented by every change that an older sandbox would misread. */
const dataFormat = 5
const originKey = 'origin'

/** Deserialized values of any kind. */
type Values = Map<string, ReturnType<typeof deserialize>>

/** Reads all tables, by name; entries that belong to none are skipped. */
const readTables = async (database: Database): Promise<Map<string, Values>> => {
  const tables = new Map<string, Values>()
  await database.read((key, value) => {
    const end = key.indexOf('/')
    if (end < 0) return
    const name = key.slice(0, end)
    const values: Values = tables.get(name) ?? new Map()
    tables.set(name, values.set(key.slice(end + 1), deserialize(value)))
  })
  return tables
}

/** A table that records every change in the journal. */
const keptTable = <T>(name: string, values: Map<string, T>, { note }: Journal): Table<T> => {
  const prefix = `${name}/`
  return {
    get: (key) => values.get(key),
    values: () => values.values(),
    set: (key, value) => {
      note({ type: 'put', key: prefix + key, value: serialize(value) })
      return values.set(key, value)
    },
    delete: (key) => {
      note({ type: 'del', key: prefix + key })
      return values.delete(key)
    },
  }
}

const formatOf = (value: unknown): unknown =>
  typeof value === 'object' && value !== null && 'format' in value ? value.format : undefined

const isOrigin = (value: unknown): value is Origin => formatOf(value) === dataFormat

/** The origin of a state; `undefined` if the database is empty. Throws `DataUnusableError`. */
const originOf = async (path: string, database: Database): Promise<Origin | undefined> => {
  const value = await database.get(originKey)
  if (value === undefined && (await database.isEmpty())) return undefined
  const origin: unknown = value === undefined ? undefined : deserialize(value)
  if (isOrigin(origin)) return origin
  const format = formatOf(origin)
  if (typeof format !== 'number')
    throw new DataUnusableError(path, 'contains something other than a state of this sandbox', 'foreign')
  const reason = `is in format ${format}; this rampart reads format ${dataFormat}`
  throw new DataUnusableError(path, reason, 'format')
}

const checkOrigin = (path: string, { seed, reading }: Origin, wanted: WantedOrigin): void => {
  if (wanted.seed !== undefined && wanted.seed !== seed)
    throw new DataUnusableError(path, `was made with seed ${seed}, not ${wanted.seed}`, 'origin')
  if (wanted.reading !== undefined && wanted.reading !== reading)
    throw new DataUnusableError(
      path,
      `was made with the ${reading} reading, not the ${wanted.reading} one`,
      'origin',
    )
}

/** Writes the origin of a new state. */
const begin = async ({ commit }: Database, wanted: WantedOrigin): Promise<Origin> => {
  const origin: Origin = { seed: wanted.seed ?? freshSeed(), reading: wanted.reading ?? 'first' }
  await commit([{ type: 'put', key: originKey, value: serialize({ ...origin, format: dataFormat }) }])
  return origin
}

const load = async (path: string, database: Database, wanted: WantedOrigin): Promise<SandboxData> => {
  const known = await originOf(path, database)
  if (known !== undefined) checkOrigin(path, known, wanted)
  const tables = await readTables(database)
  const origin = known ?? (await begin(database, wanted))
  const journal = createJournal(database.commit)
  const { durable } = journal
  return {
    path,
    origin,
    durable,
    table: (name) => keptTable(name, tables.get(name) ?? new Map(), journal),
    close: async () => {
      try {
        await durable()
      } finally {
        await database.close()
      }
    },
  }
}

/**
 * Opens the state at a path, or creates it. Only one process can have it open. Throws `DataUnusableError` if it is in
 * use, no state of a sandbox, damaged, of another format, or of another seed or reading.
 */
export async function openData(path: string, wanted: WantedOrigin = {}): Promise<SandboxData> {
  const database = await openDatabase(path)
  try {
    return await load(path, database, wanted)
  } catch (error) {
    await database.close()
    if (error instanceof DataUnusableError) throw error
    throw new DataUnusableError(path, 'is damaged: it cannot be read', 'damaged', { cause: error })
  }
}

/** A record with its position among all of its kind. */
interface StoredRecord<T> {
  readonly place: number
  readonly record: T
}

const keyOf = ({ partnerId, id }: Entity): string => `${partnerId}/${id}`

const persistent = <T extends Entity>(
  repository: Repository<T>,
  table: Table<StoredRecord<T>>,
): Repository<T> => {
  const stored = [...table.values()].sort((one, other) => one.place - other.place)
  for (const { record } of stored) repository.save(record)
  let free = (stored.at(-1)?.place ?? 0) + 1
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

/** Throws `DataUnusableError` for a customer pinned to an unsupported version, which it keeps for life. */
export function persistentStore({ path, table }: SandboxData, served: readonly string[]): Store {
  for (const { record } of table<StoredRecord<CustomerRecord>>('customers').values())
    if (!served.includes(record.version)) {
      const reason = `holds a customer pinned to version ${record.version}, which is not served`
      throw new DataUnusableError(path, reason, 'version')
    }
  return createStore((name, definition) => persistent(memoryRepository(definition), table(name)))
}
