import { RampartError } from '../../diagnostics/index.js'
import { firstOf } from '../../reporting/index.js'
import type { CheckOptions, StageName } from './command.js'
import type { DiffOptions } from '../diff/command.js'
import type { FrozenResult } from '../fetch/run-fetch.js'
import type { FetchOptions } from '../fetch/command.js'
import type { GenerateCommandOptions } from '../generate/command.js'
import { reportFailure } from '../output/report-failure.js'
import { shellQuoted } from '../output/shell-text.js'
import type { CommandContext } from '../process/context.js'
import type { TestOptions } from '../test/command.js'

/** Options of the commands that a check runs, completed by the settings of each. */
export interface PartOptions {
  readonly fetch: () => FetchOptions
  readonly diff: () => DiffOptions
  readonly generate: () => GenerateCommandOptions
  readonly test: () => TestOptions
}

/** The input of the parts of one check. */
export interface Check {
  readonly options: CheckOptions
  readonly parts: PartOptions
  readonly context: CommandContext
  /** The served documents, set by the first part if the service could be reached. */
  served?: FrozenResult
  /** The first error that is a bug of rampart, with which the check ends. */
  bug?: unknown
}

/** The state of a part. `warning`: a difference that breaks nothing; `skipped`: the summary has the reason. */
export type StageState = 'passed' | 'warning' | 'failed' | 'skipped'

/** The result of a part. */
export interface Outcome {
  readonly state: StageState
  /** The exit code of the command alone. */
  readonly exitCode: number
  /** One line: the result, or why the part was skipped. */
  readonly summary: string
  /** Equivalent command lines; none if the part did not run. */
  readonly commands: readonly string[]
  /** Findings for a reader, worst first. */
  readonly details: readonly string[]
}

/** One part of a check. */
export interface Stage extends Outcome {
  readonly name: StageName
  /** Milliseconds. */
  readonly durationMs: number
}

/** The outcome of one command; `value` is absent if it failed. */
type Attempt<T> = Omit<Outcome, 'commands'> & { readonly value?: T }

/** A failure in one line, its problems, and its fix. */
const failed = (error: unknown, exitCode: number): Omit<Outcome, 'commands'> => {
  const state = 'failed'
  if (!(error instanceof RampartError)) {
    const summary = `it ended with exit code ${exitCode}, which is a bug in rampart`
    return { state, exitCode, summary, details: [] }
  }
  const messages = error.problems.map(({ message }) => message)
  const details = [...firstOf(messages, mostLines), error.fix]
  return { state, exitCode, summary: `${error.code}: ${error.message}`, details }
}

/** Longest list of details of one kind. */
export const mostLines = 20

/**
 * Runs a command, and reports a failure on stderr as the command alone would. A bug is reported at the end of the
 * check.
 * @param errorOf the failure that follows from a value, if one does; thrown or returned
 * @throws the reason of the signal when it is aborted.
 */
export async function attempt<T>(
  check: Check,
  work: () => Promise<T>,
  errorOf: (value: T) => RampartError | undefined,
): Promise<Attempt<T>> {
  const { context } = check
  let done: { readonly value?: T } = {}
  try {
    const value = await work()
    done = { value }
    const error = errorOf(value)
    if (error) throw error
    return { ...done, ...fine('passed', '') }
  } catch (error) {
    context.signal.throwIfAborted()
    if (error instanceof RampartError)
      return { ...done, ...failed(error, reportFailure(error, [], context, 'rampart check')) }
    check.bug ??= error
    return { ...done, ...failed(error, 70) }
  }
}

/** The result of a part that was skipped or passed. */
export function fine(
  state: 'passed' | 'skipped',
  summary: string,
  commands: readonly string[] = [],
): Outcome {
  return { state, exitCode: 0, summary, commands, details: [] }
}

/** The reason of a part that the command line skips. */
export const leftOut = 'left out by --skip'

/** A command line, quoted for a shell, without the options that have no value. */
export function commandLine(
  args: readonly string[],
  options: Readonly<Record<string, string | boolean | undefined>>,
): string {
  const given = Object.entries(options).flatMap(([name, value]) => {
    if (value === undefined || value === false) return []
    return value === true ? [name] : [name, value]
  })
  return ['npx', 'rampart', ...args, ...given].map(shellQuoted).join(' ')
}
