import type { Problem } from '../../diagnostics/index.js'
import type { TypesPrinterName } from './options.js'

/** One file to write; `path` is relative to the output folder, with forward slashes. */
export interface OutputFile {
  readonly path: string
  readonly content: string
}

/** Which printer the types come from, and why. */
export interface ChosenPrinter {
  readonly printer: TypesPrinterName
  /** Why it is not openapi-typescript, a sentence each; empty where it is, or where the caller asked for another. */
  readonly reasons: readonly string[]
}

/** All files of one run, sorted by path, and what the documents gave reason to say. */
export interface GeneratedSet {
  readonly files: readonly OutputFile[]
  readonly problems: readonly Problem[]
  readonly types: ChosenPrinter
}
