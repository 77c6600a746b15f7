import { RampartError } from '../../diagnostics/index.js'
import { colorsFor } from '../process/colors.js'
import type { CommandContext } from '../process/context.js'
import { bugText } from './bug-text.js'
import { errorText } from './problems.js'

const bug = 70

/**
 * Reports a failure on stderr, as expected or as a bug.
 * @param args the command line
 * @param call how the command is called, for advice that sends to its help
 * @returns the exit code
 */
export function reportFailure(
  error: unknown,
  args: readonly string[],
  context: CommandContext,
  call: string,
): number {
  if (error instanceof RampartError) {
    const text = errorText(error, colorsFor(context.color))
    context.stderr(text.replace('rampart COMMAND --help', `${call} --help`))
    return error.exitCode
  }
  context.stderr(bugText(error, args, context.env))
  return bug
}
