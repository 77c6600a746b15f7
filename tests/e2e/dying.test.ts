import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { dyingService, type Failure, failures } from '../support/dying.js'
import { runCli, startSandbox, temporaryFolder } from './cli.js'

interface ReportFile {
  readonly verdict: { readonly state: string }
}

const failureNamed = (name: string): Failure => failures[name] ?? expect.fail(`no failure is named ${name}`)

const examine = async (name: string, isDue: Parameters<typeof dyingService>[2], rules: readonly string[]) => {
  const cwd = await temporaryFolder()
  const { specUrl, apiKey } = await startSandbox()
  const { origin } = await dyingService(specUrl, failureNamed(name), isDue)
  const args = [
    'test',
    '--base-url',
    `${origin}/api`,
    '--allow-writes',
    '--timeout',
    '3',
    '--rules',
    ...rules,
  ]
  const result = await runCli(args, { cwd, env: { RAMPART_API_KEY: apiKey } })
  const files = await readdir(join(cwd, 'rampart-report'))
  const report = JSON.parse(await readFile(join(cwd, 'rampart-report', 'report.json'), 'utf8')) as ReportFile
  return { ...result, files: files.toSorted(), report }
}

const reportNames = ['exchanges.har', 'junit.xml', 'report.html', 'report.json', 'results.sarif']

describe.concurrent('a run that a service leaves incomplete ends with 3, and its reports are written', () => {
  test.each([
    ['resets', 'after 25 requests', (_path: string, count: number) => count > 25, ['*']],
    ['hangs', 'after 25 requests', (_path: string, count: number) => count > 25, ['*']],
    [
      'resets',
      'on one path',
      (path: string) => path.startsWith('/api/terms'),
      ['terms/items', 'versioning/*'],
    ],
  ] as const)('when it %s %s', async (name, _when, isDue, rules) => {
    const { code, stdout, stderr, files, report } = await examine(name, isDue, rules)
    expect(code).toBe(3)
    expect(stderr).toContain('error[RUN_INCOMPLETE]')
    expect(stdout).toMatch(/The run is incomplete: \d+ of \d+ rules could not be judged; the first was \S+: /)
    expect(stdout).not.toContain('The contract holds')
    expect(report.verdict.state).toBe('incomplete')
    expect(files).toEqual(reportNames)
  })
})
