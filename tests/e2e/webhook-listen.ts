import { type ChildProcess, spawn } from 'node:child_process'
import { createHmac, randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { secret } from '../bin/webhook/support.js'
import { wordsOf } from '../support/command.js'
import { cleanEnv, type Finished, root, startCliInProcess } from './cli.js'

/** A line of JSON that the listener printed. */
type Line = Readonly<Record<string, unknown>>

/** A running `rampart webhook listen --format json`. */
interface Listening {
  readonly url: string
  /** All lines until now. */
  readonly lines: readonly Line[]
  /** Resolves to the first matching line, printed already or later. */
  readonly line: (matches: (line: Line) => boolean) => Promise<Line>
  /** Ends it, as Ctrl-C does. */
  readonly stop: () => Promise<Finished>
}

/** A status of a customer, another one each time. */
export const eventOf = (more: object = {}) => {
  const id = randomUUID()
  return {
    type: 'customer_status',
    timestamp: '2026-08-01T09:15:00Z',
    data: { customer_id: id, message: { id, status: 'Active' } },
    ...more,
  }
}

/** Headers of a delivery that is signed now. */
export const headersOf = (body: string | Buffer, key = secret): Record<string, string> => {
  const timestamp = String(Math.floor(Date.now() / 1000))
  const digest = createHmac('sha256', key).update(timestamp).update(body).digest('hex')
  return {
    'Content-Type': 'application/json',
    'Webhook-Id': randomUUID(),
    'webhook-timestamp': timestamp,
    'webhook-signature': `v1=${digest}`,
  }
}

/** Delivers a body. */
export const post = async (
  url: string,
  body: string | Buffer = JSON.stringify(eventOf()),
  headers = headersOf(body),
) => {
  const answer = await fetch(url, { method: 'POST', body: Buffer.from(body), headers, redirect: 'manual' })
  return { status: answer.status, text: await answer.text(), headers: answer.headers }
}

/** True for the line of a delivery. */
export const isDelivery = (line: Line): boolean => line['event'] === 'delivery'
/** True for the line of the delivery of that number. */
export const isNumber =
  (number: number) =>
  (line: Line): boolean =>
    isDelivery(line) && line['number'] === number
const own = { RAMPART_WEBHOOK_SECRET: secret }

const commandOf = (more: string): readonly string[] =>
  wordsOf(`webhook listen --port 0 --format json ${more}`)

class Lines {
  readonly all: Line[] = []
  readonly #waiting = new Set<() => void>()
  #rest = ''

  take(text: string): void {
    const rows = (this.#rest + text).split('\n')
    this.#rest = rows.pop() ?? ''
    for (const row of rows) this.all.push(JSON.parse(row) as Line)
    for (const look of this.#waiting) look()
  }

  until(ended: Promise<Finished>, matches: (line: Line) => boolean): Promise<Line> {
    return new Promise((done, failed) => {
      const look = (): void => {
        const found = this.all.find(matches)
        if (!found) return
        this.#waiting.delete(look)
        done(found)
      }
      this.#waiting.add(look)
      look()
      void ended.then(({ code, stderr }) => failed(new Error(`it ended with ${code}: ${stderr}`)))
    })
  }
}

const listening = async (lines: Lines, ended: Promise<Finished>, end: () => void): Promise<Listening> => {
  const line = (matches: (line: Line) => boolean): Promise<Line> => lines.until(ended, matches)
  const { url } = await line(({ event }) => event === 'listening')
  const stop = (): Promise<Finished> => {
    end()
    return ended
  }
  return { url: String(url), lines: lines.all, line, stop }
}

/** Starts a listener on a free port, in this process, with the secret in its variable; it ends with the test. */
export function startListen(cwd: string, more = '', env: NodeJS.ProcessEnv = own): Promise<Listening> {
  const lines = new Lines()
  const { ended, end } = startCliInProcess(commandOf(more), { cwd, env }, (text) => lines.take(text))
  onTestFinished(async () => {
    end()
    await ended
  })
  return listening(lines, ended, end)
}

/** Starts one in a process of its own, which can be killed. */
export async function startListenProcess(
  cwd: string,
  more = '',
  env: NodeJS.ProcessEnv = own,
): Promise<Listening & { readonly child: ChildProcess }> {
  const child = spawn(process.execPath, [join(root, 'dist', 'bin', 'rampart.js'), ...commandOf(more)], {
    cwd,
    env: { ...cleanEnv(), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  const lines = new Lines()
  const text = { stdout: '', stderr: '' }
  child.stderr?.on('data', (chunk: Buffer) => (text.stderr += chunk.toString()))
  child.stdout?.on('data', (chunk: Buffer) => {
    text.stdout += chunk.toString()
    lines.take(chunk.toString())
  })
  const ended = new Promise<Finished>((done) => {
    child.on('close', (code) => done({ code, ...text }))
  })
  return { ...(await listening(lines, ended, () => child.kill('SIGINT'))), child }
}
