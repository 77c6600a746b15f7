import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import type { CommandContext } from './context.js'

const longest = 512 * 1024 * 1024
const run = promisify(execFile)

/** The output of a git command, which no shell runs. Rejects with git's message, in English, as `stderr`. */
export async function git(
  args: readonly string[],
  { cwd, signal }: Pick<CommandContext, 'cwd' | 'signal'>,
): Promise<Buffer> {
  const env = { ...process.env, LC_ALL: 'C' }
  const options = { cwd, env, signal, maxBuffer: longest, encoding: 'buffer' as const, windowsHide: true }
  return (await run('git', [...args], options)).stdout
}

/** The output of a git command as text; undefined if git fails, for example outside of a repository. */
export async function gitText(
  args: readonly string[],
  context: Pick<CommandContext, 'cwd' | 'signal'>,
): Promise<string | undefined> {
  const bytes = await git(args, context).catch(() => undefined)
  return bytes?.toString('utf8')
}
