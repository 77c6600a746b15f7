import { readFileSync } from 'node:fs'
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { describe, expect, test } from 'vitest'
import { renderJson, renderText, requestCount, verdictOf } from '../../../conformance/index.js'
import { Judgements } from '../../../conformance/coverage/index.js'
import { exploreRules } from '../../../conformance/model/document-rules.js'
import { noPaint } from '../../../reporting/index.js'
import { exploreReport, exploreResults, exploredOf, petFindings, runFacts } from './make-explored.js'
import type { Telling } from '../support/make.js'
import { createPet, observedOf, pets } from './pets.js'

const ajv = new Ajv2020({ strict: false, allErrors: true })
addFormats.default(ajv)
const schema = new URL('../../../conformance/reports/report.schema.json', import.meta.url)
const validate = ajv.compile(JSON.parse(readFileSync(schema, 'utf8')) as object)

const report = exploreReport([exploredOf()], runFacts)
const stateOf = (id: string, changes: Parameters<typeof exploredOf>[0] = {}) => {
  const { state, reason, lacks } = exploreResults(exploredOf(changes)).find((one) => one.id === id) ?? {}
  return [state, reason, lacks].filter((one) => one !== undefined)
}

describe('results', () => {
  test('are of every rule, each once; of versions only where there are several', () => {
    const about = Object.keys(exploreRules).filter((id) => !id.startsWith('versions/'))
    expect(report.results.map(({ id }) => id)).toEqual(about)
  })

  test('fail where there is a finding, and pass only where an answer was judged', () => {
    const passed = report.results.filter(({ state }) => state === 'passed').map(({ id }) => id)
    expect(passed).toEqual(['answers/status'])
    expect(stateOf('answers/server-error')).toEqual(['failed'])
    expect(stateOf('answers/status', { judgements: new Judgements() })[0]).not.toBe('passed')
  })

  test.each<[string, string, Parameters<typeof exploredOf>[0], readonly string[]]>([
    ['no link', 'state/links', {}, ['not-applicable', 'no response declares a link']],
    [
      'no leave to write',
      'state/gone',
      { settings: { allowWrites: false, allowDestructive: false } },
      ['skipped', 'it creates data; pass --allow-writes', 'writes'],
    ],
    [
      'nothing to send',
      'answers/status',
      { requests: requestCount(0), judgements: new Judgements(), findings: [], isTimeUp: false },
      ['inconclusive', 'no request was sent'],
    ],
    [
      'no time to send anything',
      'answers/status',
      { requests: requestCount(0), judgements: new Judgements(), findings: [] },
      ['skipped', 'the time was up before a request was sent', 'time'],
    ],
    ['no time', 'state/paging', {}, ['skipped', 'the time was up before a response was about it', 'time']],
    [
      'cases left, and time left',
      'state/paging',
      { isTimeUp: false },
      ['not-applicable', 'no response of this run was about it'],
    ],
    [
      'nothing left to do',
      'state/paging',
      { isSequenced: true },
      ['not-applicable', 'no response of this run was about it'],
    ],
    [
      'a service that went away',
      'state/paging',
      { gone: { reason: 'ECONNREFUSED', servedAt: 0 } },
      ['inconclusive', 'ECONNREFUSED'],
    ],
    [
      'no answer at all',
      'state/paging',
      { requests: requestCount(3, 0) },
      ['inconclusive', 'no request was answered'],
    ],
  ])('that no answer was judged by say why: %s', (_case, id, changes, expected) => {
    expect(stateOf(id, changes)).toEqual(expected)
  })

  test.each<[string, Telling | undefined, string | undefined]>([
    ['a refusal of every request', { status: 401, body: '"no key"' }, 'the first response was 401 "no key"'],
    ['an outage', { status: 503, body: '' }, 'the first response was 503'],
    [
      'a login page',
      { status: 200, body: '<p>', headers: [['content-type', 'text/html']] },
      'the first response was 200 <p>',
    ],
    ['no response', { status: 0, body: 'ECONNRESET' }, 'the first request had no response: ECONNRESET'],
    ['a success', { status: 201, body: '{}' }, undefined],
  ])('say nothing of the contract after %s', (_case, telling, first) => {
    const judgements = new Judgements()
    const { exchange, ...rest } = observedOf(createPet, telling)
    judgements.add('answers/server-error', { exchange, ...rest, case: { ...rest.case, expectation: 'open' } })
    judgements.add('answers/server-error', { exchange, ...rest })
    const results = exploreResults(exploredOf({ judgements }))
    if (first === undefined) return expect(results.map(({ state }) => state)).toContain('failed')
    for (const { state, reason, cause, findings } of results)
      expect([state, reason, cause, findings]).toEqual([
        'inconclusive',
        `nothing was carried out: ${first}`,
        exchange,
        [],
      ])
    expect(verdictOf(exploreReport([exploredOf({ judgements })], runFacts)).state).toBe('incomplete')
  })

  // Parts that could not be read, and the rules that say less for it: POST /pets was answered 201 and 500, GET /pets 401.
  const created = '#/paths/~1pets/post/responses/201'
  test.each<[string, readonly string[]]>([
    [`${created}/content/application~1json/schema`, ['answers/media-type', 'answers/format']],
    ['#/components/schemas/Person/properties/name', ['answers/media-type', 'answers/format']],
    [`${created}/headers/X-Total`, ['answers/headers']],
    [`${created}/links/next`, ['state/links']],
    ['#/paths/~1pets/post/responses/4XX/content', []],
    ['#/paths/~1pets~1{petId}/delete/responses/204/content', []],
    [
      '#/paths/~1pets/parameters/0',
      [
        'requests/valid-accepted',
        'requests/stricter-than-documented',
        'requests/invalid-refused',
        'requests/lenient',
      ],
    ],
    ['#/components/securitySchemes/key', ['security/required', 'security/made-up']],
    ['#/paths/~1pets/query', ['answers/status']],
  ])('are inconclusive where %s could not be read', (pointer, rules) => {
    const schema = { $ref: '#/components/schemas/Pet' }
    const content = { 'application/json': { schema } }
    const paths = { '/pets': { post: { responses: { '201': { content, headers: {} }, '4XX': {} } } } }
    const unread = [{ pointer, message: 'it leads nowhere' }]
    const api = { ...pets, document: { ...pets.document, paths }, unread }
    const open = exploreResults(exploredOf({ api })).filter(({ state }) => state === 'inconclusive')
    expect(open.map(({ id }) => id)).toEqual(rules)
    for (const { reason } of open)
      expect(reason).toBe(`${pointer} of the document could not be read: it leads nowhere`)
  })

  test('have the line of the promise, or that of what holds it', () => {
    const lines = report.results.flatMap(({ findings }) => findings.map(({ location }) => location))
    expect(lines).toEqual([
      { file: 'api/openapi.yaml', line: 10 },
      { file: 'api/openapi.yaml', line: 22 },
      { file: 'api/openapi.yaml', line: 14 },
    ])
  })

  test('have no line in a document of one line', () => {
    const linesOf = (pointers: Iterable<string>) => new Map([...pointers].map((pointer) => [pointer, 1]))
    const source = { name: 'http://127.0.0.1/openapi.json', isUnversioned: true, linesOf }
    const failed = exploreResults(exploredOf({ source })).find(({ state }) => state === 'failed')
    expect(failed?.findings[0]?.location).toEqual({ file: 'http://127.0.0.1/openapi.json' })
  })
})

describe('the report', () => {
  test('is valid under its schema, and holds no secret', () => {
    validate(JSON.parse(renderJson(report)))
    expect(validate.errors ?? []).toEqual([])
    expect(renderJson(report)).not.toContain('very-secret')
  })

  test('of dated documents has no name for a date', () => {
    const [first] = report.versions
    validate(
      JSON.parse(renderJson({ ...report, unversioned: undefined, versions: first ? [first] : [] } as never)),
    )
    expect(validate.errors?.length).toBeGreaterThan(0)
  })
})

describe('the text', () => {
  const text = renderText(report, noPaint)

  test('has first what is broken, each with its fix', () => {
    expect(text).toContain(`2 findings:

  ✕ POST /pets is answered 500 for kind "dog" [answers/server-error]
     shown by   2 operations: POST /pets, GET /pets; seen 12 times
     came       POST /pets -> 500 Traceback: "Bearer [redacted]"
     expected   A status that the operation declares: 201 or 4XX.
     promised   api/openapi.yaml:10 #/paths/~1pets/post
     again      curl`)
    expect(text.indexOf('1 warning:')).toBeGreaterThan(text.indexOf('2 findings:'))
    expect(text.indexOf('Reached:')).toBeGreaterThan(text.indexOf('1 warning:'))
  })

  test('has one finding of each rule before the second of any', () => {
    const [first] = petFindings
    const again = (message: string) => ({
      rule: 'answers/server-error' as const,
      finding: { ...first!.finding, message },
    })
    const findings = [again('again'), again('more'), ...petFindings]
    const shown = renderText(exploreReport([exploredOf({ findings })], runFacts), noPaint)
    expect([...shown.matchAll(/✕ .*\[(.*)\]/g)].map(([, rule]) => rule)).toEqual([
      'answers/server-error',
      'answers/body',
      'answers/server-error',
      'answers/server-error',
    ])
  })

  test('ends with the verdict and what more time would buy', () => {
    expect(text.trimEnd().split('\n').slice(-4)).toEqual([
      '1 document: api/openapi.yaml (Pets, 4 operations)',
      '640 requests sent, 640 answered, 0 unanswered, in 5.4 s.',
      expect.stringMatching(/^The contract is broken: 2 of \d+ rules failed, 2 findings, with 1 warning\.$/),
      'More time would buy 120 planned requests of 3 operations; 6 variations of parameters and 1 enumerated value of requests were not reached.',
    ])
  })

  test('says what was not reached within a hundred columns', () => {
    const missing = Array.from({ length: 50 }, (_, index) => `GET /pets/{petId}/visits: query sort-${index}`)
    const parameters = {
      reached: 20,
      of: 100,
      missing: ['without a body of a very long name '.repeat(9), ...missing],
    }
    const values = { reached: 20, of: 100, missing }
    const wide = report.coverage?.map((one) => ({ ...one, parameters, values })) ?? []
    const lines = renderText({ ...report, coverage: wide }, noPaint).split('\n')
    const reached = lines.slice(lines.indexOf('Reached:'), -5)
    expect(reached.filter((line) => line.length > 100)).toEqual([])
    expect(reached.filter((line) => line.endsWith('; and 79 more'))).toHaveLength(2)
  })

  test('speaks of no version', () => {
    expect(text).not.toMatch(/@openapi|X-API-Version|\d{4}-\d\d-\d\d|mint/)
  })

  test('shows the steps of a sequence by the last one, which shows it', () => {
    expect(text).toMatch(
      /what was created cannot be read \[state\/readable\]\n {5}came {7}GET \/pets\/7 -> 404/,
    )
  })

  test('of dated documents has a line for each', () => {
    const dated = ['2026-01-01', '2026-02-01'].map((version) =>
      exploredOf({
        api: { ...pets, version },
        source: { name: `${version}.yaml`, isUnversioned: false },
      }),
    )
    const several = renderText(exploreReport(dated, runFacts), noPaint)
    expect(several).toContain('[answers/server-error 2026-01-01, 2026-02-01]')
    expect(several).toMatch(/\n {2}2026-01-01 +2 /)
    expect(several).toContain('answers/undeclared-refusal@2026-01-01')
  })
})
