import { existsSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createdWords } from '../../../conformance/index.js'
import { deliver, writeReports } from '../../../bin/reports/write-reports.js'
import { reportOf, resultOf } from '../../conformance/support/make.js'
import { idleContext } from '../../support/context.js'
import { temporaryFolder } from '../../support/folder.js'

test.each<[fates: readonly ('cancelled' | 'gone' | 'refused' | 'kept')[], words: string]>([
  [[], ''],
  [['cancelled'], 'Created: 1 thing, which is deleted again.'],
  [['cancelled', 'gone'], 'Created: 2 things, all of them deleted again.'],
  [['kept'], 'Created: 1 thing, which stays; the report lists it.'],
  [['kept', 'gone'], 'Created: 2 things, 1 of them stays, which the report lists.'],
  [['kept', 'refused'], 'Created: 2 things, all of which stay; the report lists them.'],
])('what became of %j', (fates, words) =>
  expect(createdWords(fates.map((fate) => ({ operation: 'POST /pets', version: '', fate })))).toBe(words),
)

test('why most of them stay', () => {
  const because = (fate: 'refused' | 'kept', why: string) => ({
    operation: 'POST /pets',
    version: '',
    fate,
    why,
  })
  const free = because('kept', 'the document has no DELETE of its path')
  const refused = because('refused', '500')
  expect(createdWords([refused, free, refused])).toContain(
    'Most often because the deletion was answered 500 (2).',
  )
  expect(createdWords([refused])).toMatch(/; the report lists it\. Reason: the deletion was answered 500\.$/)
  expect(createdWords([refused, free, free])).toContain(
    'Most often because the document has no DELETE of its path (2).',
  )
})

test.each([
  ['the summary of a job', 0, true],
  ['no summary beside others that fill it', 1024 * 1024 - 10, false],
])('reports go to a folder of the working directory, and %s to GitHub', async (_, used, isAppended) => {
  const cwd = temporaryFolder()
  const file = join(cwd, 'summary.md')
  writeFileSync(file, '-'.repeat(used))
  const env = { GITHUB_ACTIONS: 'true', GITHUB_STEP_SUMMARY: file }
  const report = reportOf([resultOf({ state: 'failed' })])
  await writeReports(report, { folder: 'reports', prints: 'nothing' }, { ...idleContext, cwd, env })
  expect(existsSync(join(cwd, 'reports/report.json'))).toBe(true)
  expect(statSync(file).size > used).toBe(isAppended)
})

test('the verdict, and what stays on the service, are printed where the reports cannot be written', async () => {
  const cwd = temporaryFolder()
  writeFileSync(join(cwd, 'reports'), 'a file, where the folder is to be')
  let printed = ''
  const print = (text: string): void => void (printed += text)
  const created = [{ operation: 'POST /pets', version: '', fate: 'kept' as const }]
  const report = { ...reportOf([resultOf({ state: 'failed' })]), created }
  const context = { ...idleContext, cwd, stdout: print, stderr: print }
  const delivered = deliver(report, { folder: 'reports', prints: 'text' }, context)
  await expect(delivered).rejects.toThrow(/reports/)
  expect(printed).toMatch(/The contract is broken[^]*Created: 1 thing, which stays/)
})
