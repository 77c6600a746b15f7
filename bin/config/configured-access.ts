/** How a run gets in, as a config file has it: read by the command that needs it, so that no other is hindered by it. */
export interface ConfiguredAccess {
  /** The values of `auth` and `prepare` in it. */
  readonly auth?: unknown
  readonly prepare?: unknown
  /** The config file, relative to the working folder. */
  readonly file: string
  /** Its folder, relative to the working folder. */
  readonly folder: string
  /** Its text, where that is JSON. */
  readonly text?: string
}

/** Names of members of a config file that are no options of a command. */
export const accessMembers = ['auth', 'prepare'] as const
