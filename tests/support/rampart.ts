import { Readable } from 'node:stream'
import { main } from '../../bin/main.js'

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
}

/** Runs `rampart` from its sources, in this process. Tests in `e2e/` run what is built. */
export async function rampart(args: readonly string[], setting: Setting = {}): Promise<Ended> {
  const { cwd = '/', env = {}, stdin, interactive = false } = setting
  let stdout = ''
  let stderr = ''
  const code = await main(args, {
    cwd,
    env,
    stdout: (text) => void (stdout += text),
    stderr: (text) => void (stderr += text),
    ...(stdin !== undefined && { stdin: () => Readable.from([Buffer.from(stdin)]) }),
    signal: new AbortController().signal,
    color: false,
    interactive,
  })
  return { code, stdout, stderr }
}
