/** Options of `rampart diff`, as commander gives them. */
export interface DiffOptions {
  readonly specs: string
  readonly fromGit?: string
  readonly published?: boolean
  readonly unpublished?: boolean
  readonly format?: Format
  readonly json?: boolean
  readonly all?: boolean
  readonly output?: string
  readonly allow?: string
  readonly writeAllow?: string
  /** Path of a file, or from a config file its content. */
  readonly policy?: unknown
  readonly impact?: string
}

/** What a report can be printed as. */
export const formats = ['text', 'markdown', 'comment', 'json', 'sarif', 'github'] as const

export type Format = (typeof formats)[number]
