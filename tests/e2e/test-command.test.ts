import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { runCli, startSandbox } from './cli.js'
import { deadOrigin } from '../support/loopback.js'
import { startProxy } from './proxy.js'
import { temporaryFolder } from '../support/folder.js'

interface ReportFile {
  readonly versions: readonly {
    readonly version: string
    readonly requests: { readonly sent: number; readonly answered: number }
  }[]
  readonly results: readonly { readonly id: string; readonly version: string }[]
}

interface Archive {
  readonly log: { readonly entries: readonly unknown[] }
}

const readJson = async <T>(...path: readonly string[]): Promise<T> =>
  JSON.parse(await readFile(join(...path), 'utf8')) as T

describe('rampart test', () => {
  test('finds nothing on the embedded service, says what it did for each version, and leaves all reports', async () => {
    const [cwd, temporary] = [temporaryFolder(), temporaryFolder()]
    const { baseUrl, apiKey } = await startSandbox()
    // All rules there are: demo.test.ts. Those of quotes wait for recipients.
    const rules = ['versioning/*', 'customers/*', 'idempotency/*']
    const args = ['test', '--base-url', baseUrl, '--report-dir', 'out', '--rules', ...rules]
    const result = await runCli(args, { cwd, env: { RAMPART_API_KEY: apiKey, TMPDIR: temporary } })
    expect(result).toMatchObject({ code: 0 })
    expect(result.stdout).toMatch(
      /\d+ requests sent, \d+ answered, 0 unanswered, in [\d.]+ s\.\nThe contract holds for all \d+ rules \(\d+ results\)\.\n/,
    )
    expect(result.stdout).not.toContain('::')
    const names = ['report.json', 'junit.xml', 'results.sarif', 'report.html', 'exchanges.har']
    expect(result.stderr).toContain(`Reports in out: ${names.join(', ')}`)
    expect((await readdir(join(cwd, 'out'))).toSorted()).toEqual(names.toSorted())
    const { versions } = await readJson<ReportFile>(cwd, 'out', 'report.json')
    expect(versions.map(({ version }) => version)).toEqual(['*', '2025-03-13', '2026-07-01', '2026-08-01'])
    expect(versions.every(({ requests }) => requests.answered > 20)).toBe(true)
    const { log } = await readJson<Archive>(cwd, 'out', 'exchanges.har')
    const told = versions.reduce((sum, { requests }) => sum + requests.sent, 0)
    expect(log.entries.length).toBeGreaterThanOrEqual(told)
    expect(await readdir(temporary)).toEqual([])
  })

  test('on GitHub tells the job what is broken: annotations after the summary, and a page of it', async () => {
    const cwd = temporaryFolder()
    const summary = join(cwd, 'summary.md')
    await writeFile(summary, 'of another command\n')
    const { baseUrl, apiKey } = await startSandbox('--fault', 'versioning/vary')
    const env = { RAMPART_API_KEY: apiKey, GITHUB_ACTIONS: 'true', GITHUB_STEP_SUMMARY: summary }
    const args = ['test', '--base-url', baseUrl, '--rules', 'versioning/vary']
    const { code, stdout, stderr } = await runCli(args, { cwd, env })
    expect([code, stderr]).toEqual([1, expect.stringContaining('error[CONTRACT_BROKEN]')])
    const lines = stdout.trimEnd().split('\n')
    const token = /^::stop-commands::(.+)$/.exec(lines[0] ?? '')?.[1]
    expect(lines.at(-2)).toBe(`::${token}::`)
    expect(lines.at(-1)).toMatch(
      /^::error title=versioning\/vary::Vary: X-API-Version is due, no Vary came%0A/,
    )
    const told = await readFile(summary, 'utf8')
    expect(told).toMatch(/^of another command\n### ❌ The contract is broken/)
    expect(told).toContain('| failed | versioning/vary |')

    const asJson = await runCli([...args, '--json'], { cwd, env })
    expect(JSON.parse(asJson.stdout)).toMatchObject({ reportVersion: 2, verdict: { state: 'broken' } })
    expect(asJson.stderr).toMatch(/^::error title=versioning\/vary::/m)
  })

  test('runs the rules and versions it is asked for, also where the job summary cannot be written', async () => {
    const cwd = temporaryFolder()
    const { baseUrl, apiKey } = await startSandbox()
    const args = ['test', '--base-url', baseUrl, '--rules', 'terms/*', '--versions', '2026-07-01']
    const env = { RAMPART_API_KEY: apiKey, GITHUB_ACTIONS: 'true', GITHUB_STEP_SUMMARY: '/proc/none/x' }
    const { code, stderr } = await runCli(args, { cwd, env })
    expect([code, stderr]).toEqual([0, expect.stringContaining('The job summary could not be written')])
    const { results } = await readJson<ReportFile>(cwd, 'rampart-report', 'report.json')
    expect(new Set(results.map(({ id }) => id))).toEqual(
      new Set(['terms/items', 'terms/by-country', 'terms/country-required']),
    )
    expect(new Set(results.map(({ version }) => version))).toEqual(new Set(['2026-07-01']))
  })

  test('names what hinders a run and ends at once', async () => {
    const cwd = temporaryFolder()
    const { specUrl, baseUrl, apiKey } = await startSandbox()
    const { url: hanging } = await startProxy(specUrl, (path) =>
      path.startsWith('/api') ? 'hang' : undefined,
    )
    const { url: pages } = await startProxy(specUrl, (path) => (path.startsWith('/api') ? 'html' : undefined))
    const { url: allPages } = await startProxy(specUrl, () => 'html')
    const dead = await deadOrigin()
    type Case = readonly [args: readonly string[], code: number, says: RegExp, key?: string]
    const cases: readonly Case[] = [
      [['--base-url', `${dead}/api`], 3, /FETCH_UNREACHABLE/],
      [['--base-url', `${dead}/api`, '--spec-url', specUrl], 3, /SERVICE_UNREACHABLE/],
      [['--base-url', `${hanging}/api`, '--timeout', '1'], 3, /SERVICE_UNREACHABLE/],
      [['--base-url', `${pages}/api`], 3, /SERVICE_NOT_AN_API[^]*web page/],
      [['--base-url', `${allPages}/api`], 2, /FETCH_HTML/],
      [['--base-url', specUrl, '--spec-url', specUrl], 3, /SERVICE_NOT_AN_API[^]*\/api/],
      [['--base-url', baseUrl], 3, /SERVICE_REFUSED_KEY[^]*RAMPART_API_KEY/, 'wrong'],
      [['--base-url', baseUrl], 3, /SERVICE_REFUSED_KEY[^]*not set/, ''],
      [['--base-url', baseUrl, '--versions', '2030-01-01'], 2, /VERSIONS_UNKNOWN/],
    ]
    for (const [args, code, says, key = apiKey] of cases) {
      const versions = args.includes('--versions') ? [] : ['--versions', '2026-08-01']
      const result = await runCli(['test', ...args, ...versions], { cwd, env: { RAMPART_API_KEY: key } })
      expect(result, args.join(' ')).toMatchObject({ code })
      expect(result.stderr).toMatch(says)
      expect(result.stderr).not.toMatch(/^\s+at .+:\d+:\d+\)?$/m)
    }
    // Where the service is not fit to be judged, the report says so of every rule.
    expect(await readdir(cwd)).toEqual(['rampart-report'])
  })
})
