import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Report, verdictOf } from '../../../conformance/index.js'
import { createSandbox, defaultApiKey, loadReferenceService } from '../../../sandbox/index.js'
import { dyingService, type Failure, failures } from '../../support/dying.js'
import { rowsOf } from '../../support/whole.js'
import { documentsOf, examine, planFor } from '../support/examine.js'

/** One sandbox, and its documents, for all runs: what they create is their own. */
let target = ''
let published: ReturnType<typeof documentsOf>
let app: Awaited<ReturnType<typeof createSandbox>>

beforeAll(async () => {
  app = await createSandbox({ ...(await loadReferenceService()), seed: 7 })
  target = await app.listen({ host: '127.0.0.1', port: 0 })
  published = documentsOf(target)
})
afterAll(() => app.close())

/** One failure of each kind: a missing, endless or too large response, a refusal, and an error. */
const typical = new Set([
  'resets',
  'hangs',
  'sends a bomb',
  'refuses the key',
  'answers 500',
  'limits the rate for ever',
])
const names = rowsOf(Object.keys(failures), (name) => typical.has(name))

const failureNamed = (name: string): Failure => failures[name] ?? expect.fail(`no failure is named ${name}`)

/** The report on a service that dies, with waits short enough for a test. */
const reportOn = async (
  name: string,
  isDue: Parameters<typeof dyingService>[2],
  rules?: readonly string[],
  patienceMs = 300,
): Promise<{ readonly report: Report; readonly asked: number }> => {
  const { origin, asked } = await dyingService(target, failureNamed(name), isDue)
  const limits = { timeoutMs: 1_000, patienceMs, versions: ['2026-08-01'] }
  const address = { specUrl: origin, baseUrl: `${origin}/api` }
  const plan = await planFor(address, { ...limits, ...(rules && { rules }) }, published)
  return { report: await examine(plan, defaultApiKey), asked: asked() }
}

const isOfTerms = (path: string): boolean => path.startsWith('/api/terms-and-conditions')

/** Rules that passed although none of their requests got a response. */
const passedInVain = ({ results }: Report): string[] =>
  results
    .filter(({ state, requests }) => state === 'passed' && requests.sent > 0 && requests.answered === 0)
    .map(({ id }) => id)

describe('a service that dies is never a contract that holds', () => {
  test('and it is not asked hundreds of times in vain', async () => {
    const { report, asked } = await reportOn('resets', (_, count) => count > 40)
    expect(verdictOf(report).state).toBe('incomplete')
    expect(passedInVain(report)).toEqual([])
    expect(asked).toBeLessThan(40 + 60)
  })

  test('and one that comes back leaves a warning', async () => {
    const isDown = (_path: string, count: number): boolean => count > 4 && count <= 10
    const { report } = await reportOn(
      'resets',
      isDown,
      ['terms/items', 'terms/by-country', 'versioning/echo', 'authentication/key-required'],
      5_000,
    )
    expect(report.warnings).toContainEqual({
      code: 'service-interrupted',
      message: expect.stringMatching(
        /^the service was down for \d\.\d s \([A-Z]+ http.*; answered last: [A-Z]+ http.*\)/,
      ),
    })
    expect(verdictOf(report).state).not.toBe('broken')
  })

  test.each(names)('when one path alone fails: it %s', async (name) => {
    const rules = ['terms/items', 'terms/country-required', 'versioning/supported']
    const { report } = await reportOn(name, isOfTerms, rules)
    const states = Object.fromEntries(report.results.map(({ id, state }) => [id, state]))
    expect(verdictOf(report).state).not.toBe('holds')
    expect(states['terms/items']).not.toBe('passed')
    // The refusal of a missing parameter is not promised, so that of the key is right too.
    if (!/^(refuses|forbids|finds)/.test(name)) expect(states['terms/country-required']).not.toBe('passed')
  })

  test('when unknown versions alone get no answer', async () => {
    const isUnknown: Parameters<typeof dyingService>[2] = (_path, _count, { headers }) =>
      headers['x-api-version'] !== undefined && headers['x-api-version'] !== '2026-08-01'
    const { report } = await reportOn('resets', isUnknown, ['versioning/unknown-version', 'terms/items'])
    expect(report.results.map(({ id, state }) => [id, state])).toEqual([
      ['versioning/unknown-version', 'inconclusive'],
      ['terms/items', 'passed'],
    ])
  })
})
