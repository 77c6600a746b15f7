import { afterEach, expect, test } from 'vitest'
import { temporaryFolder } from '../../support/folder.js'
import { runCli } from '../../e2e/cli.js'

const version = process.version
const pretend = (value: string): void => void Object.defineProperty(process, 'version', { value })

afterEach(() => pretend(version))

test.each([
  [
    'v18.20.8',
    'rules',
    2,
    'error[OPTION_INVALID]: rampart needs Node 20.19 or newer, and this is Node 18.20.8',
  ],
  ['v20.9.0', 'rules', 2, 'rampart needs Node 20.19 or newer'],
  ['v18.20.8', '--version', 0, ''],
  ['v20.19.0', 'rules', 0, ''],
  ['v22.0.0', 'rules', 0, ''],
])('Node %s, rampart %s: ends with %i', async (node, word, code, says) => {
  pretend(node)
  const result = await runCli([word], { cwd: temporaryFolder() })
  expect([result.code, result.stderr]).toEqual([code, expect.stringContaining(says)])
})
