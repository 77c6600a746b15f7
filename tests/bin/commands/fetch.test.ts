import { readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { commandsFor } from '../../../bin/commands.js'
import type { CommandContext } from '../../../bin/process/context.js'
import { readLock } from '../../../fetch/index.js'
import { errorOf } from '../../fetch/support/outcome.js'
import {
  dates,
  documentOf,
  goodPages,
  json,
  type Page,
  startPages,
  startService,
} from '../../fetch/support/service.js'
import { fill, snapshot, temporaryFolder } from '../../support/folder.js'

const [first, second] = dates

interface Run {
  readonly stdout: string
  readonly stderr: string
}

interface Setting {
  readonly env?: NodeJS.ProcessEnv
  readonly signal?: AbortSignal
  readonly interactive?: boolean
}

const runIn = async (cwd: string, args: readonly string[], setting: Setting = {}): Promise<Run> => {
  let stdout = ''
  let stderr = ''
  const context: CommandContext = {
    cwd,
    env: setting.env ?? {},
    stdout: (text) => void (stdout += text),
    stderr: (text) => void (stderr += text),
    signal: setting.signal ?? new AbortController().signal,
    color: false,
    interactive: setting.interactive ?? false,
  }
  const command = commandsFor(context).find((one) => one.name() === 'fetch')
  if (!command) throw new Error('there is no such command')
  command.exitOverride().configureOutput({ writeErr: () => {} })
  await command.parseAsync(args, { from: 'user' })
  return { stdout, stderr }
}

const started = async (list: unknown = { versions: dates, default: first }) => {
  const pages: Record<string, Page> = goodPages('', list)
  const service = await startPages(pages)
  const cwd = temporaryFolder()
  const run = (...args: string[]): Promise<Run> => runIn(cwd, ['--spec-url', service.url, ...args])
  return { pages, service, cwd, specs: join(cwd, 'specs'), run }
}

describe('rampart fetch', () => {
  test('writes the documents as served and the lock, and says which', async () => {
    const { run, specs } = await started()
    const { stdout, stderr } = await run()
    expect(Object.keys(snapshot(specs) ?? {})).toEqual([
      ...dates.map((date) => `${date}.json`),
      'rampart.lock.json',
    ])
    expect(snapshot(specs)?.[`${second}.json`]).toBe(documentOf(second))
    expect(stdout.split('\n')[0]).toMatch(
      new RegExp(`^${first}  specs/${first}.json  [0-9a-f]{12}  default$`),
    )
    expect(stdout.trim().split('\n')).toHaveLength(3)
    expect(stderr).toContain('3 versions')
    expect(stderr).toContain('specs was updated.')
  })

  test('writes nothing the second time', async () => {
    const { run, specs } = await started()
    await run()
    const times = (): number[] =>
      [specs, ...readdirSync(specs).map((name) => join(specs, name))].map((path) => statSync(path).mtimeMs)
    const earlier = times()
    expect((await run()).stderr).toContain('specs is up to date.')
    expect(times()).toEqual(earlier)
  })

  test('takes the URL from the environment, and the folder from --out', async () => {
    const { service, cwd } = await started()
    await runIn(cwd, ['--out', 'a/b'], { env: { RAMPART_SPEC_URL: service.url } })
    expect(readdirSync(join(cwd, 'a/b'))).toHaveLength(4)
  })

  test('prints the lock and the changes as JSON', async () => {
    const { run, pages, specs } = await started()
    await run()
    pages[`/spec/${second}`] = { type: 'application/yaml', body: 'openapi: 3.1.0\n' }
    const data: unknown = JSON.parse((await run('--json')).stdout)
    expect(data).toMatchObject({
      ...readLock(snapshot(specs)?.['rampart.lock.json'] ?? ''),
      changes: { added: [], removed: [], changed: [second], defaultChanged: false },
      written: [`${second}.yaml`, 'rampart.lock.json'],
      removed: [`${second}.json`],
    })
    expect(Object.keys(snapshot(specs) ?? {})).not.toContain(`${second}.json`)
  })

  test('drops a version that is gone, and keeps what it did not write', async () => {
    const { run, pages, specs } = await started()
    await run()
    fill(specs, { 'notes.md': 'mine' })
    pages['/spec/versions'] = json([first])
    await run()
    expect(Object.keys(snapshot(specs) ?? {})).toEqual([`${first}.json`, 'notes.md', 'rampart.lock.json'])
  })

  test('does not overwrite a document that it did not write', async () => {
    const { run, specs } = await started()
    fill(specs, { [`${first}.json`]: '{}' })
    expect(await errorOf(run())).toMatchObject({ code: 'OUTPUT_FOREIGN_FILE', exitCode: 2 })
    expect(snapshot(specs)).toEqual({ [`${first}.json`]: '{}' })
  })

  test('stops at a broken lock before anything is sent', async () => {
    const { run, specs, service } = await started()
    fill(specs, { 'rampart.lock.json': '{' })
    expect(await errorOf(run())).toMatchObject({ code: 'FETCH_LOCK_INVALID', exitCode: 2 })
    expect(service.requests).toHaveLength(0)
  })

  test('leaves the old set when one document is broken', async () => {
    const { run, pages, specs } = await started()
    await run()
    const earlier = snapshot(specs)
    pages[`/spec/${first}`] = { body: `${documentOf(first)} ` }
    pages[`/spec/${second}`] = { body: '{' }
    expect(await errorOf(run())).toMatchObject({ code: 'FETCH_SYNTAX' })
    expect(snapshot(specs)).toEqual(earlier)
  })

  test('writes nothing when interrupted', async () => {
    const controller = new AbortController()
    const service = await startService((request, response) => {
      if (request.url === '/spec/versions') response.end(JSON.stringify(dates))
      else controller.abort()
    })
    const cwd = temporaryFolder()
    const work = runIn(cwd, ['--spec-url', service.url], { signal: controller.signal })
    await expect(work).rejects.toMatchObject({ name: 'AbortError' })
    expect(readdirSync(cwd)).toEqual([])
  })

  test('allows other origins as often as they are named', async () => {
    const other = await startPages(goodPages())
    const third = await startPages(goodPages())
    const { run } = await started([
      { version: first, url: `${other.url}/spec/${first}` },
      { version: second, url: `${third.url}/spec/${second}` },
    ])
    expect(await errorOf(run('--allow-origin', other.url))).toMatchObject({ code: 'FETCH_CROSS_ORIGIN' })
    await run('--allow-origin', other.url, '--allow-origin', third.url)
  })

  test('gives up after --timeout', async () => {
    const service = await startService(() => {})
    const work = runIn(temporaryFolder(), ['--spec-url', service.url, '--timeout', '0.05'])
    expect((await errorOf(work)).message).toContain('within 50 ms')
  })

  test('redraws a line only on a terminal', async () => {
    const { service } = await started()
    for (const interactive of [true, false]) {
      const { stderr, stdout } = await runIn(temporaryFolder(), ['--spec-url', service.url], { interactive })
      expect(stderr.includes('\r')).toBe(interactive)
      expect(stdout).not.toContain('\r')
      expect(stderr).toContain('3 versions')
    }
  })

  test('puts back the set of a run that was killed between its two renames', async () => {
    const { run, specs, cwd } = await started()
    fill(join(cwd, '.specs.rampart-old-999999999-ab'), { 'notes.md': 'mine' })
    await run()
    expect(snapshot(specs)).toMatchObject({ 'notes.md': 'mine' })
    expect(readdirSync(cwd)).toEqual(['specs'])
  })
})

describe('rampart fetch --frozen', () => {
  const drifts: [string, (pages: Record<string, Page>, specs: string) => void, string][] = [
    [
      'a document changed',
      (pages) => (pages[`/spec/${first}`] = { body: `${documentOf(first)} ` }),
      `${first} changed`,
    ],
    [
      'a version was added',
      (pages) => (pages['/spec/versions'] = json({ versions: [...dates, '2026-09-01'], default: first })),
      'offers 2026-09-01',
    ],
    [
      'a version is gone',
      (pages) => (pages['/spec/versions'] = json({ versions: [first], default: first })),
      `no longer offers ${second}`,
    ],
    [
      'the default moved',
      (pages) => (pages['/spec/versions'] = json({ versions: dates, default: second })),
      `is ${second}`,
    ],
    [
      'a file was edited',
      (_, specs) => writeFileSync(join(specs, `${first}.json`), '{}'),
      `${first}.json was edited`,
    ],
    ['a file is missing', (_, specs) => rmSync(join(specs, `${first}.json`)), `${first}.json is missing`],
  ]

  test.each(drifts)('fails with 1 when %s, and writes nothing', async (_, change, text) => {
    const { run, pages, specs } = await started()
    pages['/spec/2026-09-01'] = { body: documentOf('2026-09-01') }
    await run()
    change(pages, specs)
    const earlier = snapshot(specs)
    const error = await errorOf(run('--frozen'))
    expect(error).toMatchObject({ code: 'FETCH_DRIFT', exitCode: 1 })
    expect(error.problems.map(({ message }) => message).join('\n')).toContain(text)
    expect(snapshot(specs)).toEqual(earlier)
  })

  test('passes when nothing differs', async () => {
    const { run } = await started()
    await run()
    const { stdout, stderr } = await run('--frozen')
    expect(stderr).toContain('Nothing differs from specs/rampart.lock.json.')
    expect(stdout.trim().split('\n')).toHaveLength(3)
  })

  test('passes against another place that serves the same, and says so', async () => {
    const { run, cwd, service } = await started()
    await run()
    const other = await startPages(goodPages('', { versions: dates, default: first }))
    const { stderr } = await runIn(cwd, ['--frozen', '--spec-url', other.url])
    expect(stderr).toContain(`The lock was made from ${service.url}.`)
  })

  test('needs a lock, and asks nobody without one', async () => {
    const { run, service, cwd } = await started()
    expect(await errorOf(run('--frozen'))).toMatchObject({ code: 'FETCH_LOCK_MISSING', exitCode: 2 })
    expect(service.requests).toHaveLength(0)
    expect(readdirSync(cwd)).toEqual([])
  })
})
