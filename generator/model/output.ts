import type { Problem } from '../../diagnostics/index.js'
import type { PrinterName, Reason } from './printer.js'

/** One file to write; `path` is relative to the output folder, with forward slashes. */
export interface OutputFile {
  readonly path: string
  readonly content: string
}

/** The printer of the types of a run, and the reason for it. */
export interface ChosenPrinter {
  readonly printer: PrinterName
  /** Why it is not openapi-typescript; empty if it is, or if the caller chose the printer. */
  readonly reasons: readonly Reason[]
  /** The reasons in one line for the user. */
  readonly message: string
}

/** All files of one run, sorted by path, and the problems of the documents. */
export interface GeneratedSet {
  readonly files: readonly OutputFile[]
  readonly problems: readonly Problem[]
  readonly types: ChosenPrinter
}
