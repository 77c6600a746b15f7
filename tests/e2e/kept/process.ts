import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { onTestFinished } from 'vitest'

import { root, startCli } from '../cli.js'

const VERSION = '2026-08-01'

/** A sandbox process with its state in a folder. */
export interface Running {
  readonly child: ChildProcess
  readonly origin: string
  /** Ends it at once (SIGKILL); resolves when it is gone. */
  readonly kill: () => Promise<void>
}

/** Starts `rampart sandbox --data PATH` for these keys; what is left of it ends with the test. */
export const start = async (
  path: string,
  keys: readonly string[] = ['sandbox-key'],
  ...args: readonly string[]
): Promise<Running> => {
  const child = startCli(['sandbox', '--port', '0', '--json', '--data', path, ...args], {
    cwd: root,
    env: { RAMPART_SANDBOX_KEYS: keys.join(',') },
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  const ended = once(child, 'exit')
  const line = await new Promise<string>((done, failed) => {
    void ended.then(([code]) => failed(new Error(`the sandbox ended with ${String(code)}`)))
    if (child.stdout) createInterface({ input: child.stdout }).once('line', done)
  })
  const { specUrl } = JSON.parse(line) as { specUrl: string }
  const kill = async (): Promise<void> => {
    child.kill('SIGKILL')
    await ended
  }
  return { child, origin: specUrl, kill }
}

export interface Request {
  readonly method: string
  readonly path: string
  readonly body?: unknown
  readonly version?: string
  readonly idempotencyKey?: string
}

export interface Reply {
  readonly status: number
  readonly text: string
}

/** Sends one request; rejects if the service ends before the whole response. */
export const send = async (
  origin: string,
  key: string,
  { method, path, body, version = VERSION, idempotencyKey }: Request,
): Promise<Reply> => {
  const answer = await fetch(origin + path, {
    method,
    headers: {
      'x-api-key': key,
      'x-api-version': version,
      ...(body === undefined ? {} : { 'content-type': 'application/json; charset=utf-8' }),
      ...(idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  return { status: answer.status, text: await answer.text() }
}

/** The items of a list, of all of its pages, each as JSON. */
export const everything = async (
  origin: string,
  key: string,
  path: string,
  query = '',
): Promise<readonly string[]> => {
  const seen: string[] = []
  let cursor = ''
  do {
    const { text } = await send(origin, key, {
      method: 'GET',
      path: `${path}?page_size=100${query}${cursor}`,
    })
    const page = JSON.parse(text) as { items: unknown[]; cursor?: string | null }
    seen.push(...page.items.map((item) => JSON.stringify(item)))
    cursor = typeof page.cursor === 'string' ? `&cursor=${page.cursor}` : ''
  } while (cursor !== '')
  return seen
}
