import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { onTestFinished } from 'vitest'
import { secret } from '../bin/webhook/support.js'
import { cleanEnv, type Finished, root } from './cli.js'

/** A line of JSON that the listener printed. */
export type Line = Readonly<Record<string, unknown>>

/** A running `rampart webhook listen --format json`. */
export interface Listening {
  readonly url: string
  readonly child: ChildProcess
  /** All lines until now. */
  readonly lines: readonly Line[]
  /** Resolves to the first line that is so, printed already or to come. */
  readonly line: (matches: (line: Line) => boolean) => Promise<Line>
  /** Ends it with a signal. */
  readonly stop: (signal?: NodeJS.Signals) => Promise<Finished>
}

/** Starts a listener on a free port, with the secret in its variable; it ends with the test. */
export async function startListen(
  cwd: string,
  args: readonly string[] = [],
  env: NodeJS.ProcessEnv = { RAMPART_WEBHOOK_SECRET: secret },
): Promise<Listening> {
  const command = ['webhook', 'listen', '--port', '0', '--format', 'json', ...args]
  const child = spawn(process.execPath, [join(root, 'dist', 'bin', 'rampart.js'), ...command], {
    cwd,
    env: { ...cleanEnv(), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  const lines: Line[] = []
  const text = { stdout: '', stderr: '' }
  const waiting = new Set<() => void>()
  child.stderr?.on('data', (chunk: Buffer) => (text.stderr += chunk.toString()))
  createInterface({ input: child.stdout }).on('line', (row) => {
    text.stdout += `${row}\n`
    lines.push(JSON.parse(row) as Line)
    for (const look of waiting) look()
  })
  const ended = new Promise<Finished>((done) => {
    child.on('close', (code) => done({ code, ...text }))
  })
  const line = (matches: (line: Line) => boolean): Promise<Line> =>
    new Promise((done, failed) => {
      const look = (): void => {
        const found = lines.find(matches)
        if (!found) return
        waiting.delete(look)
        done(found)
      }
      waiting.add(look)
      look()
      void ended.then(({ code, stderr }) => failed(new Error(`it ended with ${code}: ${stderr}`)))
    })
  const { url } = await line(({ event }) => event === 'listening')
  const stop = (signal: NodeJS.Signals = 'SIGINT'): Promise<Finished> => {
    child.kill(signal)
    return ended
  }
  return { url: String(url), child, lines, line, stop }
}
