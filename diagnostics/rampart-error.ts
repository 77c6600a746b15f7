import type { Problem, ProblemLocation } from './problem.js'
import { type ErrorCode, errorRegistry, type ExitCode } from './errors.js'

/** The details of an error. `message` states the failure; `fix` overrides that of the registry. */
export interface ErrorDetails {
  readonly message: string
  readonly where?: ProblemLocation
  readonly fix?: string
  readonly cause?: unknown
  /** All problems of the input, if there are several. */
  readonly problems?: readonly Problem[]
}

/** An expected failure: it has a code, an exit code, a location and a fix, and never shows a stack trace. */
export class RampartError extends Error {
  override readonly name = 'RampartError'
  readonly code: ErrorCode
  readonly exitCode: ExitCode
  readonly fix: string
  readonly where: ProblemLocation | undefined
  readonly problems: readonly Problem[]

  constructor(code: ErrorCode, details: ErrorDetails) {
    super(details.message, { cause: details.cause })
    const entry = errorRegistry[code]
    this.code = code
    this.exitCode = entry.exit
    this.fix = details.fix ?? entry.fix
    this.where = details.where
    this.problems = details.problems ?? []
  }

  /** A copy of the error with other details. */
  with(details: Partial<ErrorDetails>): RampartError {
    const { code, message, fix, cause, problems, where } = this
    return new RampartError(code, { message, fix, cause, problems, ...(where && { where }), ...details })
  }
}

/** The error of options or arguments that do not fit. @param fix what to do instead of looking at --help */
export function wrongUse(message: string, fix?: string): RampartError {
  return new RampartError('OPTION_INVALID', { message, ...(fix !== undefined && { fix }) })
}
