import { Readable } from 'node:stream'
import { main } from '../../../bin/main.js'

/** A secret that is nobody's. */
export const secret = 'whsec_bm90LWEtcmVhbC1zZWNyZXQtb2YtYW55Ym9keQ=='

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
  readonly signal?: AbortSignal
}

/** Runs `rampart webhook` in this process, with the secret in its variable unless told otherwise. */
export async function webhook(args: readonly string[], setting: Setting = {}): Promise<Ended> {
  let stdout = ''
  let stderr = ''
  const { stdin } = setting
  const code = await main(['webhook', ...args], {
    cwd: setting.cwd ?? '/',
    env: setting.env ?? { RAMPART_WEBHOOK_SECRET: secret },
    stdout: (text) => void (stdout += text),
    stderr: (text) => void (stderr += text),
    ...(stdin === undefined ? {} : { stdin: () => Readable.from([Buffer.from(stdin)]) }),
    signal: setting.signal ?? new AbortController().signal,
    color: false,
    interactive: false,
  })
  return { code, stdout, stderr }
}
