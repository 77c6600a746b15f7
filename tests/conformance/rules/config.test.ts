import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Report } from '../../../conformance/index.js'
import { runCli, runProcess } from '../../e2e/cli.js'
import { Shop } from './shop.js'
import { temporaryFolder } from '../../support/folder.js'
import { tableIn } from '../../support/table.js'

const tables = tableIn<{
  readonly runs: [string, readonly string[], Record<string, string>][]
}>(import.meta.dirname, 'config.yaml')

const shop = new Shop(['2026-01-01'])
let url = ''
beforeAll(async () => {
  url = await shop.listen()
})
afterAll(() => shop.close())

/** A folder with these files. */
const projectOf = async (files: Readonly<Record<string, string>>): Promise<string> => {
  const cwd = temporaryFolder()
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(cwd, path)), { recursive: true })
    await writeFile(join(cwd, path), text)
  }
  return cwd
}

const json = '{ "packs": ["rules/own.mjs"] }'
const ruleOf = (id: string, judge: string): string =>
  `{ id: '${id}', title: 'A rule', statement: 'Something holds.', ${judge} }`
const looks = ruleOf(
  'own/looks',
  "tags: ['mine'], observe({ response, expect }) { expect(response.status !== 418, 'no') }",
)
const calls = ruleOf(
  'own/calls',
  "async run({ call, expect }) { expect((await call('listOrders')).ok, 'no') }",
)
const floats = ruleOf(
  'own/floats',
  "async run({ call, expect }) { call('listOrders').then(() => { throw new Error('left') }); expect((await call('listOrders')).ok, 'no') }",
)

describe('rules of a module that a JSON config names', () => {
  const statesOf = (stdout: string): Record<string, string> =>
    Object.fromEntries((JSON.parse(stdout) as Report).results.map(({ id, state }) => [id, state]))
  const testWith = async (rules: string, ...args: readonly string[]) => {
    const cwd = await projectOf({ 'rampart.config.json': json, 'rules/own.mjs': `export default [${rules}]` })
    const own = ['test', '--base-url', `${url}/api`, '--spec-url', url, '--json', ...args]
    // A process of its own, because vitest would fail for what a rule leaves behind.
    const run = rules === floats ? runProcess : runCli
    return run(own, { cwd, env: { RAMPART_API_KEY: 'shop-key' } })
  }

  test.each(tables.runs)('are judged: %s', async (_what, args, states) => {
    const { code, stdout, stderr } = await testWith(`${looks}, ${calls}`, ...args)
    expect({ code, states: statesOf(stdout) }, stderr).toEqual({ code: 0, states })
  })

  test('are judged where they leave something behind that fails, which is printed', async () => {
    const { code, stdout, stderr } = await testWith(floats, '--rules', 'own/*')
    expect({ code, states: statesOf(stdout) }).toEqual({ code: 0, states: { 'own/floats': 'passed' } })
    expect(stderr).toMatch(
      /^In a promise that a rule did not await, the rule itself failed: Error: left \(rules\/own\.mjs:\d+:\d+\)$/m,
    )
    expect(stderr).not.toMatch(/^ +at /m)
  })
})

test.each<[string, Readonly<Record<string, string>>, RegExp]>([
  ['no list', { 'rampart.config.json': '{ "packs": "rules" }' }, /PACK_INVALID.*"packs" must be a list/],
  [
    'a module that there is not',
    { 'rampart.config.json': json },
    /PACK_INVALID.*names rules\/own\.mjs, which cannot be read/,
  ],
  [
    'a module that breaks',
    { 'rampart.config.json': json, 'rules/own.mjs': 'throw new Error("no")' },
    /CONFIG_INVALID.*rules\/own\.mjs:1:\d+: it throws: no/,
  ],
  [
    'a module without a default',
    { 'rampart.config.json': json, 'rules/own.mjs': 'export const a = 1' },
    /CONFIG_INVALID.*it has no default export/,
  ],
  [
    'a rule with the id of another',
    {
      'rampart.config.json': json,
      'rules/own.mjs': `export default ${ruleOf('versioning/echo', 'observe() {}')}`,
    },
    /PACK_INVALID.*versioning\/echo has the id of a built-in rule/,
  ],
  [
    'a rule with the id of one that follows from documents',
    {
      'rampart.config.json': json,
      'rules/own.mjs': `export default ${ruleOf('answers/body', 'observe() {}')}`,
    },
    /PACK_INVALID.*answers\/body has the id/,
  ],
])('a config with %s is refused', async (_what, files, says) => {
  const { code, stderr } = await runCli(['rules'], { cwd: await projectOf(files) })
  expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringMatching(says) as string })
})
