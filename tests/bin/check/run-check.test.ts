import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { runCheck } from '../../../bin/check/run-check.js'
import { contextOf } from '../../support/command.js'
import { temporaryFolder } from '../../support/folder.js'

test('a bug of a part is in the report of the whole check, which then ends with it', async () => {
  const cwd = temporaryFolder()
  const context = contextOf({ cwd })
  const bug = (): never => {
    throw new TypeError('values.map is not a function')
  }
  const options = { specs: 'specs', reportDir: 'report', skip: ['fetch', 'diff', 'test'] as const }
  const check = { options, parts: { fetch: bug, diff: bug, generate: bug, test: bug }, context }
  await expect(runCheck(check)).rejects.toThrow('values.map is not a function')
  const report: unknown = JSON.parse(await readFile(join(cwd, 'report', 'check.json'), 'utf8'))
  expect(report).toMatchObject({ exitCode: 70 })
  expect(context.text.stdout).toContain('it ended with exit code 70')
})
