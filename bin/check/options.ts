import type { DiffOptions } from '../diff/options.js'
import type { FetchCommandOptions } from '../fetch/options.js'
import type { GenerateCommandOptions } from '../generate/options.js'
import { shellQuoted } from '../output/shell-text.js'
import type { TestOptions } from '../test/options.js'
import type { StageName } from './stage.js'

/** Options of `rampart check`, as commander gives them. What is absent is left to each part's own settings. */
export interface CheckOptions {
  readonly specUrl?: string
  readonly baseUrl?: string
  readonly specs: string
  readonly out?: string
  readonly reportDir: string
  readonly skip?: readonly StageName[]
  readonly allowWrites?: boolean
  readonly strict?: boolean
  readonly json?: boolean
}

/**
 * Options of the commands that a check stands for, each completed by its own settings.
 * @throws RampartError OPTION_INVALID for settings that are wrong.
 */
export interface PartOptions {
  readonly fetch: () => FetchCommandOptions
  readonly diff: () => DiffOptions
  readonly generate: () => GenerateCommandOptions
  readonly test: () => TestOptions
}

/** A command line that a shell takes apart as it was put together. */
export function commandLine(args: readonly string[]): string {
  return ['rampart', ...args].map(shellQuoted).join(' ')
}

/** An option as arguments of a command line; nothing where it has no value. */
export function argument(name: string, value: string | undefined): readonly string[] {
  return value === undefined ? [] : [name, value]
}
