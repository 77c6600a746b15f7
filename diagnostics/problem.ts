import type { ErrorCode } from './registry.js'

/** How bad a problem is: an error stops the command, a warning is shown, a note explains. */
export type Severity = 'error' | 'warning' | 'note'

/** Where a problem was found. `pointer` is a JSON Pointer; `line` and `column` count from 1. */
export interface ProblemLocation {
  readonly file?: string
  readonly url?: string
  readonly pointer?: string
  readonly line?: number
  readonly column?: number
}

/** One problem: what is wrong, where, and how to fix it. Plain data, safe to print and to serialise. */
export interface Problem {
  readonly code: ErrorCode
  readonly severity: Severity
  readonly message: string
  readonly where?: ProblemLocation
  readonly fix?: string
}

/** One problem of a user's input, before its location in a file is known. */
export interface InputProblem {
  /** JSON Pointer of the wrong value. */
  readonly pointer: string
  readonly message: string
  /** True when the name of the member is wrong, and not its value. */
  readonly isName?: boolean
  readonly fix?: string
}
