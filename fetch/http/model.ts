import type { RampartError } from '../../diagnostics/index.js'
import { setTimeout } from 'node:timers/promises'

/** Time and randomness, injected so that tests need not wait. */
export interface Clock {
  /** Milliseconds since 1970. */
  readonly now: () => number
  /** A number from 0 up to, but not including, 1. */
  readonly random: () => number
  readonly sleep: (ms: number, signal?: AbortSignal) => Promise<void>
}

export const systemClock: Clock = {
  now: () => Date.now(),
  random: () => Math.random(),
  sleep: async (ms, signal) => {
    try {
      await setTimeout(ms, undefined, signal ? { signal } : {})
    } catch (error) {
      signal?.throwIfAborted()
      throw error
    }
  },
}

/** One document as the service served it. */
export interface FetchedDocument {
  /** The date, `YYYY-MM-DD`. */
  readonly version: string
  /** The location in the version list, made absolute. */
  readonly url: string
  /** `<date>.json` or `<date>.yaml`, as served. */
  readonly fileName: string
  readonly bytes: Uint8Array
  /** Of `bytes`, in lower-case hexadecimal. */
  readonly sha256: string
}

/** A version in the list whose document could not be fetched. */
export interface UnservedDocument {
  readonly version: string
  /** The location in the version list, made absolute. */
  readonly url: string
  readonly error: RampartError
}

/** The result of a fetch. */
export interface FetchedSet {
  /** The specification URL without a trailing slash. */
  readonly source: string
  /** The version for requests that name none; null if the list does not state it. */
  readonly default: string | null
  /** Sorted by version. */
  readonly documents: readonly FetchedDocument[]
  /** Sorted by version; empty unless the options tolerate them. */
  readonly unserved: readonly UnservedDocument[]
  /** Why the version list could not be used; absent where it was. */
  readonly listError?: RampartError
}

/** Whether a text is a date `YYYY-MM-DD` of the calendar (specification, Versioning 1). */
export function isCalendarDate(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false
  const time = Date.parse(`${text}T00:00:00Z`)
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text)
}

export interface FetchLimits {
  /** Milliseconds for one attempt, from connecting to the last byte of the body. */
  readonly timeoutMs: number
  /** Bytes of one document after decompression. */
  readonly maxBytes: number
  /** Levels of nested objects and lists. */
  readonly maxDepth: number
  /** Total number of requests per URL. */
  readonly attempts: number
}

export const defaultLimits: FetchLimits = {
  timeoutMs: 30_000,
  maxBytes: 64 * 1024 * 1024,
  maxDepth: 200,
  attempts: 4,
}

export type FetchEvent =
  | { readonly type: 'list'; readonly url: string; readonly versions: readonly string[] }
  | { readonly type: 'progress'; readonly version: string; readonly receivedBytes: number }
  | { readonly type: 'document'; readonly version: string; readonly fileName: string; readonly bytes: number }
  | { readonly type: 'retry'; readonly url: string; readonly reason: string; readonly delayMs: number }

/** The documents to fetch, and the limits. */
export interface FetchOptions {
  /** Host of the environment without the `/api` prefix; `/spec/versions` is read below it. */
  readonly specUrl: string
  /** Origins besides that of `specUrl` that locations and redirects may lead to. */
  readonly allowOrigins?: readonly string[]
  readonly signal?: AbortSignal
  readonly limits?: Partial<FetchLimits>
  readonly onProgress?: (event: FetchEvent) => void
  /** Reports a listed document that cannot be fetched in the set instead of failing, if at least one can be. */
  readonly withoutUnserved?: boolean
  /** Versions whose documents are fetched from `/spec/<version>` where the version list is refused or not understood. */
  readonly withoutList?: readonly string[]
}
