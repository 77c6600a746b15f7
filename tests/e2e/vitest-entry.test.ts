import { spawn } from 'node:child_process'
import { mkdir, readFile, symlink, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import ts from 'typescript'
import { describe, expect, test } from 'vitest'
import { cleanEnv, finished, root, startSandbox, temporaryFolder } from './cli.js'

// A project of a user's own, with a test file that registers the suite, run by a vitest process of its own.

interface Outcome {
  readonly testResults: readonly {
    readonly message: string
    readonly assertionResults: readonly {
      readonly fullName: string
      readonly status: string
      readonly failureMessages: readonly string[]
    }[]
  }[]
}

const sample = (baseUrl: string): string => `
import { contract } from 'rampart/vitest'

await contract({ baseUrl: '${baseUrl}', versions: ['2026-08-01'], rules: ['terms/*', 'versioning/vary', 'customers/*'] })
`

const projectFor = async (baseUrl: string): Promise<string> => {
  const cwd = await temporaryFolder()
  await mkdir(join(cwd, 'node_modules'))
  await symlink(root, join(cwd, 'node_modules', 'rampart'), 'dir')
  await symlink(resolve(root, 'node_modules', 'vitest'), join(cwd, 'node_modules', 'vitest'), 'dir')
  await writeFile(join(cwd, 'package.json'), '{ "private": true, "type": "module" }\n')
  await writeFile(join(cwd, 'contract.test.ts'), sample(baseUrl))
  return cwd
}

const runVitest = async (cwd: string, apiKey: string) => {
  const vitest = join(cwd, 'node_modules', 'vitest', 'vitest.mjs')
  const args = [vitest, 'run', '--reporter=json', '--outputFile=out.json']
  const env = {
    ...cleanEnv(),
    RAMPART_API_KEY: apiKey,
    RAMPART_CACHE_DIR: join(root, '.rampart', 'test-cache'),
  }
  const result = await finished(
    spawn(process.execPath, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] }),
  )
  const outcome = JSON.parse(await readFile(join(cwd, 'out.json'), 'utf8')) as Outcome
  return {
    code: result.code,
    tests: outcome.testResults.flatMap(({ assertionResults }) => assertionResults),
    outcome,
  }
}

describe('rampart/vitest', () => {
  test('registers a passing test for each rule of a right service', async () => {
    const { baseUrl, apiKey } = await startSandbox()
    const { code, tests } = await runVitest(await projectFor(baseUrl), apiKey)
    expect(tests.filter(({ status }) => status === 'failed')).toEqual([])
    expect(code).toBe(0)
    const names = tests.map(({ fullName }) => fullName)
    expect(names.some((name) => name.includes('2026-08-01 terms/items: '))).toBe(true)
    expect(names.at(-1)).toContain('in every exchange 2026-08-01 versioning/vary: ')
  })

  test('fails the tests of broken rules alone, and says what is promised and what came', async () => {
    const { baseUrl, apiKey } = await startSandbox('--fault', 'versioning/vary')
    const { code, tests } = await runVitest(await projectFor(baseUrl), apiKey)
    expect(code).toBe(1)
    const failed = tests.filter(({ status }) => status === 'failed')
    expect(failed.map(({ fullName }) => fullName)).toEqual([expect.stringContaining('versioning/vary')])
    expect(failed[0]?.failureMessages.join('\n')).toMatch(/Versioning \d[^]*Vary[^]* -> \d{3}/)
  })

  test('fails the file by name when the service refuses the key', async () => {
    const { baseUrl } = await startSandbox()
    const { code, outcome } = await runVitest(await projectFor(baseUrl), 'wrong')
    expect(code).toBe(1)
    expect(outcome.testResults[0]?.message).toContain('refused the key in RAMPART_API_KEY')
  })

  test('comes with types that hold strictly', async () => {
    const cwd = await projectFor('http://localhost/api')
    const program = ts.createProgram([join(cwd, 'contract.test.ts')], {
      strict: true,
      noEmit: true,
      skipLibCheck: true,
      exactOptionalPropertyTypes: true,
      target: ts.ScriptTarget.ES2022,
      module: ts.ModuleKind.NodeNext,
      moduleResolution: ts.ModuleResolutionKind.NodeNext,
      types: [],
    })
    const told = ts
      .getPreEmitDiagnostics(program)
      .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'))
    expect(told).toEqual([])
  })
})
