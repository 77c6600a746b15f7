import { readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { runCli, startSandbox } from './cli.js'
import { validatorOf } from '../support/published-schema.js'
import { temporaryFolder } from '../support/folder.js'

interface Stages {
  readonly stages: readonly {
    readonly commands: readonly string[]
  }[]
}

test('parts all of them run, and each tells the command that does the same alone', async () => {
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
  expect(stdout).toMatch(/^ {9}Alone: npx rampart generate --check$/m)
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
      const alone = await runCli(line.replace('npx rampart ', ''), { cwd, env: { RAMPART_API_KEY: apiKey } })
      expect([line, alone.code]).toEqual([line, line.includes('generate') ? 1 : 0])
    }
  }
})
