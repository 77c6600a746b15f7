import { chown, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { startPublisher } from './publisher.js'
import { runCli } from './cli.js'
import { validatorOf } from '../support/published-schema.js'
import { folderWith } from '../support/folder.js'

/** The folder of a repository with these files. */
const projectWith = (files: Readonly<Record<string, string>>): string =>
  folderWith({ '.git/HEAD': '', ...files })

const small = 'openapi: 3.1.0\ninfo: { title: Small, version: "1" }\npaths: {}\n'

describe('a config file', () => {
  test.each([
    ['rampart.config.json', '{ "$schema": "x", "generate": { "out": "from-config" } }'],
    ['rampart.config.js', 'export default { generate: { out: "from-config" } }'],
    ['rampart.config.cjs', 'module.exports = { generate: { out: "from-config" } }'],
    ['rampart.config.ts', 'const out: string = "from-config"\nexport default { generate: { out } }'],
    [
      'rampart.config.mts',
      'import { defineConfig } from "rampart"\nexport default defineConfig({ out: "from-config" })',
    ],
  ])('%s gives options', async (name, text) => {
    const cwd = projectWith({ [name]: text, 'small.yaml': small })
    expect(await runCli(['generate', '--input', 'small.yaml'], { cwd })).toMatchObject({ code: 0 })
    expect(await readdir(cwd)).toContain('from-config')
  })

  test('loses to the environment, and that to the command line', async () => {
    const config = '{ "generate": { "input": ["small.yaml"], "out": "from-config" } }'
    const cwd = projectWith({ 'rampart.config.json': config, 'small.yaml': small })
    const run = (args: readonly string[], env: NodeJS.ProcessEnv) =>
      runCli(['generate', ...args], { cwd, env })
    expect(await run([], { RAMPART_OUT: 'from-env' })).toMatchObject({ code: 0 })
    expect(await run(['--out', 'from-flag'], { RAMPART_OUT: 'unused' })).toMatchObject({ code: 0 })
    const folders = (await readdir(cwd)).filter((entry) => /^from-|^unused$/.test(entry))
    expect(folders.toSorted()).toEqual(['from-env', 'from-flag'])
  })

  test('a section that has the name of an option is none of its values', async () => {
    const cwd = projectWith({
      'rampart.config.json': '{ "check": { "strict": true }, "input": ["small.yaml"] }',
      'small.yaml': small,
    })
    expect(await runCli(['generate'], { cwd })).toMatchObject({ code: 0 })
  })
})

test('the folder of documents is one for the command that writes them and those that read them', async () => {
  const publisher = await startPublisher()
  const cwd = projectWith({ 'rampart.config.json': '{ "specs": "documents", "out": "code" }' })
  expect(await runCli(['fetch', '--spec-url', publisher.origin], { cwd })).toMatchObject({ code: 0 })
  expect(await runCli(['generate', '--only', '2026-08-01'], { cwd })).toMatchObject({ code: 0 })
  expect((await readdir(cwd)).toSorted()).toEqual(['.git', 'code', 'documents', 'rampart.config.json'])
})

describe('below the folder of a config file', () => {
  test('it counts, its paths and the usual ones are below its folder, and its name is said', async () => {
    const config = '{ "generate": { "input": ["small.yaml"] } }'
    const cwd = projectWith({ 'rampart.config.json': config, 'small.yaml': small, 'a/b/keep': '' })
    const below = join(cwd, 'a', 'b')
    const { code, stderr } = await runCli(['generate'], { cwd: below })
    expect(code, stderr).toBe(0)
    expect(stderr).toContain(`Settings are from rampart.config.json in ${join('..', '..')}.`)
    expect(await readdir(below)).toEqual(['keep'])
    expect(await readdir(cwd)).toContain('generated')
    expect(await runCli(['generate', '--check'], { cwd })).toMatchObject({ code: 0 })
    expect(await runCli(['generate', '--out', 'here'], { cwd: below })).toMatchObject({ code: 0 })
    expect(await readdir(below), 'a path of the command line is one from here').toContain('here')
  })

  test('a URL is none of its paths', async () => {
    const config = '{ "rules": { "document": ["https://docs.invalid/openapi.yaml"] } }'
    const cwd = projectWith({ 'rampart.config.json': config, 'a/keep': '' })
    const { stderr } = await runCli(['rules'], { cwd: join(cwd, 'a') })
    expect(stderr).toContain('https://docs.invalid/openapi.yaml')
  })

  test('a mistake in it is named from where one is', async () => {
    const cwd = projectWith({ 'rampart.config.json': '{ "tests": {} }', 'a/keep': '' })
    const { code, stderr } = await runCli(['rules'], { cwd: join(cwd, 'a') })
    expect([code, stderr]).toEqual([2, expect.stringContaining('../rampart.config.json:1:3 /tests')])
  })

  test('not across the folder that holds the repository', async () => {
    const cwd = projectWith({ 'rampart.config.json': '[', 'inner/.git/HEAD': '' })
    expect(await runCli(['rules'], { cwd: join(cwd, 'inner') })).toMatchObject({
      code: 0,
      stderr: expect.stringMatching(/^Rules: .*\n$/),
    })
  })

  test.runIf(process.getuid?.() === 0)('not one of somebody else, who could have it run here', async () => {
    const cwd = projectWith({ 'rampart.config.js': 'export default {}', 'a/keep': '' })
    await chown(join(cwd, 'rampart.config.js'), 12_345, 12_345)
    const { code, stderr } = await runCli(['rules'], { cwd: join(cwd, 'a') })
    expect([code, stderr]).toEqual([2, expect.stringContaining('belongs to another user')])
  })
})

describe('the schema of a config file', () => {
  const validate = validatorOf('bin/config/config.schema.json')

  test.each([
    [true, { $schema: 'x', specUrl: 'https://a', test: { rules: ['a'], timeout: 5, onlyFailed: true } }],
    [true, { webhook: { listen: { keep: false, port: 1 } }, sandbox: { latency: '5-10', fault: 'a' } }],
    [true, { diff: { policy: { base: 'effects' } }, inspect: { specs: 'a' } }],
    [false, { tests: {} }],
    [false, { check: { skip: ['tset'] } }],
    [false, { init: {} }],
    [false, { generate: { check: 'yes' } }],
    [false, { webhook: { listen: { port: '1' } } }],
  ])('%s: %j, in an editor and for the command alike', async (fine, config) => {
    const cwd = projectWith({ 'rampart.config.json': JSON.stringify(config) })
    const { stderr } = await runCli(['templates', 'eject', 'nothing'], { cwd })
    expect([validate(config), !stderr.includes('CONFIG_INVALID')], stderr).toEqual([fine, fine])
  })

  test('a policy in it is described as well', () => {
    expect(validate({ diff: { policy: { bas: 'effects' } } })).toBe(false)
  })
})
