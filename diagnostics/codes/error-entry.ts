/**
 * Exit codes of the command line: 1 the contract is broken, 2 wrong use or bad input,
 * 3 the service could not be reached or refused the key.
 */
export type ExitCode = 1 | 2 | 3

/** One entry of the error registry. */
export interface ErrorEntry {
  readonly exit: ExitCode
  /** One sentence that holds for every error with this code. */
  readonly title: string
  /** The next step for the user, unless the error itself has a better one. */
  readonly fix: string
}
