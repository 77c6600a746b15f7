import { expect, test } from 'vitest'

import { createSandbox, defaultApiKey, loadReferenceService } from '../../sandbox/index.js'
import { examine, findingLines, planFor } from '../conformance/support/examine.js'

/** Reasons why rules are not judged on the sandbox: the account, or an identification before the signing. */
const known =
  /is not shown; give a JSON Patch|it needs a receiver of webhooks|has to sign its terms before it is identified/

test.each(['first', 'other'] as const)(
  'the suite is silent on the sandbox with its %s readings',
  async (reading) => {
    const app = await createSandbox({ ...(await loadReferenceService()), seed: 11, reading })
    try {
      const specUrl = await app.listen({ host: '127.0.0.1', port: 0 })
      const plan = await planFor({ specUrl, baseUrl: `${specUrl}/api` })
      const report = await examine(plan, defaultApiKey)
      expect(findingLines(report)).toEqual([])
      const skipped = report.results.filter(({ state }) => state === 'skipped')
      expect(skipped.filter(({ reason = '' }) => !known.test(reason))).toEqual([])
    } finally {
      await app.close()
    }
  },
)
