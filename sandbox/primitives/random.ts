import { createHmac, randomInt } from 'node:crypto'

import type { Table } from './table.js'

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
