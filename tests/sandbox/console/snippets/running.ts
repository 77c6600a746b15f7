import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, vi } from 'vitest'

import type { Snippet } from '../../../../sandbox/console/guide.js'
import { patiently } from '../../../support/receiver.js'
import { type Command, toolchains } from './toolchains.js'

const answers = (port: number): Promise<boolean> =>
  new Promise((done) => {
    const socket = connect(port, '127.0.0.1')
    socket.once('connect', () => done(true)).once('error', () => done(false))
    socket.once('connect', () => socket.destroy())
  })

/** A snippet that listens. */
export interface Receiver {
  readonly url: string
  /** The events that were handled and have a text in them, in the order of their handling. */
  readonly handled: (text: string) => readonly unknown[]
  readonly stop: () => Promise<void>
}

const eventsIn = (output: string, text: string): readonly unknown[] =>
  output
    .split('\n')
    .filter((line) => line.includes('{') && line.includes(text))
    .map((line): unknown => JSON.parse(line.slice(line.indexOf('{'))))

/** A snippet that was built, and can be started. */
export interface Built {
  readonly start: (secret: string, port: number) => Promise<Receiver>
  readonly remove: () => Promise<void>
}

const run = async (command: Command, folder: string, secret: string, port: number): Promise<Receiver> => {
  const [program = '', ...args] = command(port)
  // Java writes what its locale can.
  const env = { PATH: process.env['PATH'], LANG: 'C.UTF-8', WEBHOOK_SECRET: secret, PORT: String(port) }
  const child = spawn(program, args, { env, stdio: ['ignore', 'pipe', 'pipe'], cwd: folder })
  const output = { out: '', error: '' }
  child.stdout.on('data', (bytes: Buffer) => (output.out += bytes.toString()))
  child.stderr.on('data', (bytes: Buffer) => (output.error += bytes.toString()))
  const stop = async (): Promise<void> => {
    if (child.exitCode !== null) return
    child.kill('SIGKILL')
    await once(child, 'exit')
  }
  const isSettled = async (): Promise<boolean> => child.exitCode !== null || (await answers(port))
  await vi.waitFor(async () => expect(await isSettled()).toBe(true), patiently)
  if (child.exitCode !== null) throw new Error(`${program} ended: ${output.error}`)
  // PHP has no output of its own beside the answer, and logs instead.
  const handled = (text: string) => eventsIn(`${output.out}\n${output.error}`, text)
  return { url: `http://127.0.0.1:${port}/webhooks`, handled, stop }
}

/** Builds a snippet in a folder of its own. */
export const build = async (snippet: Snippet): Promise<Built> => {
  const folder = await mkdtemp(join(tmpdir(), 'rampart-snippet-'))
  const toolchain = toolchains[snippet.id]
  if (toolchain === undefined) throw new TypeError(`nothing runs ${snippet.id}`)
  const command = await toolchain.build(snippet, folder)
  return {
    start: (secret, port) => run(command, folder, secret, port),
    remove: () => rm(folder, { recursive: true, force: true }),
  }
}
