import type { DiffFormat } from '../../reporting/index.js'

/** Options of `rampart diff`, as commander gives them. */
export interface DiffOptions {
  readonly specs: string
  readonly fromGit?: string
  readonly published?: boolean
  readonly unpublished?: boolean
  readonly format?: DiffFormat
  readonly json?: boolean
  readonly all?: boolean
  readonly output?: string
  readonly allow?: string
  readonly writeAllow?: string
  /** Path of a file, or from a config file its content. */
  readonly policy?: unknown
  readonly impact?: string
}
