import { describe, expect, test } from 'vitest'
import { type Report, renderJunit, renderText, selectRules } from '../../conformance/index.js'
import { registry } from '../../payment/index.js'
import { colorsFor } from '../../bin/process/context.js'
import type { Answer } from '../payment/services/call.js'
import { apiKey, type Asked, type Wrong } from '../payment/services/behave.js'
import { startService } from '../payment/services/service.js'
import { documentsFor, examine, examineService, findingLines, planFor } from './support/examine.js'
import { readXml } from './reports/xml.js'
import { numberFor } from '../support/draw.js'
import { rowsOf } from '../support/whole.js'

/** A third of the rules, other ones for each service. */
const rulesFor = (name: string): readonly string[] =>
  selectRules(registry, []).filter((id) => numberFor('hostile', name, id) < 0.33)

const run = (wrong: Wrong, rules: readonly string[]): Promise<Report> =>
  examineService({
    choices: { customer: 'wrapped' },
    wrong,
    plan: { timeoutMs: 1_000, versions: ['2026-08-01'], rules },
  })

const onApi = (change: (answer: Answer, about: Asked) => Answer): Wrong => ({
  answer: (answer, about) => (about.isSpec ? answer : change(answer, about)),
})

const body = (text: string, type = 'application/json'): Wrong =>
  onApi((answer) => ({ ...answer, headers: { ...answer.headers, 'content-type': type }, body: text }))

const requireWhole = (report: Report): void => {
  expect(report.results.length).toBeGreaterThan(30)
  expect(report.results.filter(({ state, reason }) => state === 'skipped' && (reason ?? '') === '')).toEqual(
    [],
  )
  readXml(renderJunit(report))
  expect(renderText(report, colorsFor(false))).toContain('Contract of')
}

describe.concurrent('whatever a service sends, the run ends with a whole report', () => {
  const counts = { status: 0, broken: 0 }

  const bodies: readonly (readonly [string, Wrong])[] = [
    ['null', body('null')],
    ['a list of lists', body('[[[[]]]]')],
    ['objects of nulls', body('{"id":null,"status":null,"fee":null,"items":null}')],
    [
      'lists where objects are due',
      body('{"id":[1],"fee":[],"amount_in":[],"currencies":{},"fiat_deposit":"x"}'),
    ],
    ['nothing', body('')],
    ['deep nesting', body(`${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}`)],
    ['names of prototypes', body('{"__proto__":{"id":1},"constructor":{"id":"c"},"toString":1}')],
    ['half a document', body('{"id":"')],
    ['control characters', body('{"message":"\\u0000\\u001b[2J"} \u0000\u001B')],
    ['a page', body('<!doctype html>', 'text/html')],
    ['an invalid media type', body('{}', ';;;')],
    ['every status in turn', onApi((answer) => ({ ...answer, status: 200 + ((counts.status++ * 7) % 399) }))],
    [
      'redirects to elsewhere',
      onApi((answer) => ({ ...answer, status: 307, headers: { location: 'http://127.0.0.1:1/' } })),
    ],
    [
      'a broken connection now and then',
      onApi((answer) => (counts.broken++ % 5 === 0 ? { ...answer, status: 0 } : answer)),
    ],
  ]
  const typical = new Set(['half a document', 'every status in turn'])

  test.each(rowsOf(bodies, ([name]) => typical.has(name)))('%s', async (name, wrong) =>
    requireWhole(await run(wrong, rulesFor(name))),
  )
})

test.each([
  ['no response came to', 0],
  ['a busy gateway answered', 503],
])('what %s breaks no promise about responses', async (_what, status) => {
  const isOfCase = ({ path }: Asked): boolean => path.startsWith('/terms-and-conditions')
  const gateway = { status, headers: {}, body: '' }
  const service = await startService(
    {},
    onApi((answer, asked) => (isOfCase(asked) ? { ...answer, ...gateway } : answer)),
  )
  try {
    const rules = ['versioning/echo', 'versioning/vary']
    const plan = await planFor(service, {
      timeoutMs: 1_000,
      patienceMs: 300,
      versions: ['2026-08-01'],
      rules,
    })
    const documents = documentsFor(plan, ['get_terms_and_conditions'], apiKey)
    expect(documents.apis.map(({ api }) => api.operations.length)).not.toContain(0)
    expect(findingLines(await examine(plan, apiKey, { documents }))).toEqual([])
  } finally {
    await service.close()
  }
})
