import { readFileSync } from 'node:fs'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Report } from '../../conformance/index.js'
import { root, runCli } from '../e2e/cli.js'
import { compilerErrors } from '../support/compile.js'
import { Shop, shopDocument, type ShopFault } from '../conformance/rules/shop.js'

const page = readFileSync(join(root, 'docs', 'your-own-rules.md'), 'utf8')
/** The files that the page shows, by the path in the first line of each. */
const files = new Map(
  [...page.matchAll(/```ts\n\/\/ (\S+)\n([^]*?)```/g)].map(([, path = '', text = '']) => [path, text]),
)
// Inside the package, so that the package's own name resolves as it does for users.
const cwd = join(root, '.rampart', 'your-own-rules')

beforeAll(async () => {
  await mkdir(cwd, { recursive: true })
  for (const [path, text] of files) {
    await mkdir(dirname(join(cwd, path)), { recursive: true })
    await writeFile(join(cwd, path), text)
  }
  await writeFile(join(cwd, 'shop.json'), JSON.stringify(shopDocument('1')))
  const { code, stderr } = await runCli(['generate', '--input', 'shop.json'], { cwd })
  expect(code, stderr).toBe(0)
})
afterAll(() => rm(cwd, { recursive: true, force: true }))

const ruleIds = [
  'shop/total-adds-up',
  'shop/order-is-kept',
  'shop/order-is-listed',
  'shop/version-is-named',
  'shop/not-cached',
]

test('its files compile strictly with the types of the document', () => {
  expect(compilerErrors(join(cwd, 'rampart.config.ts'))).toEqual([])
})

test('the rules are listed', async () => {
  const { stdout } = await runCli(['rules', '--json'], { cwd })
  const listed = JSON.parse(stdout) as readonly { readonly id: string }[]
  expect(listed.map(({ id }) => id)).toEqual(expect.arrayContaining(ruleIds))
})

describe('a run against a shop', () => {
  /** States of its rules, by id and version. */
  const judged = async (
    fault?: ShopFault,
  ): Promise<{ code: number | null; states: Record<string, string> }> => {
    const shop = new Shop()
    if (fault) shop.faults.add(fault)
    const url = await shop.listen()
    try {
      const args = [
        'test',
        '--base-url',
        `${url}/api`,
        '--spec-url',
        url,
        '--allow-writes',
        '--json',
        '--for',
        '2',
        '--rules',
        'shop/*',
      ]
      const { code, stdout } = await runCli(args, { cwd, env: { RAMPART_API_KEY: 'shop-key' } })
      const { results } = JSON.parse(stdout) as Report
      expect(shop.orders.size, 'what was created is deleted').toBe(0)
      return {
        code,
        states: Object.fromEntries(results.map(({ id, version, state }) => [`${id} ${version}`, state])),
      }
    } finally {
      await shop.close()
    }
  }

  const good = {
    'shop/total-adds-up 2026-01-01': 'passed',
    'shop/total-adds-up 2026-06-01': 'passed',
    'shop/order-is-kept 2026-01-01': 'passed',
    'shop/order-is-kept 2026-06-01': 'passed',
    'shop/order-is-listed 2026-01-01': 'passed',
    'shop/order-is-listed 2026-06-01': 'passed',
    'shop/version-is-named *': 'passed',
    'shop/not-cached 2026-01-01': 'passed',
    'shop/not-cached 2026-06-01': 'passed',
  }

  test('that keeps its promises: its rules pass', async () => {
    expect(await judged()).toEqual({ code: 0, states: good })
  })

  test.each<[ShopFault, string, number]>([
    ['total', 'shop/total-adds-up', 1],
    ['lost', 'shop/order-is-kept', 1],
    ['unlisted', 'shop/order-is-listed', 1],
    ['version', 'shop/version-is-named', 1],
    ['uncached', 'shop/not-cached', 0],
  ])('with the fault %s: %s fails', async (fault, broken, code) => {
    const states = Object.entries(good).map(([name, state]) => [
      name,
      name.startsWith(broken) ? 'failed' : state,
    ])
    expect(await judged(fault)).toEqual({ code, states: Object.fromEntries(states) as unknown })
  })
})
