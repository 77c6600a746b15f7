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

/** An option as arguments of a command line; nothing where it has no value. */
export const argument = (name: string, value: string | undefined): readonly string[] =>
  value === undefined ? [] : [name, value]
