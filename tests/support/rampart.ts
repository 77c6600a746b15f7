import { Readable } from 'node:stream'
import { main } from '../../bin/main.js'
import { wordsOf } from './words.js'

/** The result of a command. */
export interface Ended {
  readonly code: number
  readonly stdout: string
  readonly stderr: string
}

/** How a command is run. */
export interface Setting {
  readonly cwd?: string
  readonly env?: NodeJS.ProcessEnv
  readonly stdin?: string | Uint8Array
  readonly interactive?: boolean
  readonly signal?: AbortSignal
}

/** Runs `rampart` from its sources, in this process, with a line or its words. Tests in `e2e/` run what is built. */
export async function rampart(line: string | readonly string[], setting: Setting = {}): Promise<Ended> {
  const { cwd = '/', env = {}, stdin, interactive = false, signal = new AbortController().signal } = setting
  let stdout = ''
  let stderr = ''
  const code = await main(typeof line === 'string' ? wordsOf(line) : line, {
    cwd,
    env,
    stdout: (text) => void (stdout += text),
    stderr: (text) => void (stderr += text),
    ...(stdin !== undefined && { stdin: () => Readable.from([Buffer.from(stdin)]) }),
    signal,
    color: false,
    interactive,
  })
  return { code, stdout, stderr }
}
