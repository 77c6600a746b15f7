import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { dates, goodPages, startPages, startService } from '../../fetch/support/service.js'
import { temporaryFolder } from '../../support/folder.js'
import { rampart } from '../../support/rampart.js'

// Behaviour that sessions/fetch.yaml cannot state: times of files, interrupts, waiting, and terminals.

test('fetch writes nothing the second time', async () => {
  const { url } = await startPages(goodPages())
  const cwd = temporaryFolder()
  const run = () => rampart(`fetch --spec-url ${url}`, { cwd })
  await run()
  const specs = join(cwd, 'specs')
  const times = (): number[] =>
    [specs, ...readdirSync(specs).map((name) => join(specs, name))].map((path) => statSync(path).mtimeMs)
  const earlier = times()
  expect((await run()).stderr).toContain('specs is up to date.')
  expect(times()).toEqual(earlier)
})

test('fetch writes nothing when interrupted', async () => {
  const controller = new AbortController()
  const { url } = await startService((request, response) => {
    if (request.url === '/spec/versions') response.end(JSON.stringify(dates))
    else controller.abort()
  })
  const cwd = temporaryFolder()
  expect((await rampart(`fetch --spec-url ${url}`, { cwd, signal: controller.signal })).code).toBe(130)
  expect(readdirSync(cwd)).toEqual([])
})

test('fetch gives up after --timeout', async () => {
  const { url } = await startService(() => {})
  const { stderr } = await rampart(`fetch --spec-url ${url} --timeout 0.05`, { cwd: temporaryFolder() })
  expect(stderr).toContain('within 50 ms')
})

test.each([true, false])('fetch redraws a line only on a terminal: %s', async (interactive) => {
  const { url } = await startPages(goodPages())
  const ended = await rampart(`fetch --spec-url ${url}`, { cwd: temporaryFolder(), interactive })
  expect([ended.stderr.includes('\r'), ended.stdout.includes('\r')]).toEqual([interactive, false])
  expect(ended.stderr).toContain('3 versions')
})
