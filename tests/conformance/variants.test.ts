import { afterAll, describe, expect, test } from 'vitest'
import type { Report } from '../../conformance/index.js'
import { variants } from './services/choices.js'
import { apiKey, startService } from './services/service.js'
import { CodeFolder } from './support/code.js'
import { examine, findingLines, planFor } from './support/examine.js'

const code = new CodeFolder()
afterAll(() => code.remove())

const report = async (choices: (typeof variants)[string]): Promise<Report> => {
  const service = await startService(choices)
  try {
    return await examine(await planFor(service, code), apiKey)
  } finally {
    await service.close()
  }
}

describe('a correct service has no findings, whatever it chose where the specification is silent', () => {
  test.each(Object.entries(variants))('%s', async (_name, choices) => {
    const result = await report(choices)
    expect(findingLines(result)).toEqual([])
  })
})
