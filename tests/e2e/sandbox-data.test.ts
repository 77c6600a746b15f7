import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'

import { finished, root, runCli, startCli, temporaryFolder } from './cli.js'

const VERSION = '2026-08-01'
const HEADERS = { 'x-api-key': 'sandbox-key', 'x-api-version': VERSION }

interface Running {
  readonly child: ChildProcess
  readonly specUrl: string
}

const start = async (path: string, ...args: readonly string[]): Promise<Running> => {
  const child = startCli(['sandbox', '--port', '0', '--json', '--data', path, ...args], { cwd: root })
  onTestFinished(() => void child.kill('SIGKILL'))
  const line = await new Promise<string>((done, failed) => {
    child.on('error', failed)
    child.on('exit', (code) => failed(new Error(`the sandbox ended with ${code}`)))
    if (child.stdout) createInterface({ input: child.stdout }).once('line', done)
  })
  const { specUrl } = JSON.parse(line) as { specUrl: string }
  return { child, specUrl }
}

const call = async (origin: string, method: string, path: string, body?: unknown, key?: string) => {
  const answer = await fetch(origin + path, {
    method,
    headers: {
      ...HEADERS,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(key === undefined ? {} : { 'idempotency-key': key }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  return { status: answer.status, text: await answer.text() }
}

interface Customer {
  readonly id: string
}

interface Acknowledged {
  readonly key: string
  readonly text: string
  readonly id: string
}

/** Creates customers until the service is gone; what it answered in full is acknowledged. */
const write = async (origin: string, name: string, told: (one: Acknowledged) => void): Promise<void> => {
  for (let count = 0; ; count += 1) {
    const key = `${name}-${count}`
    const body = { customer_type: 'Person', email: `${key}@partner.test`, external_id: key }
    const answer = await call(origin, 'POST', '/api/customers', body, key).catch(() => undefined)
    if (answer === undefined) return
    expect(answer.status, answer.text).toBe(201)
    told({ key, text: answer.text, id: (JSON.parse(answer.text) as Customer).id })
  }
}

/** The ids in a list of all pages. */
const everything = async (origin: string, path: string, id: (item: Record<string, string>) => unknown) => {
  const seen: unknown[] = []
  let cursor: string | undefined
  do {
    const more = cursor === undefined ? '' : `&cursor=${cursor}`
    const { text } = await call(origin, 'GET', `${path}?page_size=100${more}`)
    const page = JSON.parse(text) as { items: Record<string, string>[]; cursor?: string }
    seen.push(...page.items.map(id))
    cursor = page.cursor
  } while (cursor !== undefined)
  return seen
}

/** Kills the service as soon as it has acknowledged so many writes of several clients. */
const killAfter = async ({ child, specUrl }: Running, round: number, count: number) => {
  const acknowledged: Acknowledged[] = []
  const ended = once(child, 'exit')
  const told = (one: Acknowledged): void => {
    acknowledged.push(one)
    if (acknowledged.length === count) child.kill('SIGKILL')
  }
  await Promise.all(['a', 'b', 'c'].map((client) => write(specUrl, `${round}-${client}`, told)))
  await ended
  return acknowledged
}

test('after kill -9 every acknowledged write, its event and its idempotency record are there', async () => {
  const path = join(await temporaryFolder(), 'state')
  const all: Acknowledged[] = []
  for (let round = 0; round < 5; round += 1) {
    const count = 1 + Math.floor(Math.random() * 60)
    all.push(...(await killAfter(await start(path), round, count)))
    const { child, specUrl } = await start(path)
    const customers = await everything(specUrl, '/api/customers', ({ id }) => id)
    const events = await everything(specUrl, '/controls/events', (event) => event['customer_id'])
    expect(new Set(customers).size, 'no id is given twice').toBe(customers.length)
    expect(customers).toEqual(expect.arrayContaining(all.map(({ id }) => id)))
    expect(new Set(events), 'every event').toEqual(new Set(customers))
    expect(events, 'one event for each customer').toHaveLength(customers.length)
    const last = all.at(-1)
    const body = { customer_type: 'Person', email: `${last?.key}@partner.test`, external_id: last?.key }
    expect(await call(specUrl, 'POST', '/api/customers', body, last?.key)).toEqual({
      status: 201,
      text: last?.text,
    })
    child.kill('SIGKILL')
    await once(child, 'exit')
  }
})

test('a second process is refused, and one that ends lets go', async () => {
  const path = join(await temporaryFolder(), 'state')
  const { child } = await start(path, '--seed', '3')
  const refused = await runCli(['sandbox', '--port', '0', '--data', path], { cwd: root })
  expect(refused).toMatchObject({ code: 2, stdout: '' })
  expect(refused.stderr).toContain('SANDBOX_DATA_UNUSABLE')
  expect(refused.stderr).toContain('is in use by another process')
  const ending = finished(child)
  child.kill('SIGINT')
  expect((await ending).code).toBe(0)
  const other = await runCli(['sandbox', '--port', '0', '--data', path, '--seed', '4'], { cwd: root })
  expect(other.code).toBe(2)
  expect(other.stderr).toContain('was made with seed 3, not 4')
})
