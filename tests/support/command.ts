import { Readable } from 'node:stream'
import type { CommandContext } from '../../bin/process/context.js'

/** Words of a command line: those in quotes may be empty, or hold blanks and quotes of the other kind. */
export const wordsOf = (line: string | readonly string[]): readonly string[] =>
  typeof line === 'string'
    ? [...line.matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g)].map(
        ([, double, single, bare]) => double ?? single ?? bare ?? '',
      )
    : line

/** The conditions under which a command runs. */
export interface Setting {
  readonly cwd?: string
  readonly env?: NodeJS.ProcessEnv
  readonly stdin?: string | Uint8Array
  readonly interactive?: boolean
  readonly signal?: AbortSignal
}

/** The context of a command that is run in this process, with what it prints so far. */
export const contextOf = ({
  cwd = '/',
  env = {},
  stdin = '',
  interactive = false,
  signal = new AbortController().signal,
}: Setting): CommandContext & { readonly text: { stdout: string; stderr: string } } => {
  const text = { stdout: '', stderr: '' }
  return {
    cwd,
    env,
    stdout: (more) => void (text.stdout += more),
    stderr: (more) => void (text.stderr += more),
    stdin: () => Readable.from([Buffer.from(stdin)]),
    signal,
    color: false,
    interactive,
    text,
  }
}
