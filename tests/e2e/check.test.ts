import { appendFile, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { runCli, startSandbox } from './cli.js'
import { type Publisher, startPublisher } from './publisher.js'
import { deadOrigin } from '../support/loopback.js'
import { validatorOf } from '../support/published-schema.js'
import { temporaryFolder } from '../support/folder.js'

interface Stages {
  readonly exitCode: number
  readonly stages: readonly {
    readonly name: string
    readonly state: string
    readonly summary: string
    readonly details: readonly string[]
    readonly commands: readonly string[]
  }[]
}

type Edit = Parameters<Publisher['edit']>[1]

const newest = '2026-08-01'
const addValue: Edit = ({ components }) => components.schemas['CurrencyType']?.enum.push('metal')

const fetched = async (publisher: Publisher): Promise<string> => {
  const cwd = temporaryFolder()
  const { code, stderr } = await runCli(`fetch --spec-url ${publisher.origin}`, { cwd })
  expect(code, stderr).toBe(0)
  return cwd
}

const check = async (cwd: string, specUrl: string, more = '') => {
  const line = `check --spec-url ${specUrl} --skip generate test --json ${more}`
  const { code, stdout, stderr } = await runCli(line, { cwd })
  const report = JSON.parse(stdout) as Stages
  const part = (name: string) => report.stages.find((stage) => stage.name === name)
  return { code, stderr, report, part }
}

test('settings of the user for rampart diff have no say in how a check prints and reads it', async () => {
  const diff = { format: 'markdown', output: 'diff.md', unpublished: true }
  const publisher = await startPublisher()
  const cwd = await fetched(publisher)
  await writeFile(join(cwd, 'rampart.config.json'), JSON.stringify({ diff }))
  publisher.edit(newest, addValue)
  const { code, stderr, part } = await check(cwd, publisher.origin)
  expect([code, part('diff')?.summary], stderr).toEqual([1, 'the policy is broken by 2026-08-01'])
  expect(await readdir(cwd)).not.toContain('diff.md')
})

describe('what a service publishes', () => {
  const addNickname: Edit = ({ components }) =>
    Object.assign(components.schemas['Customer']?.properties ?? {}, { nickname: { type: 'string' } })
  const removeEmail: Edit = ({ components }) => delete components.schemas['Customer']?.properties['email']
  const bytes = /other bytes are served for 2026-08-01.*2026-08-01: same.*differ only in bytes/

  test.each<[string, (publisher: Publisher) => void, number, fetch: string, diff: string, RegExp]>([
    ['nothing', () => {}, 0, 'passed', 'passed', /no document/],
    ['one optional field', ({ edit }) => edit(newest, addNickname), 0, 'warning', 'warning', /nickname/],
    ['one enumerated value', ({ edit }) => edit(newest, addValue), 1, 'warning', 'failed', /metal/],
    ['bytes alone', ({ edit }) => edit(newest, () => {}), 0, 'warning', 'warning', bytes],
    [
      'a version of its own for what needs one',
      ({ add }) => add('2026-11-01', newest, removeEmail),
      0,
      'warning',
      'warning',
      /2026-08-01 to 2026-11-01: minted/,
    ],
    [
      'a version that is gone',
      ({ texts }) => texts.delete('2026-07-01'),
      1,
      'failed',
      'passed',
      /no longer offers 2026-07-01/,
    ],
  ])('%s', async (_, change, code, fetch, diff, says) => {
    const publisher = await startPublisher()
    const cwd = await fetched(publisher)
    change(publisher)
    const result = await check(cwd, publisher.origin)
    const states = ['fetch', 'diff'].map((name) => result.part(name)?.state)
    expect([result.code, ...states], result.stderr).toEqual([code, fetch, diff])
    expect(JSON.stringify(result.report)).toMatch(says)
    expect(result.report.exitCode).toBe(code)
    expect(await readdir(join(cwd, 'rampart-report'))).toEqual(['check.json', 'check.md'])
  })

  test('is a warning, unless everything is to be as recorded', async () => {
    const publisher = await startPublisher()
    const cwd = await fetched(publisher)
    publisher.edit('2026-08-01', () => undefined)
    expect((await check(cwd, publisher.origin, '--strict')).code).toBe(1)
  })

  test('a file that was edited by hand fails whatever the policy says', async () => {
    const publisher = await startPublisher()
    const cwd = await fetched(publisher)
    await appendFile(join(cwd, 'specs', '2026-08-01.json'), '\n')
    const { code, part } = await check(cwd, publisher.origin)
    expect(code).toBe(1)
    expect(part('fetch')?.details).toEqual(['2026-08-01.json was edited by hand.'])
  })
})

describe('parts', () => {
  test('all of them run, and each tells the command that does the same alone', async () => {
    const { baseUrl, specUrl, apiKey } = await startSandbox()
    const cwd = temporaryFolder()
    await runCli(`fetch --spec-url ${specUrl}`, { cwd })
    const generate = { only: ['2026-08-01'] }
    const config = { specUrl, baseUrl, generate, test: { rules: ['versioning/echo'] } }
    await writeFile(join(cwd, 'rampart.config.json'), JSON.stringify(config))
    await runCli('generate', { cwd })
    await rm(join(cwd, 'generated', 'index.js'))
    const summary = join(cwd, 'summary.md')
    const env = { RAMPART_API_KEY: apiKey, GITHUB_ACTIONS: 'true', GITHUB_STEP_SUMMARY: summary }
    const { code, stdout, stderr } = await runCli('check', { cwd, env })
    expect(code, stderr).toBe(1)
    expect(stdout).toMatch(/^passed {3}fetch/m)
    expect(stdout).toMatch(/^passed {3}diff/m)
    expect(stdout).toMatch(
      /^failed {3}generate {2}GENERATED_STALE: generated is stale: 1 of \d+ files differs/m,
    )
    expect(stdout).toMatch(/^passed {3}test {6}3 passed/m)
    expect(stdout).toMatch(/^1 failed, 3 passed$/m)
    expect(stderr).toContain('::error title=rampart check (generate)::GENERATED_STALE')
    expect(await readFile(summary, 'utf8')).toContain('## rampart check: 1 failed, 3 passed')
    expect(stdout + stderr).not.toContain(apiKey)
    const files = await readdir(join(cwd, 'rampart-report'))
    expect(files).toEqual(expect.arrayContaining(['check.json', 'check.md', 'junit.xml', 'report.html']))
    const report = JSON.parse(await readFile(join(cwd, 'rampart-report', 'check.json'), 'utf8')) as Stages
    const validate = validatorOf('bin/check/check.schema.json')
    expect(validate(report), JSON.stringify(validate.errors)).toBe(true)
    const { stages } = report
    for (const { commands } of stages) {
      for (const line of commands) {
        const alone = await runCli(line.replace('rampart ', ''), { cwd, env: { RAMPART_API_KEY: apiKey } })
        expect([line, alone.code]).toEqual([line, line.includes('generate') ? 1 : 0])
      }
    }
  })

  test('without a base URL and without generated code, what is skipped says why', async () => {
    const publisher = await startPublisher()
    const cwd = await fetched(publisher)
    const { code, stdout } = await runCli(`check --spec-url ${publisher.origin}`, { cwd })
    expect(code).toBe(0)
    expect(stdout).toMatch(/^skipped {2}generate {2}there is no folder generated/m)
    expect(stdout).toMatch(/^skipped {2}test {6}no base URL is known/m)
    const env = { GITHUB_ACTIONS: 'true' }
    const onGitHub = await runCli(`check --spec-url ${publisher.origin} --skip generate`, { cwd, env })
    expect(onGitHub.stderr).toContain('::warning title=rampart check (test)::skipped: no base URL')
    expect(onGitHub.stderr, 'what was asked for').not.toContain('check (generate)')
  })

  test('a service that is not there', async () => {
    const publisher = await startPublisher()
    const cwd = await fetched(publisher)
    const { code, part } = await check(cwd, await deadOrigin())
    expect(code).toBe(3)
    expect(part('fetch')).toMatchObject({
      state: 'failed',
      summary: expect.stringContaining('FETCH_UNREACHABLE'),
    })
    expect(part('diff')).toMatchObject({ state: 'skipped' })
  })

  test.each([
    ['a folder without a lock file', '', 'CHECK_UNUSABLE'],
    ['nothing left to do', '--skip fetch diff generate test', 'CHECK_EMPTY'],
  ])('%s', async (_, more, says) => {
    const publisher = await startPublisher()
    const cwd = temporaryFolder()
    await mkdir(join(cwd, 'specs'))
    const result = await runCli(`check --spec-url ${publisher.origin} ${more}`, { cwd })
    expect(result.code).toBe(2)
    expect(result.stderr).toContain(says)
  })
})
