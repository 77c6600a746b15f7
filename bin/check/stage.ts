import { RampartError } from '../../diagnostics/index.js'
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

/**
 * How a part ended. `warning`: a difference that breaks nothing; `skipped`: not run, for the reason in its
 * summary.
 */
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

/** How a command ended; `value` is absent if it failed. */
export interface Attempt<T> {
  readonly value?: T
  readonly error?: unknown
  /** The exit code of the command alone. */
  readonly exitCode: number
}

const bugCode = 70

/**
 * Runs a command, and reports a failure on stderr as the command alone would. A bug is reported at the end of
 * the check.
 * @param errorOf the failure that follows from a value, if one does; thrown or returned
 * @throws the reason of the signal when it is aborted.
 */
export async function attempt<T>(
  check: Check,
  work: () => Promise<T>,
  errorOf: (value: T) => RampartError | undefined,
  context: CommandContext = check.context,
): Promise<Attempt<T>> {
  let done: Pick<Attempt<T>, 'value'> = {}
  try {
    const value = await work()
    done = { value }
    const error = errorOf(value)
    if (error) throw error
    return { ...done, exitCode: 0 }
  } catch (error) {
    context.signal.throwIfAborted()
    if (!(error instanceof RampartError)) {
      check.bug ??= error
      return { ...done, error, exitCode: bugCode }
    }
    return { ...done, error, exitCode: reportFailure(error, [], context, 'rampart check') }
  }
}

/** A failure in one line. */
export function failureText({ error, exitCode }: Attempt<unknown>): string {
  return error instanceof RampartError
    ? `${error.code}: ${error.message}`
    : `it ended with exit code ${exitCode}, which is a bug in rampart`
}

const mostShown = 20

/** The first of many lines, and how many more there are. */
export function firstLines(lines: readonly string[], most: number = mostShown): readonly string[] {
  const rest = lines.length - most
  return [...lines.slice(0, most), ...(rest > 0 ? [`and ${rest} more`] : [])]
}

/** The result of a failed part: all problems, and their fixes. */
export function failed(tried: Attempt<unknown>, commands: readonly string[]): Outcome {
  const { problems = [], fix } = tried.error instanceof RampartError ? tried.error : {}
  const details = firstLines(problems.map(({ message }) => message))
  return {
    state: 'failed',
    exitCode: tried.exitCode,
    summary: failureText(tried),
    commands,
    details: [...details, ...(fix === undefined ? [] : [fix])],
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
  options: Readonly<Record<string, string | boolean | undefined>> = {},
): string {
  const given = Object.entries(options).flatMap(([name, value]) => {
    if (value === undefined || value === false) return []
    return value === true ? [name] : [name, value]
  })
  return ['rampart', ...args, ...given].map(shellQuoted).join(' ')
}
