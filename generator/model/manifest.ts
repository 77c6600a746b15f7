import type { Problem } from '../../diagnostics/index.js'

/** The record of one document in an earlier run. */
export interface DocumentRecord {
  /** SHA-256 of the document's text. */
  readonly sha256: string
  /** Digest of the inputs of its folder. */
  readonly from: string
  /** Whether the document consists of one file: one that refers to other files may change without changing itself. */
  readonly isSelfContained: boolean
  readonly problems: readonly Problem[]
}

/** The record of an earlier run in a folder. */
export interface Manifest {
  readonly made: string
  readonly documents: Readonly<Record<string, DocumentRecord>>
  /** Digest of each file, by path. */
  readonly files: Readonly<Record<string, string>>
}
