import { spawn } from 'node:child_process'
import { mkdir, readFile, symlink } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { cleanEnv, finished, root, startSandbox } from './cli.js'
import { compilerErrors } from '../support/compile.js'
import { folderWith } from '../support/folder.js'

// A project of a user's own, with a test file that registers the suite, run by a vitest process of its own.

interface Outcome {
  readonly testResults: readonly {
    readonly name: string
    readonly message: string
    readonly assertionResults: readonly {
      readonly fullName: string
      readonly status: string
      readonly failureMessages: readonly string[]
    }[]
  }[]
}

/** A test file of a project, which runs in whatever versions and rules it names. */
const sample = (baseUrl: string, apiKeyEnv: string): string => `
import { contract } from 'rampart/vitest'

await contract({ baseUrl: '${baseUrl}', apiKeyEnv: '${apiKeyEnv}', versions: ['2026-08-01'], rules: ['terms/*', 'versioning/vary'] })
`

const projectOf = async (files: Readonly<Record<string, string>>): Promise<string> => {
  const cwd = folderWith({ ...files, 'package.json': '{ "private": true, "type": "module" }\n' })
  await mkdir(join(cwd, 'node_modules'))
  await symlink(root, join(cwd, 'node_modules', 'rampart'), 'dir')
  await symlink(resolve(root, 'node_modules', 'vitest'), join(cwd, 'node_modules', 'vitest'), 'dir')
  return cwd
}

describe('rampart/vitest', () => {
  // Three files, one process.
  test('registers a test for each rule, and fails those of broken rules, or the file by name', async () => {
    const good = await startSandbox()
    const broken = await startSandbox('--fault', 'versioning/vary')
    const cwd = await projectOf({
      'good.test.ts': sample(good.baseUrl, 'GOOD_KEY'),
      'broken.test.ts': sample(broken.baseUrl, 'GOOD_KEY'),
      'refused.test.ts': sample(good.baseUrl, 'WRONG_KEY'),
    })
    const vitest = join(cwd, 'node_modules', 'vitest', 'vitest.mjs')
    const args = [vitest, 'run', '--reporter=json', '--outputFile=out.json']
    const env = { ...cleanEnv(), GOOD_KEY: good.apiKey, WRONG_KEY: 'wrong' }
    const child = spawn(process.execPath, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] })
    expect((await finished(child)).code).toBe(1)
    const { testResults } = JSON.parse(await readFile(join(cwd, 'out.json'), 'utf8')) as Outcome
    const fileOf = (name: string) =>
      testResults.find((file) => file.name.endsWith(`/${name}.test.ts`)) ?? expect.fail(`no ${name}`)
    const failedIn = (name: string) =>
      fileOf(name).assertionResults.filter(({ status }) => status === 'failed')

    expect([fileOf('good').message, failedIn('good')]).toEqual(['', []])
    const names = fileOf('good').assertionResults.map(({ fullName }) => fullName)
    expect(names.some((name) => name.includes('2026-08-01 terms/items: '))).toBe(true)
    expect(names.at(-1)).toContain('in every exchange 2026-08-01 versioning/vary: ')

    const [vary, ...others] = failedIn('broken')
    expect([vary?.fullName, others]).toEqual([expect.stringContaining('versioning/vary'), []])
    expect(vary?.failureMessages.join('\n')).toMatch(/Versioning \d[^]*Vary[^]* -> \d{3}/)
    expect(fileOf('refused').message).toContain('refused the key in WRONG_KEY')
  })

  test('comes with types that hold strictly', async () => {
    const cwd = await projectOf({ 'contract.test.ts': sample('http://localhost/api', 'KEY') })
    expect(compilerErrors(join(cwd, 'contract.test.ts'), ['es2022', 'dom'])).toEqual([])
  })
})
