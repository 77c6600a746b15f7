import { readdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { readLock } from '../../../fetch/index.js'
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
import type { Setting } from '../../support/command.js'
import { type Ended, rampart } from '../../support/rampart.js'

const [first, second] = dates

const offering = (versions: readonly unknown[], standard: string = first): Record<string, Page> => ({
  '/spec/versions': json({ versions, default: standard }),
})

/** What a command that fails gives. */
const failed = (code: number, error: string) => ({
  code,
  stderr: expect.stringContaining(`error[${error}]`) as string,
})

const started = async (list: Record<string, Page> = offering(dates)) => {
  const pages: Record<string, Page> = { ...goodPages(), ...list }
  const service = await startPages(pages)
  const cwd = temporaryFolder()
  const run = (more = '', setting: Setting = {}): Promise<Ended> =>
    rampart(`fetch --spec-url ${service.url} ${more}`, { cwd, ...setting })
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
    await rampart('fetch --out a/b', { cwd, env: { RAMPART_SPEC_URL: service.url } })
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
    expect(await run()).toMatchObject(failed(2, 'OUTPUT_FOREIGN_FILE'))
    expect(snapshot(specs)).toEqual({ [`${first}.json`]: '{}' })
  })

  test('stops at a broken lock before anything is sent', async () => {
    const { run, specs, service } = await started()
    fill(specs, { 'rampart.lock.json': '{' })
    expect(await run()).toMatchObject(failed(2, 'FETCH_LOCK_INVALID'))
    expect(service.requests).toHaveLength(0)
  })

  test('leaves the old set when one document is broken', async () => {
    const { run, pages, specs } = await started()
    await run()
    const earlier = snapshot(specs)
    pages[`/spec/${first}`] = { body: `${documentOf(first)} ` }
    pages[`/spec/${second}`] = { body: '{' }
    expect(await run()).toMatchObject(failed(2, 'FETCH_SYNTAX'))
    expect(snapshot(specs)).toEqual(earlier)
  })

  test('writes nothing when interrupted', async () => {
    const controller = new AbortController()
    const service = await startService((request, response) => {
      if (request.url === '/spec/versions') response.end(JSON.stringify(dates))
      else controller.abort()
    })
    const cwd = temporaryFolder()
    const { signal } = controller
    const { code } = await rampart(`fetch --spec-url ${service.url}`, { cwd, signal })
    expect(code).toBe(130)
    expect(readdirSync(cwd)).toEqual([])
  })

  test('allows other origins as often as they are named', async () => {
    const other = await startPages(goodPages())
    const third = await startPages(goodPages())
    const { run } = await started(
      offering([
        { version: first, url: `${other.url}/spec/${first}` },
        { version: second, url: `${third.url}/spec/${second}` },
      ]),
    )
    const allowed = `--allow-origin ${other.url}`
    expect(await run(allowed)).toMatchObject(failed(2, 'FETCH_CROSS_ORIGIN'))
    expect(await run(`${allowed} --allow-origin ${third.url}`)).toMatchObject({ code: 0 })
  })

  test('gives up after --timeout', async () => {
    const service = await startService(() => {})
    const { stderr } = await rampart(`fetch --spec-url ${service.url} --timeout 0.05`, {
      cwd: temporaryFolder(),
    })
    expect(stderr).toContain('within 50 ms')
  })

  test('redraws a line only on a terminal', async () => {
    const { run } = await started()
    for (const interactive of [true, false]) {
      const { stderr, stdout } = await run('', { cwd: temporaryFolder(), interactive })
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
  const file = `${first}.json`
  test.each<[string, Record<string, Page>, Record<string, string>, string]>([
    ['a document changed', { [`/spec/${first}`]: { body: `${documentOf(first)} ` } }, {}, `${first} changed`],
    ['a version was added', offering([...dates, '2026-09-01']), {}, 'offers 2026-09-01'],
    ['a version is gone', offering([first]), {}, `no longer offers ${second}`],
    ['the default moved', offering(dates, second), {}, `is ${second}`],
    ['a file was edited', {}, { [file]: '{}' }, `${file} was edited`],
    ['a file is missing', {}, { [file]: '' }, `${file} is missing`],
  ])('fails with 1 when %s, and writes nothing', async (_, served, edited, says) => {
    const { run, pages, specs } = await started()
    pages['/spec/2026-09-01'] = { body: documentOf('2026-09-01') }
    await run()
    Object.assign(pages, served)
    fill(specs, edited)
    if (edited[file] === '') rmSync(join(specs, file))
    const earlier = snapshot(specs)
    const ended = await run('--frozen')
    expect(ended).toMatchObject(failed(1, 'FETCH_DRIFT'))
    expect(ended.stderr).toContain(says)
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
    const other = await startPages({ ...goodPages(), ...offering(dates) })
    const { stderr } = await rampart(`fetch --frozen --spec-url ${other.url}`, { cwd })
    expect(stderr).toContain(`The lock was made from ${service.url}.`)
  })

  test('needs a lock, and asks nobody without one', async () => {
    const { run, service, cwd } = await started()
    expect(await run('--frozen')).toMatchObject(failed(2, 'FETCH_LOCK_MISSING'))
    expect(service.requests).toHaveLength(0)
    expect(readdirSync(cwd)).toEqual([])
  })
})
