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
  /** Of `bytes`, in lower-case hexadecimal. */
  readonly sha256: string
  readonly mediaType: string
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
}
