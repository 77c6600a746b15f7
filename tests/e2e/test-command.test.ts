import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { runCli, startSandbox } from './cli.js'
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
    // demo.test.ts runs all rules. The rules of quotes wait for recipients.
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
      /^::error title=versioning\/vary::expected Vary: X-API-Version, got no Vary%0A/,
    )
    const told = await readFile(summary, 'utf8')
    expect(told).toMatch(/^of another command\n### ❌ The contract is broken/)
    expect(told).toContain('| failed | versioning/vary |')

    const asJson = await runCli([...args, '--json'], { cwd, env })
    expect(JSON.parse(asJson.stdout)).toMatchObject({ reportVersion: 2, verdict: { state: 'broken' } })
    expect(asJson.stderr).toMatch(/^::error title=versioning\/vary::/m)
  })
})
