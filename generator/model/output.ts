import type { Problem } from '../../diagnostics/index.js'
import type { PrinterName, Reason } from './printer.js'

/** One file to write; `path` is relative to the output folder, with forward slashes. */
export interface OutputFile {
  readonly path: string
  readonly content: string
}

/** Which printer the types of a run come from, and why. */
export interface ChosenPrinter {
  readonly printer: PrinterName
  /** Why it is not openapi-typescript; empty where it is, and where the caller asked for a printer. */
  readonly reasons: readonly Reason[]
  /** The same in one line for who runs the command. */
  readonly message: string
}

/** All files of one run, sorted by path, and what the documents gave reason to say. */
export interface GeneratedSet {
  readonly files: readonly OutputFile[]
  readonly problems: readonly Problem[]
  readonly types: ChosenPrinter
}
