import { spawn } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Report } from '../../conformance/index.js'
import { isOfDocuments } from '../../conformance/model/document-rules.js'
import { cleanEnv, finished, type Finished, root } from './cli.js'

// `npm start` after the build: every command, with the real command line and the real service.

let demo: Finished
let report: Report

beforeAll(async () => {
  const script = join(root, 'dist', 'scripts', 'demo.js')
  // One stream, as on a terminal: stdout and stderr in the order of writing.
  const args = ['-c', 'exec "$0" "$1" 2>&1', process.execPath, script]
  demo = await finished(spawn('sh', args, { cwd: root, env: cleanEnv(), stdio: 'pipe' }))
  expect(demo.code, demo.stdout).toBe(0)
  report = JSON.parse(
    await readFile(join(root, '.rampart', 'demo', 'report', 'report.json'), 'utf8'),
  ) as Report
})

/** Coverage that our own documents lack, which is not a fault of the service. */
const notThere: Readonly<Record<string, string>> = {
  'versioning/routes': 'the document shows nothing of what the rule is about',
  'answers/write-only': 'no response declares a writeOnly member',
  'errors/api-error': 'no response of this run was about it',
  'customers/new-terms': 'the document has no control such as POST /sandbox/terms',
  'webhooks/abilities-changed': 'the document has no control that changes the rails of a customer',
  'webhooks/transaction-refunded': 'the document has no control such as POST /sandbox/transaction/{…}/refund',
}

/** Rules judged by cases: their results depend on the time of the run. */
const hangsOnTime = (id: string): boolean => isOfDocuments({ id }) && !id.startsWith('answers/')

describe('the demo', () => {
  test('skips no rule, and leaves out none but what our documents do not have', () => {
    const left = report.results.filter(({ state }) => !['passed', 'not-promised'].includes(state))
    const own = left.filter(({ id }) => !hangsOnTime(id))
    for (const { id, version, state, reason } of own)
      expect([id, version, state, reason]).toEqual([id, version, 'not-applicable', notThere[id]])
  })

  test('has nothing to warn of', () => {
    expect(report.warnings).toEqual([])
    expect(demo.stdout).not.toMatch(/warning/)
  })
})
