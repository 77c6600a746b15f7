import type { ErrorCode } from './errors.js'

/** The severity of a problem: an error stops the command, a warning is shown, a note explains. */
export type Severity = 'error' | 'warning' | 'note'

/** The location of a problem. `pointer` is a JSON Pointer; `line` and `column` count from 1. */
export interface ProblemLocation {
  readonly file?: string
  readonly url?: string
  readonly pointer?: string
  readonly line?: number
  readonly column?: number
}

/** One problem: a message, its location, and a fix. Plain data, safe to print and to serialise. */
export interface Problem {
  readonly code: ErrorCode
  readonly severity: Severity
  readonly message: string
  readonly where?: ProblemLocation
  readonly fix?: string
}

/** One problem of user input, before its location in a file is known. */
export interface InputProblem {
  /** JSON Pointer of the wrong value. */
  readonly pointer: string
  readonly message: string
  /** Whether the name of the member is wrong, and not its value. */
  readonly isName?: boolean
  readonly fix?: string
}
