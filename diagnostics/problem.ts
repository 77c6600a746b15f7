import type { ErrorCode } from './registry.js'

/** How bad a problem is: an error stops the command, a warning is told, a note explains. */
export type Severity = 'error' | 'warning' | 'note'

/** Where a problem was found. `pointer` is a JSON Pointer; `line` and `column` count from 1. */
export interface ProblemLocation {
  readonly file?: string
  readonly url?: string
  readonly pointer?: string
  readonly line?: number
  readonly column?: number
}

/** One thing that is wrong: what, where, and what to do next. Plain data, safe to print and to serialise. */
export interface Problem {
  readonly code: ErrorCode
  readonly severity: Severity
  readonly message: string
  readonly where?: ProblemLocation
  readonly fix?: string
}

/** One thing that is wrong with what a user wrote, before it is known where that stands. */
export interface InputProblem {
  /** JSON Pointer of what is wrong. */
  readonly pointer: string
  readonly message: string
  /** True when the name of the member is wrong, and not its value. */
  readonly isName?: boolean
  readonly fix?: string
}
