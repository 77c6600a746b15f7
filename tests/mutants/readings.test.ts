import { expect, test } from 'vitest'

import type { Report } from '../../conformance/index.js'
import { createSandbox, defaultApiKey, loadReferenceService } from '../../sandbox/index.js'
import { examine, findingLines, planFor } from '../conformance/support/examine.js'
import { rowsOf } from '../support/whole.js'
import { examineSandbox } from './examine.js'

/** Reasons why rules are not judged on the sandbox: the account, or an identification before the signing. */
const known =
  /is not shown; give a JSON Patch|it needs a receiver of webhooks|has to sign its terms before it is identified/

const examineOther = async (): Promise<Report> => {
  const app = await createSandbox({ ...(await loadReferenceService()), seed: 11, reading: 'other' })
  try {
    const specUrl = await app.listen({ host: '127.0.0.1', port: 0 })
    return await examine(await planFor({ specUrl, baseUrl: `${specUrl}/api` }), defaultApiKey)
  } finally {
    await app.close()
  }
}

// The first readings are those of every run on the sandbox.
const readings = [
  ['first', () => examineSandbox([])],
  ['other', examineOther],
] as const

test.each(rowsOf(readings, ([name]) => name === 'other'))(
  'the suite is silent on the sandbox with its %s readings',
  async (_, report) => {
    const found = await report()
    expect(findingLines(found)).toEqual([])
    const skipped = found.results.filter(({ state }) => state === 'skipped')
    expect(skipped.filter(({ reason = '' }) => !known.test(reason))).toEqual([])
  },
)
