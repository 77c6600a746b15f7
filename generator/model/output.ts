import type { Problem } from '../../diagnostics/index.js'

/** One file to write; `path` is relative to the output folder, with forward slashes. */
export interface OutputFile {
  readonly path: string
  readonly content: string
  /** Digest of what the content was compiled from, where that takes long. */
  readonly source?: string
}

/** All files of one run, sorted by path, and what the documents gave reason to say. */
export interface GeneratedSet {
  readonly files: readonly OutputFile[]
  readonly problems: readonly Problem[]
  /** Who printed the types, and what of the documents gave reason to it. */
  readonly types?: { readonly printer: string; readonly reasons: readonly string[] }
}
