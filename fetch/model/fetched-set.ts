import type { RampartError } from '../../diagnostics/index.js'

/** One document as the service served it. */
export interface FetchedDocument {
  /** The date, `YYYY-MM-DD`. */
  readonly version: string
  /** The location in the version list, made absolute. */
  readonly url: string
  /** `<date>.json` or `<date>.yaml`, as served. */
  readonly fileName: string
  readonly bytes: Uint8Array
  /** Of `bytes`, in lower-case hexadecimal digits. */
  readonly sha256: string
  readonly mediaType: string
}

/** A version that the list names and whose document cannot be had. */
export interface UnservedDocument {
  readonly version: string
  /** The location in the version list, made absolute. */
  readonly url: string
  readonly error: RampartError
}

/** Everything that one run of fetching found. */
export interface FetchedSet {
  /** The specification URL without a slash at its end. */
  readonly source: string
  /** The version served to requests that name none; null when the list does not say. */
  readonly default: string | null
  /** Sorted by version. */
  readonly documents: readonly FetchedDocument[]
  /** Sorted by version; empty unless the options asked to go without them. */
  readonly unserved: readonly UnservedDocument[]
}
