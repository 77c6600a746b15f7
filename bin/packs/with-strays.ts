import { blameRunning } from '../../conformance/index.js'
import { printable } from '../../reporting/index.js'
import type { CommandContext } from '../process/context.js'

const textOf = (error: unknown): string =>
  printable(error instanceof Error ? `${error.name}: ${error.message}` : String(error))

/**
 * Runs what runs rules of the user's own. Something that one of them began and did not wait for may fail at any time:
 * that is a finding of the rule under way, and ends nothing.
 */
export async function withStrays<T>(run: () => Promise<T>, { stderr }: CommandContext): Promise<T> {
  const onStray = (error: unknown): void => {
    if (!blameRunning(error))
      stderr(`A rule of your own left something behind that failed: ${textOf(error)}\n`)
  }
  process.on('unhandledRejection', onStray)
  try {
    return await run()
  } finally {
    process.off('unhandledRejection', onStray)
  }
}
