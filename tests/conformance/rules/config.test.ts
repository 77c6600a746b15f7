import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Report } from '../../../conformance/index.js'
import { runCli, runProcess } from '../../e2e/cli.js'
import { Shop } from './shop.js'
import { folderWith } from '../../support/folder.js'
import { tableIn } from '../../support/table.js'

const tables = tableIn<{ readonly runs: [string, readonly string[], Record<string, string>][] }>(
  import.meta.dirname,
  'config.yaml',
)

const shop = new Shop(['2026-01-01'])
let url = ''
beforeAll(async () => {
  url = await shop.listen()
})
afterAll(() => shop.close())

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
    const cwd = folderWith({ 'rampart.config.json': json, 'rules/own.mjs': `export default [${rules}]` })
    const own = ['test', '--base-url', `${url}/api`, '--spec-url', url, '--json', ...args]
    // A separate process, because vitest would fail for promises that a rule leaves behind.
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
