import { createHmac, randomInt } from 'node:crypto'

import type { Table } from './table.js'

/** The sandbox's only source of ids, deviations and signatures: all of it repeats for one seed. */
export interface SeededRandom {
  /** The next id of a stream, in the form of a version 4 uuid. Streams do not disturb each other. */
  readonly uuid: (stream: string) => string
  /** The id that belongs to a name: the same for every call. */
  readonly named: (name: string) => string
  /** The integer that belongs to a name, from `low` to `high`, both included. */
  readonly integer: (name: string, low: number, high: number) => number
  /** HMAC-SHA256 of a text under a key that follows from the seed, in lower-case hex. */
  readonly sign: (text: string) => string
}

const asUuid = (digest: Buffer): string => {
  const bytes = digest.subarray(0, 16)
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x40, 6)
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8)
  // One piece: a text put together of several is kept as all of them, and ids are most of what is kept.
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

/** Builds the source of ids and signatures that belongs to one seed; each stream goes on from its counter. */
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

/** A seed for a sandbox that nobody asked to repeat itself. */
export function freshSeed(): number {
  return randomInt(2 ** 31)
}
