/**
 * Exit codes of the command line: 1 the contract is broken, 2 wrong use or bad input,
 * 3 the service could not be reached or refused the key.
 */
export type ExitCode = 1 | 2 | 3

/** One entry of the error registry. */
export interface ErrorEntry {
  readonly exit: ExitCode
  /** One sentence that is true of every error with this code. */
  readonly title: string
  /** The next step for a person, unless the thrower knows better. */
  readonly fix: string
}
