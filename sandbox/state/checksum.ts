import { crc32 } from 'node:zlib'

import type { Write } from './journal.js'

/** A checksum of all persisted entries, which detects writes that the disk lost or changed. */
export interface Checksum {
  /** Adds an entry read from the database. */
  readonly add: (key: string, value: Buffer) => void
  /** Whether the added entries are complete and unchanged. */
  readonly isWhole: () => boolean
  /** The writes, together with the updated checksum. */
  readonly over: (writes: readonly Write[]) => readonly Write[]
}

const checksumMember = 'seal'
const modulus = 2 ** 32

const asBytes = (sum: number): Buffer => {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32LE(sum)
  return bytes
}

/** The sum of an entry as a signed 32-bit integer, which a map can store without allocation. */
const sumOf = (key: string, value: Buffer): number => crc32(key, crc32(value)) | 0

const replaced = (total: number, before: number, after: number): number =>
  (((total - before + after) % modulus) + modulus) % modulus

/** An empty checksum. */
export function createChecksum(): Checksum {
  const sums = new Map<string, number>()
  let total = 0
  let kept: Buffer | undefined
  const put = (key: string, value: Buffer): void => {
    const sum = sumOf(key, value)
    total = replaced(total, sums.get(key) ?? 0, sum)
    sums.set(key, sum)
  }
  const remove = (key: string): void => {
    total = replaced(total, sums.get(key) ?? 0, 0)
    sums.delete(key)
  }
  return {
    add: (key, value) => {
      if (key === checksumMember) kept = value
      else put(key, value)
    },
    isWhole: () => (kept === undefined ? sums.size === 0 : kept.equals(asBytes(total))),
    over: (writes) => {
      for (const one of writes)
        if (one.type === 'put') put(one.key, one.value)
        else remove(one.key)
      return [...writes, { type: 'put', key: checksumMember, value: asBytes(total) }]
    },
  }
}
