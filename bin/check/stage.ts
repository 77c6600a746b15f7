import { RampartError } from '../../diagnostics/index.js'
import { reportFailure } from '../output/report-failure.js'
import type { CommandContext } from '../process/context.js'

/** The parts of a check, in the order in which they run. */
export const stageNames = ['fetch', 'diff', 'generate', 'test'] as const

export type StageName = (typeof stageNames)[number]

/**
 * How a part ended. `warning`: something differs that a reader should know and that breaks nothing; `skipped`: it was
 * not run, for the reason that its summary gives.
 */
export type StageState = 'passed' | 'warning' | 'failed' | 'skipped'

/** One part of a check. */
export interface Stage {
  readonly name: StageName
  readonly state: StageState
  /** Exit code that the command would have ended with alone. */
  readonly exitCode: number
  /** One line: the result, or why it was not run. */
  readonly summary: string
  /** Command lines that do the same alone; none where nothing was run. */
  readonly commands: readonly string[]
  /** Findings for a reader, worst first. */
  readonly details: readonly string[]
  /** Milliseconds. */
  readonly durationMs: number
}

/** A stage before its time was taken. */
export type StageResult = Omit<Stage, 'durationMs'>

/** How the work of a command ended: `value` is absent where it could not be done. */
export interface Attempt<T> {
  readonly value?: T
  readonly error?: unknown
  /** Exit code that the command would have ended with alone. */
  readonly exitCode: number
}

/**
 * Does the work of a command, and reports on stderr when it fails, as the command alone would.
 * @param errorOf the failure that follows from a value, if one does; thrown or returned
 * @throws the reason of the signal when it is aborted.
 */
export async function attempt<T>(
  context: CommandContext,
  work: () => Promise<T>,
  errorOf: (value: T) => RampartError | undefined,
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
    return { ...done, error, exitCode: reportFailure(error, [], context, 'rampart check') }
  }
}

/** A failure in one line. */
export function failureText({ error, exitCode }: Pick<Attempt<unknown>, 'error' | 'exitCode'>): string {
  return error instanceof RampartError
    ? `${error.code}: ${error.message}`
    : `it ended with exit code ${exitCode}`
}

/** Why a part was not run that the command line names. */
export const leftOut = 'left out by --skip'

/** The stage of work that could not be done. */
export function undone(
  name: StageName,
  commands: readonly string[],
  { error, exitCode }: Attempt<unknown>,
): StageResult {
  return {
    name,
    state: 'failed',
    exitCode,
    summary: failureText({ error, exitCode }),
    commands,
    details: error instanceof RampartError ? [error.fix] : [],
  }
}

/** A stage that was not run. */
export function skipped(name: StageName, summary: string, commands: readonly string[] = []): StageResult {
  return {
    name,
    state: 'skipped',
    exitCode: 0,
    summary,
    commands,
    details: [],
  }
}

const mostShown = 20

/** The first of many lines, and how many more there are. */
export function firstLines(lines: readonly string[]): readonly string[] {
  const rest = lines.length - mostShown
  return [...lines.slice(0, mostShown), ...(rest > 0 ? [`and ${rest} more`] : [])]
}
