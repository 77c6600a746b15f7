import type { Problem } from '../../diagnostics/index.js'

/** One file to write; `path` is relative to the output folder, with forward slashes. */
export interface OutputFile {
  readonly path: string
  readonly content: string
}

/** All files of one run, sorted by path, and the problems of the documents. */
export interface GeneratedSet {
  readonly files: readonly OutputFile[]
  readonly problems: readonly Problem[]
}
