import type { Problem } from '../../diagnostics/index.js'

/** What an earlier run says of one document. */
export interface DocumentRecord {
  /** Digest of what its folder depends on. */
  readonly from: string
  /** Whether the document is all there is: one that refers to other files may change without changing itself. */
  readonly isSelfContained: boolean
  /** Why its types cannot be printed by openapi-typescript; empty where they can. */
  readonly typesReasons: readonly string[]
  readonly problems: readonly Problem[]
}

/** What an earlier run left in a folder. */
export interface Manifest {
  readonly made: string
  readonly documents: Readonly<Record<string, DocumentRecord>>
  /** Which printer the types come from. */
  readonly types: 'openapi-typescript' | 'rampart'
  /** Digest of each file, by path. */
  readonly files: Readonly<Record<string, string>>
}
