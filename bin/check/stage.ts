import type { Problem } from '../../diagnostics/index.js'
import type { CommandContext } from '../process/context.js'

/** The parts of a check, in the order in which they run. */
export const stageNames = ['fetch', 'diff', 'generate', 'test'] as const

export type StageName = (typeof stageNames)[number]

/**
 * How a part ended. `told`: something differs that a reader should know and that breaks nothing; `skipped`: it was
 * not run, for the reason that its summary gives.
 */
export type StageState = 'passed' | 'told' | 'failed' | 'skipped'

/** What came of one part. */
export interface Stage {
  readonly name: StageName
  readonly state: StageState
  /** Exit code that the part would have ended with alone. */
  readonly exitCode: number
  /** One line: what was found, or why it was not run. */
  readonly summary: string
  /** Command lines that do the same alone; none where nothing was run. */
  readonly commands: readonly string[]
  /** What a reader should look at, worst first. */
  readonly details: readonly string[]
  /** Milliseconds. */
  readonly durationMs: number
}

/** How a command line ended. */
export interface Ending {
  readonly code: number
  /** What it ended with, where that was an error. */
  readonly error?: unknown
}

/** Runs one command line of rampart in this process. */
export type RunCommand = (args: readonly string[], context: CommandContext) => Promise<Ending>

/** A finished command with what it printed on stdout, which is data. */
export interface Ran extends Ending {
  readonly stdout: string
  readonly command: string
  readonly problems: readonly Problem[]
}
