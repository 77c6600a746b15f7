import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { runCli, startSandbox, startSandboxWith } from './cli.js'
import { deadOrigin, proxy, serve } from './servers.js'
import { temporaryFolder } from '../support/folder.js'

interface ReportFile {
  readonly versions: readonly { readonly version: string; readonly requests: { readonly answered: number } }[]
  readonly results: readonly {
    readonly id: string
    readonly version: string
    readonly state: string
  }[]
}

const readReport = async (folder: string): Promise<ReportFile> =>
  JSON.parse(await readFile(join(folder, 'rampart-report', 'report.json'), 'utf8')) as ReportFile

describe('rampart test', () => {
  test('finds nothing on the embedded service, and says what it did for each version', async () => {
    const cwd = temporaryFolder()
    const { baseUrl, apiKey } = await startSandbox()
    // All rules there are: demo.test.ts.
    const args = ['test', '--base-url', baseUrl, '--rules', 'versioning/*', 'idempotency/*']
    const result = await runCli(args, { cwd, env: { RAMPART_API_KEY: apiKey } })
    expect(result).toMatchObject({ code: 0 })
    expect(result.stdout).toMatch(
      /\d+ requests sent, \d+ answered, 0 unanswered, in [\d.]+ s\.\nThe contract holds for all \d+ rules \(\d+ results\)\.\n/,
    )
    const report = await readReport(cwd)
    expect(report.versions.map(({ version }) => version)).toEqual([
      '*',
      '2025-03-13',
      '2026-07-01',
      '2026-08-01',
    ])
    expect(report.versions.every(({ requests }) => requests.answered > 20)).toBe(true)
  })

  test('ends with 1 on a broken contract, names the rule, and keeps the key out of everything', async () => {
    const cwd = temporaryFolder()
    const apiKey = 'secret-key+with/odd=characters'
    const { baseUrl } = await startSandboxWith({ RAMPART_SANDBOX_KEYS: apiKey }, '--fault', 'versioning/vary')
    const args = ['test', '--base-url', baseUrl, '--rules', 'versioning/*']
    const result = await runCli(args, { cwd, env: { RAMPART_API_KEY: apiKey } })
    expect(result.code).toBe(1)
    expect(result.stdout).toContain('versioning/vary')
    expect(result.stderr).toContain('error[CONTRACT_BROKEN]')
    const failed = (await readReport(cwd)).results.filter(({ state }) => state === 'failed')
    expect(new Set(failed.map(({ id }) => id))).toEqual(
      new Set(['versioning/vary', 'versioning/unknown-path']),
    )
    for (const file of await readdir(join(cwd, 'rampart-report'))) {
      const text = await readFile(join(cwd, 'rampart-report', file), 'utf8')
      for (const spelling of [apiKey, encodeURIComponent(apiKey), Buffer.from(apiKey).toString('base64')]) {
        expect(text).not.toContain(spelling)
        expect(result.stdout + result.stderr).not.toContain(spelling)
      }
    }
  })

  test('runs the rules and versions it is asked for', async () => {
    const cwd = temporaryFolder()
    const { baseUrl, apiKey } = await startSandbox()
    const args = ['test', '--base-url', baseUrl, '--rules', 'terms/*', '--versions', '2026-07-01']
    expect(await runCli(args, { cwd, env: { RAMPART_API_KEY: apiKey } })).toMatchObject({ code: 0 })
    const { results } = await readReport(cwd)
    expect(new Set(results.map(({ id }) => id))).toEqual(
      new Set(['terms/items', 'terms/by-country', 'terms/country-required']),
    )
    expect(new Set(results.map(({ version }) => version))).toEqual(new Set(['2026-07-01']))
  })

  test('names what hinders a run and ends at once', async () => {
    const cwd = temporaryFolder()
    const { specUrl, baseUrl, apiKey } = await startSandbox()
    const hanging = await serve(proxy(specUrl, (path) => (path.startsWith('/api') ? 'hang' : undefined)))
    const pages = await serve(proxy(specUrl, (path) => (path.startsWith('/api') ? 'html' : undefined)))
    const allPages = await serve(proxy(specUrl, () => 'html'))
    const dead = await deadOrigin()
    const cases = [
      { args: ['--base-url', `${dead}/api`], key: apiKey, code: 3, says: /FETCH_UNREACHABLE/ },
      {
        args: ['--base-url', `${dead}/api`, '--spec-url', specUrl],
        key: apiKey,
        code: 3,
        says: /SERVICE_UNREACHABLE/,
      },
      {
        args: ['--base-url', `${hanging}/api`, '--timeout', '1'],
        key: apiKey,
        code: 3,
        says: /SERVICE_UNREACHABLE/,
      },
      { args: ['--base-url', `${pages}/api`], key: apiKey, code: 3, says: /SERVICE_NOT_AN_API[^]*web page/ },
      { args: ['--base-url', `${allPages}/api`], key: apiKey, code: 2, says: /FETCH_HTML/ },
      {
        args: ['--base-url', specUrl, '--spec-url', specUrl],
        key: apiKey,
        code: 3,
        says: /SERVICE_NOT_AN_API[^]*\/api/,
      },
      {
        args: ['--base-url', baseUrl],
        key: 'wrong',
        code: 3,
        says: /SERVICE_REFUSED_KEY[^]*RAMPART_API_KEY/,
      },
      { args: ['--base-url', baseUrl], key: '', code: 3, says: /SERVICE_REFUSED_KEY[^]*not set/ },
      {
        args: ['--base-url', baseUrl, '--versions', '2030-01-01'],
        key: apiKey,
        code: 2,
        says: /VERSIONS_UNKNOWN/,
      },
    ]
    for (const { args, key, code, says } of cases) {
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
