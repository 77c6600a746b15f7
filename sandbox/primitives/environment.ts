import { createHmac, randomInt } from 'node:crypto'

/** Values by key, in insertion order. A `Map` is a table that is not persisted. */
export type Table<T> = Pick<Map<string, T>, 'get' | 'set' | 'delete' | 'values'>

/** Storage for the state of a sandbox: named tables, which keep their content across restarts. */
export interface Tables {
  readonly table: <T>(name: string) => Table<T>
}

export const memoryTables: Tables = { table: () => new Map() }

/** Log lines about the service's work. They never contain keys or values of callers. */
export interface SandboxLogger {
  readonly info: (line: string) => void
  readonly error: (line: string) => void
}

/** The sandbox's only source of time. */
export type Clock = () => Date

export const systemClock: Clock = () => new Date()

const minute = 60_000

/** `date` moved by a number of minutes. */
export function plusMinutes(date: Date, minutes: number): Date {
  return new Date(date.getTime() + minutes * minute)
}

/** Controls the time of a sandbox. From a set time it continues at the pace of the underlying clock. */
export interface TimeControl {
  readonly now: Clock
  readonly set: (date: Date) => void
  /** Returns to the underlying clock. */
  readonly reset: () => void
}

const aheadKey = 'ahead'

/**
 * A clock with an adjustable offset to the underlying one, which `kept` stores.
 * @param moved called after every change
 */
export function virtualClock(behind: Clock, kept: Table<number>, moved: () => void): TimeControl {
  let ahead = kept.get(aheadKey) ?? 0
  const move = (milliseconds: number): void => {
    ahead = milliseconds
    kept.set(aheadKey, milliseconds)
    moved()
  }
  return {
    now: () => (ahead === 0 ? behind() : new Date(behind().getTime() + ahead)),
    set: (date) => move(date.getTime() - behind().getTime()),
    reset: () => move(0),
  }
}

/** The sandbox's only source of ids, deviations and signatures, all reproducible from the seed. */
export interface SeededRandom {
  /** The next id of a stream, in the form of a version 4 uuid. Streams are independent of each other. */
  readonly uuid: (stream: string) => string
  /** The id derived from a name, the same for every call. */
  readonly named: (name: string) => string
  /** The integer derived from a name, from `low` to `high`, both included. */
  readonly integer: (name: string, low: number, high: number) => number
  /** HMAC-SHA256 of a text with a key derived from the seed, in lower-case hexadecimal. */
  readonly sign: (text: string) => string
}

const asUuid = (digest: Buffer): string => {
  const bytes = digest.subarray(0, 16)
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x40, 6)
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8)
  // Built by a single replace, because a concatenated string keeps all its parts in memory and ids are most of the
  // state.
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

/** Creates the source of ids and signatures for one seed; each stream continues from its stored counter. */
export function createSeededRandom(seed: number, counters: Table<number> = new Map()): SeededRandom {
  const digest = (purpose: string, text: string): Buffer =>
    createHmac('sha256', `rampart-sandbox:${seed}:${purpose}`).update(text).digest()
  return {
    uuid: (stream) => {
      const count = (counters.get(stream) ?? 0) + 1
      counters.set(stream, count)
      return asUuid(digest('uuid', `${stream}:${count}`))
    },
    named: (name) => asUuid(digest('named', name)),
    integer: (name, low, high) => low + (digest('integer', name).readUInt32BE(0) % (high - low + 1)),
    sign: (text) => digest('sign', text).toString('hex'),
  }
}

/** A random seed for a sandbox without a given one. */
export function freshSeed(): number {
  return randomInt(2 ** 31)
}
