import { afterAll, describe, expect, test } from 'vitest'
import { catalogue } from '../../conformance/index.js'
import { createSandbox, DEFAULT_API_KEY, knownFaults, loadReferenceService } from '../../sandbox/index.js'
import { CodeFolder } from '../conformance/support/code.js'
import { brokenRules, examine, findingLines, planFor } from '../conformance/support/examine.js'
import { alsoBroken, withoutFault } from './expected.js'

const code = new CodeFolder()
afterAll(() => code.remove())

const reference = loadReferenceService()

const examineSandbox = async (faults: readonly string[]) => {
  const app = await createSandbox({ ...(await reference), seed: 7, faults })
  try {
    const specUrl = await app.listen({ host: '127.0.0.1', port: 0 })
    return await examine(await planFor({ specUrl, baseUrl: `${specUrl}/api` }, code), DEFAULT_API_KEY)
  } finally {
    await app.close()
  }
}

test('the faultless sandbox has no findings', async () => {
  const report = await examineSandbox([])
  expect(findingLines(report)).toEqual([])
  expect(report.results.filter(({ state }) => state === 'skipped')).toEqual([])
})

describe('a fault is reported by its rule, by those that the same evidence breaks, and by no other', () => {
  test.concurrent.each(knownFaults.map(({ rule }) => rule))('%s', async (fault) => {
    const report = await examineSandbox([fault])
    const due = [fault, ...Object.keys(alsoBroken[fault] ?? {})].toSorted()
    expect(brokenRules(report), findingLines(report).join('\n')).toEqual(due)
  })
})

test('every rule that is judged has a fault, or a reason why none can exist', () => {
  const judged = catalogue.filter(({ kind }) => kind !== 'open').map(({ id }) => id)
  const covered = [...knownFaults.map(({ rule }) => rule), ...Object.keys(withoutFault)]
  expect(covered.toSorted()).toEqual(judged.toSorted())
})

test('nothing is expected of a fault that does not exist', () => {
  const names = new Set(knownFaults.map(({ rule }) => rule))
  expect(Object.keys(alsoBroken).filter((name) => !names.has(name))).toEqual([])
})
