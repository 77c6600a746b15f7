import { afterAll, describe, expect, test } from 'vitest'
import { wrongs } from './services/wrongs.js'
import { apiKey } from './services/behave.js'
import { startService } from './services/service.js'
import { CodeFolder } from './support/code.js'
import { brokenRules, examine, findingLines, planFor } from './support/examine.js'

const code = new CodeFolder()
afterAll(() => code.remove())

/** Documents may say less than the specification: that is a warning, and no fault of these services. */
const saysLess = new Set(['documents/shown', 'quote/document-shown'])

describe('a service that breaks a promise is reported under its rule, sandbox controls or not', () => {
  test.each(Object.entries(wrongs))('%s', async (_name, { breaks, choices, wrong }) => {
    const service = await startService(choices, wrong)
    try {
      const report = await examine(await planFor(service, code), apiKey)
      const broken = brokenRules(report).filter((rule) => !saysLess.has(rule))
      expect(broken, findingLines(report).join('\n')).toEqual(breaks)
    } finally {
      await service.close()
    }
  })
})
