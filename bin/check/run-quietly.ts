import { RampartError } from '../../diagnostics/index.js'
import type { CommandContext } from '../process/context.js'
import type { Ran, RunCommand } from './stage.js'

const plain = /^[\w@%+=:,./-]+$/

/** A command line that a shell takes apart as it was put together. */
export const commandLine = (args: readonly string[]): string =>
  ['rampart', ...args]
    .map((arg) => (plain.test(arg) ? arg : `'${arg.replaceAll("'", String.raw`'\''`)}'`))
    .join(' ')

/**
 * Runs a command line and keeps its stdout; what it says on stderr is passed on as it comes.
 * @param shown the same command as a user would give it; by default the one that runs
 */
export async function runQuietly(
  run: RunCommand,
  args: readonly string[],
  context: CommandContext,
  shown: readonly string[] = args,
): Promise<Ran> {
  let stdout = ''
  const { code, error } = await run(args, {
    ...context,
    stdout: (text) => void (stdout += text),
    // That it was interrupted is said once, by the whole.
    stderr: (text) => (context.signal.aborted ? undefined : context.stderr(text)),
  })
  const problems = error instanceof RampartError ? error.problems : []
  return { code, error, stdout, command: commandLine(shown), problems }
}

/** What a command said in one line where it failed. */
export const complaintOf = ({ error, code }: Ran): string =>
  error instanceof RampartError ? `${error.code}: ${error.message}` : `it ended with exit code ${code}`
