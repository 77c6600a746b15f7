/** How a checklist is printed. */
export const upgradeFormats = ['markdown', 'json'] as const

/** Options of `rampart upgrade`, as commander gives them. */
export interface UpgradeOptions {
  readonly specs: string
  readonly project: string
  readonly har?: readonly string[]
  readonly reportDir: string
  readonly format?: (typeof upgradeFormats)[number]
  readonly json?: boolean
  readonly output?: string
  readonly write?: boolean
  readonly allowDirty?: boolean
  /** That of `rampart diff` in the config file: its content, or the path of a file. */
  readonly policy?: unknown
}
