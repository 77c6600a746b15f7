import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { runCli, startSandbox } from './cli.js'
import { temporaryFolder } from '../support/folder.js'

interface ReportFile {
  readonly versions: readonly { readonly requests: { readonly sent: number } }[]
}

interface Archive {
  readonly log: { readonly entries: readonly { readonly request: { readonly method: string } }[] }
}

const readJson = async (...path: readonly string[]): Promise<unknown> =>
  JSON.parse(await readFile(join(...path), 'utf8'))

describe('the reports of a run', () => {
  test('all stand in one folder, and the archive has every exchange', async () => {
    const cwd = temporaryFolder()
    const temporary = temporaryFolder()
    const { baseUrl, apiKey } = await startSandbox()
    const args = ['test', '--base-url', baseUrl, '--report-dir', 'out', '--rules', 'terms/*', 'quote/*']
    const result = await runCli(args, { cwd, env: { RAMPART_API_KEY: apiKey, TMPDIR: temporary } })
    expect(result).toMatchObject({ code: 0 })
    expect(result.stderr).toContain(
      'Reports in out: report.json, junit.xml, results.sarif, report.html, exchanges.har',
    )
    expect(result.stdout).not.toContain('::')
    expect((await readdir(join(cwd, 'out'))).toSorted()).toEqual([
      'exchanges.har',
      'junit.xml',
      'report.html',
      'report.json',
      'results.sarif',
    ])
    const report = (await readJson(cwd, 'out', 'report.json')) as ReportFile
    const { log } = (await readJson(cwd, 'out', 'exchanges.har')) as Archive
    const told = report.versions.reduce((sum, { requests }) => sum + requests.sent, 0)
    expect(log.entries.length).toBeGreaterThanOrEqual(told)
    expect(await readdir(temporary)).toEqual([])
  })

  test('on GitHub are told to the job: annotations after the summary, and a page of it', async () => {
    const cwd = temporaryFolder()
    const summary = join(cwd, 'summary.md')
    await writeFile(summary, 'of another command\n')
    const { baseUrl, apiKey } = await startSandbox('--fault', 'versioning/vary')
    const env = { RAMPART_API_KEY: apiKey, GITHUB_ACTIONS: 'true', GITHUB_STEP_SUMMARY: summary }
    const args = ['test', '--base-url', baseUrl, '--rules', 'versioning/vary']
    const { code, stdout } = await runCli(args, { cwd, env })
    expect(code).toBe(1)
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

  test('hinder nothing when the job summary cannot be written', async () => {
    const cwd = temporaryFolder()
    const { baseUrl, apiKey } = await startSandbox()
    const env = { RAMPART_API_KEY: apiKey, GITHUB_ACTIONS: 'true', GITHUB_STEP_SUMMARY: '/proc/none/x' }
    const { code, stderr } = await runCli(['test', '--base-url', baseUrl, '--rules', 'terms/*'], { cwd, env })
    expect(code).toBe(0)
    expect(stderr).toContain('The job summary could not be written')
  })
})
