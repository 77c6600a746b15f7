import { appendFile, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { describe, expect, test } from 'vitest'
import { root, runCli, startSandbox } from './cli.js'
import { type Publisher, startPublisher } from './publisher.js'
import { deadOrigin } from '../support/loopback.js'
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

const fetched = async (publisher: Publisher): Promise<string> => {
  const cwd = temporaryFolder()
  const { code, stderr } = await runCli(['fetch', '--spec-url', publisher.origin], { cwd })
  expect(code, stderr).toBe(0)
  return cwd
}

const check = async (cwd: string, specUrl: string, ...more: readonly string[]) => {
  const args = ['check', '--spec-url', specUrl, '--skip', 'generate', 'test', '--json', ...more]
  const { code, stdout, stderr } = await runCli(args, { cwd })
  const report = JSON.parse(stdout) as Stages
  const part = (name: string) => report.stages.find((stage) => stage.name === name)
  return { code, stderr, report, part }
}

describe('settings of the user for rampart diff', () => {
  test('have no say in how a check prints and reads it', async () => {
    const diff = { format: 'markdown', output: 'diff.md', unpublished: true }
    const publisher = await startPublisher()
    const cwd = await fetched(publisher)
    await writeFile(join(cwd, 'rampart.config.json'), JSON.stringify({ diff }))
    publisher.edit('2026-08-01', ({ components }) => components.schemas['CurrencyType']?.enum.push('metal'))
    const { code, stderr, part } = await check(cwd, publisher.origin)
    expect([code, part('diff')?.summary], stderr).toEqual([1, 'the policy is broken by 2026-08-01'])
    expect(await readdir(cwd)).not.toContain('diff.md')
  })
})

describe('what a service publishes', () => {
  test.each<{
    name: string
    change: (publisher: Publisher) => void
    code: number
    fetch: string
    diff: string
    says: RegExp
  }>([
    {
      name: 'nothing',
      change: () => undefined,
      code: 0,
      fetch: 'passed',
      diff: 'passed',
      says: /no document/,
    },
    {
      name: 'one optional response field',
      change: ({ edit }) =>
        edit('2026-08-01', ({ components }) => {
          const { Customer } = components.schemas
          if (Customer) Customer.properties['nickname'] = { type: 'string' }
        }),
      code: 0,
      fetch: 'warning',
      diff: 'warning',
      says: /nickname/,
    },
    {
      name: 'one value of an enumeration',
      change: ({ edit }) =>
        edit('2026-08-01', ({ components }) => components.schemas['CurrencyType']?.enum.push('metal')),
      code: 1,
      fetch: 'warning',
      diff: 'failed',
      says: /metal/,
    },
    {
      name: 'bytes alone',
      change: ({ edit }) => edit('2026-08-01', () => undefined),
      code: 0,
      fetch: 'warning',
      diff: 'warning',
      says: /other bytes are served for 2026-08-01.*2026-08-01: same.*in their bytes alone/,
    },
    {
      name: 'a version of its own for what needs one',
      change: ({ add }) =>
        add('2026-11-01', '2026-08-01', ({ components }) => {
          delete components.schemas['Customer']?.properties['email']
        }),
      code: 0,
      fetch: 'warning',
      diff: 'warning',
      says: /2026-08-01 to 2026-11-01: minted/,
    },
    {
      name: 'a version that is gone',
      change: ({ texts }) => void texts.delete('2026-07-01'),
      code: 1,
      fetch: 'failed',
      diff: 'passed',
      says: /no longer offers 2026-07-01/,
    },
  ])('$name', async ({ change, code, fetch, diff, says }) => {
    const publisher = await startPublisher()
    const cwd = await fetched(publisher)
    change(publisher)
    const result = await check(cwd, publisher.origin)
    expect([result.code, result.part('fetch')?.state, result.part('diff')?.state], result.stderr).toEqual([
      code,
      fetch,
      diff,
    ])
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
    await runCli(['fetch', '--spec-url', specUrl], { cwd })
    const generate = { only: ['2026-08-01'] }
    const config = { specUrl, baseUrl, generate, test: { rules: ['versioning/echo'] } }
    await writeFile(join(cwd, 'rampart.config.json'), JSON.stringify(config))
    await runCli(['generate'], { cwd })
    await rm(join(cwd, 'generated', 'index.js'))
    const summary = join(cwd, 'summary.md')
    const env = { RAMPART_API_KEY: apiKey, GITHUB_ACTIONS: 'true', GITHUB_STEP_SUMMARY: summary }
    const { code, stdout, stderr } = await runCli(['check'], { cwd, env })
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
    const schema = await readFile(join(root, 'bin', 'check', 'check.schema.json'), 'utf8')
    const validate = new Ajv2020({ strict: true }).compile(JSON.parse(schema) as object)
    expect(validate(report), JSON.stringify(validate.errors)).toBe(true)
    const { stages } = report
    for (const { commands } of stages) {
      for (const line of commands) {
        const alone = await runCli(line.split(' ').slice(1), { cwd, env: { RAMPART_API_KEY: apiKey } })
        expect([line, alone.code]).toEqual([line, line.includes('generate') ? 1 : 0])
      }
    }
  })

  test('without a base URL and without generated code, what is skipped says why', async () => {
    const publisher = await startPublisher()
    const cwd = await fetched(publisher)
    const { code, stdout } = await runCli(['check', '--spec-url', publisher.origin], { cwd })
    expect(code).toBe(0)
    expect(stdout).toMatch(/^skipped {2}generate {2}there is no folder generated/m)
    expect(stdout).toMatch(/^skipped {2}test {6}no base URL is known/m)
    const env = { GITHUB_ACTIONS: 'true' }
    const onGitHub = await runCli(['check', '--spec-url', publisher.origin, '--skip', 'generate'], {
      cwd,
      env,
    })
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
    { name: 'a folder without a lock file', args: [], code: 2, says: 'CHECK_UNUSABLE' },
    {
      name: 'nothing left to do',
      args: ['--skip', 'fetch', 'diff', 'generate', 'test'],
      code: 2,
      says: 'CHECK_EMPTY',
    },
  ])('$name', async ({ args, code, says }) => {
    const publisher = await startPublisher()
    const cwd = temporaryFolder()
    await mkdir(join(cwd, 'specs'))
    const result = await runCli(['check', '--spec-url', publisher.origin, ...args], { cwd })
    expect(result.code).toBe(code)
    expect(result.stderr).toContain(says)
  })
})
