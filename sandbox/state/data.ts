import { deserialize, serialize } from 'node:v8'

import { freshSeed } from './chance.js'
import { type Database, openDatabase } from './database.js'
import { DataUnusableError } from './data-error.js'
import { createJournal, type Journal } from './journal.js'
import type { Table, Tables } from './table.js'

/** What the state of a sandbox depends on: it is kept with it, and cannot be changed afterwards. */
export interface Origin {
  readonly seed: number
  readonly reading: 'first' | 'other'
}

/** What the caller wants the origin to be; the database decides where nothing is said. */
export type WantedOrigin = Partial<Origin>

/** The state of a sandbox in a database of this machine. */
export interface SandboxData extends Tables, Pick<Journal, 'durable'> {
  readonly origin: Origin
  /** Writes what is left and lets go of the database. */
  readonly close: () => Promise<void>
}

const FORMAT = 1
const ORIGIN = 'origin'

/** Takes the values below a prefix out of what was read: their bytes are not needed twice. */
const takeValues = <T>(held: Map<string, Buffer>, prefix: string): Map<string, T> => {
  const values = new Map<string, T>()
  for (const [key, value] of held) {
    if (!key.startsWith(prefix)) continue
    values.set(key.slice(prefix.length), deserialize(value))
    held.delete(key)
  }
  return values
}

/** The table of a name with what the database holds of it; every change is noted in the journal. */
const keptTable = <T>(name: string, held: Map<string, Buffer>, { note }: Journal): Table<T> => {
  const prefix = `${name}/`
  const values = takeValues<T>(held, prefix)
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

const isOrigin = (value: unknown): value is Origin =>
  typeof value === 'object' && value !== null && 'format' in value && value.format === FORMAT

/** The origin of what is held, `undefined` for an empty database. Throws `DataUnusableError`. */
const originOf = (path: string, held: ReadonlyMap<string, Buffer>): Origin | undefined => {
  const value = held.get(ORIGIN)
  if (value === undefined && held.size === 0) return undefined
  const origin: unknown = value === undefined ? undefined : deserialize(value)
  if (!isOrigin(origin))
    throw new DataUnusableError(path, 'holds something else than a state of this sandbox')
  return origin
}

const checkOrigin = (path: string, { seed, reading }: Origin, wanted: WantedOrigin): void => {
  if (wanted.seed !== undefined && wanted.seed !== seed)
    throw new DataUnusableError(path, `was made with seed ${seed}, not ${wanted.seed}`)
  if (wanted.reading !== undefined && wanted.reading !== reading)
    throw new DataUnusableError(path, `was made with the ${reading} reading, not the ${wanted.reading} one`)
}

const settleOrigin = async (
  path: string,
  database: Database,
  held: ReadonlyMap<string, Buffer>,
  wanted: WantedOrigin,
): Promise<Origin> => {
  const known = originOf(path, held)
  if (known !== undefined) {
    checkOrigin(path, known, wanted)
    return known
  }
  const origin = { seed: wanted.seed ?? freshSeed(), reading: wanted.reading ?? 'first' }
  await database.commit([{ type: 'put', key: ORIGIN, value: serialize({ format: FORMAT, ...origin }) }])
  return origin
}

const load = async (path: string, database: Database, wanted: WantedOrigin): Promise<SandboxData> => {
  const held = await database.read()
  const origin = await settleOrigin(path, database, held, wanted)
  const journal = createJournal(database.commit)
  const { durable } = journal
  return {
    origin,
    durable,
    table: (name) => keptTable(name, held, journal),
    close: async () => {
      await durable()
      await database.close()
    },
  }
}

/**
 * Opens the state that is kept at a path, or begins it there. One process at a time has it. Throws
 * `DataUnusableError` when it is in use, no state of this sandbox, unreadable, or of another seed or reading.
 */
export const openData = async (path: string, wanted: WantedOrigin = {}): Promise<SandboxData> => {
  const database = await openDatabase(path)
  try {
    return await load(path, database, wanted)
  } catch (error) {
    await database.close()
    if (error instanceof DataUnusableError) throw error
    throw new DataUnusableError(path, 'cannot be read', { cause: error })
  }
}
