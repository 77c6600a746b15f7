import type { Readable, Writable } from 'node:stream'

/** The process as commands use it, passed in so that no other folder reads globals. */
export interface CommandContext {
  /** The words of the command line, where there is one. */
  readonly args?: readonly string[]
  readonly cwd: string
  readonly env: NodeJS.ProcessEnv
  /** Data for the user or the next program in the pipe. */
  readonly stdout: (text: string) => void
  /** Talk: progress, warnings, hints. */
  readonly stderr: (text: string) => void
  /** The streams behind both, for a command that must not wait for their reader. Absent where there are none. */
  readonly streams?: { readonly stdout: Writable; readonly stderr: Writable }
  /** Standard input, piped or typed; opened on first use. Absent where there is none. */
  readonly stdin?: () => Readable & { readonly isTTY?: boolean; setRawMode?(raw: boolean): unknown }
  /** Aborted by Ctrl-C and by SIGTERM. */
  readonly signal: AbortSignal
  readonly color: boolean
  /** True when stderr is a terminal and `CI` is not set: only then may a line be redrawn. */
  readonly interactive: boolean
}
