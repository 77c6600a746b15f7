import type { CommandContext } from '../../bin/process/context.js'

/** A process that nothing comes from and goes to, for a program that is looked at and does not run. */
export const idleContext: CommandContext = {
  cwd: '/nowhere',
  env: {},
  stdout: () => undefined,
  stderr: () => undefined,
  signal: new AbortController().signal,
  color: false,
  interactive: false,
}
