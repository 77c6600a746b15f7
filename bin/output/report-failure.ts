import { RampartError } from '../../diagnostics/index.js'
import { colorsFor } from '../process/colors.js'
import type { CommandContext } from '../process/context.js'
import { bugText } from './bug-text.js'
import { errorText } from './problems.js'

const bug = 70

/**
 * Reports a failure on stderr, as expected or as a bug.
 * @param args the command line
 * @returns the exit code
 */
export function reportFailure(error: unknown, args: readonly string[], context: CommandContext): number {
  if (error instanceof RampartError) {
    context.stderr(errorText(error, colorsFor(context.color)))
    return error.exitCode
  }
  context.stderr(bugText(error, args, context.env))
  return bug
}
