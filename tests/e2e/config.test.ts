import { chown } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { runCli } from './cli.js'
import { validatorOf } from '../support/published-schema.js'
import { folderWith } from '../support/folder.js'

/** The folder of a repository with these files. */
const projectWith = (files: Readonly<Record<string, string>>): string =>
  folderWith({ '.git/HEAD': '', ...files })

test.runIf(process.getuid?.() === 0)('a config file above of somebody else is not run', async () => {
  const cwd = projectWith({ 'rampart.config.js': 'export default {}', 'a/keep': '' })
  await chown(join(cwd, 'rampart.config.js'), 12_345, 12_345)
  const { code, stderr } = await runCli(['rules'], { cwd: join(cwd, 'a') })
  expect([code, stderr]).toEqual([2, expect.stringContaining('belongs to a different user')])
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

  test('a policy in it is described as well', () =>
    expect(validate({ diff: { policy: { bas: 'effects' } } })).toBe(false))
})
