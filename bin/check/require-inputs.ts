import type { CommandContext } from '../process/context.js'
import type { CheckOptions } from './options.js'
import type { RunCommand, StageName } from './stage.js'
import { testArguments } from './test-stage.js'

/** The parts that take files and names from the settings, each as a command line. */
const linesOf = (options: CheckOptions): Readonly<Partial<Record<StageName, readonly string[]>>> => {
  const test = testArguments(options)
  return { diff: ['diff', '--specs', options.specs, '--json'], ...(test && { test }) }
}

/**
 * Checks what the parts are given in the settings before the first of them sends anything: with it they could not
 * end otherwise than with wrong use.
 * @throws RampartError of wrong use, as the part alone would end with.
 */
export async function requireInputs(
  run: RunCommand,
  options: CheckOptions,
  context: CommandContext,
): Promise<void> {
  const silent = (): void => undefined
  for (const [name, args] of Object.entries(linesOf(options))) {
    if (options.skip?.some((part) => part === name)) continue
    const { error } = await run(args, { ...context, inputsOnly: true, stdout: silent, stderr: silent })
    context.signal.throwIfAborted()
    if (error !== undefined) throw error
  }
}
