import type { CommandContext } from '../../bin/process/context.js'

/** A process without input and output, for a program that is inspected and not run. */
export const idleContext: CommandContext = {
  cwd: '/nowhere',
  env: {},
  stdout: () => undefined,
  stderr: () => undefined,
  signal: new AbortController().signal,
  color: false,
  interactive: false,
}
