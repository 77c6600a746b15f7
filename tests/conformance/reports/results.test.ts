import { describe, expect, test } from 'vitest'
import { verdictOf } from '../../../conformance/index.js'
import { Judgements } from '../../../conformance/coverage/coverage.js'
import { exploreRules } from '../../../conformance/model/document-rules.js'
import type { ExploredDocument } from '../../../conformance/run/document-results.js'
import { exploreReport, exploreResults, exploredOf, runFacts } from './make-explored.js'
import type { Telling } from '../support/make.js'
import { brokenRules } from '../../../conformance/reports/summary/findings.js'
import { createPet, observedOf, pets } from './pets.js'
import { tableIn } from '../../support/table.js'

const tables = tableIn<{
  readonly unjudged: [string, string, Partial<ExploredDocument> & { isUnjudged?: true }, string[]][]
  readonly telling: [string, Telling | undefined, string | undefined][]
  readonly unread: [string, readonly string[]][]
  readonly similar: [string, readonly string[], readonly string[]][]
}>(import.meta.dirname, 'results.yaml')

const report = exploreReport([exploredOf()], runFacts)
const stateOf = (id: string, changes: Parameters<typeof exploredOf>[0] = {}) => {
  const { state, reason, lacks } = exploreResults(exploredOf(changes)).find((one) => one.id === id) ?? {}
  return [state, reason, lacks].filter((one) => one !== undefined)
}

test.each(tables.similar)('findings of one rule with %s', (_case, messages, shown) => {
  const [first] = report.results
  if (!first) throw new Error('a report without a result')
  const of = (more: (at: number) => object): string[] => {
    const findings = messages.map((message, at) => ({ message, occurrences: 1, evidence: [], ...more(at) }))
    const results = [{ ...first, state: 'failed' as const, findings }]
    return brokenRules({ ...report, results }).flatMap((rule) => rule.findings.map((one) => one.message))
  }
  expect(of(() => ({}))).toEqual(shown)
  // Findings that the baseline accepts do not represent others.
  const known = { reason: 'old', expires: '2030-01-01' }
  if (messages.length === 2) expect(of((at) => (at === 0 ? { known } : {}))).toEqual(messages)
  // Causes of what documents promise are known.
  expect(of(() => ({ expected: 'a body' }))).toEqual(messages)
})

test('what is wrong in the same way with several schemas, methods or kinds of things is shown once, with each of them', () => {
  const [first] = report.results
  if (!first) throw new Error('a report without a result')
  const says = 'token must be a string, not null'
  interface Said {
    readonly name: string
    readonly message: string
    readonly at?: string
    readonly isSequence?: true
  }
  const findings = [
    ...['A', 'B'].map((name) => ({ name, message: `GET /${name} 200: ${says}` })),
    {
      name: 'C',
      at: '#/components/schemas/C/properties/page/properties/token',
      // At another depth.
      message: `GET /C 200: items/*/page/${says}`,
    },
    { name: 'P', at: '#/components/schemas/P/prefixItems/1', message: `GET /P 200: ${says}` },
    { name: 'A', at: '#/components/schemas/A/items', message: `GET /A 200: ${says}` },
    { name: 'D', message: 'GET /D 200: token must be a string, not 5' },
    {
      name: 'I',
      at: '#/paths/~1i~1{id}/delete/responses/404/content/text~1json',
      message: `DELETE /i/{id} 404: ${says}`,
    },
    ...['GET /e', 'PUT /e', 'PUT /f'].map((name) => ({ name, message: `${name} answered 500` })),
    ...['/g/{id}', '/h/{id}'].map((name) => ({
      name,
      message: `DELETE ${name} leaves it`,
      isSequence: true as const,
    })),
  ].map(({ name, at: pointer = `#/components/schemas/${name}`, ...said }: Said) => {
    const others = { pointer, expected: 'a body', operations: [name], occurrences: 1, evidence: [] }
    return Object.assign(said, others)
  })
  const [rule] = brokenRules({ ...report, results: [{ ...first, state: 'failed', findings }] })
  expect(rule?.findings.map(({ message, operations }) => [message, operations])).toEqual([
    [`GET /A 200: ${says}; and so with B; token of C; P; DELETE /i/{id} 404`, ['A', 'B', 'C', 'I', 'P']],
    ['GET /D 200: token must be a string, not 5', ['D']],
    ['GET /e answered 500; and so with PUT', ['GET /e', 'PUT /e']],
    ['PUT /f answered 500', ['PUT /f']],
    ['DELETE /g/{id} leaves it; and so with /h/{id}', ['/g/{id}', '/h/{id}']],
  ])
})

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

  test('do not pass where something was seen once, and the run ended before it was seen again', () => {
    const doubt = { message: 'what POST /pets created is gone', expected: '', cause: '', steps: [] }
    expect(stateOf('answers/status', { doubts: [{ ...doubt, rule: 'answers/status' }] })).toEqual([
      'inconclusive',
      'the run ended before it could confirm that what POST /pets created is gone; give it more time with --for',
    ])
    expect(stateOf('answers/status', { doubts: [{ ...doubt, rule: 'answers/body' }] })).toEqual(['passed'])
  })

  test.each(tables.unjudged)(
    'that did not pass say why: %s',
    (_case, id, { isUnjudged, ...changes }, expected) => {
      const nothing = isUnjudged === true && { judgements: new Judgements(), findings: new Map() }
      expect(stateOf(id, { ...changes, ...nothing })).toEqual(expected)
    },
  )

  test.each(tables.telling)('say nothing of the contract after %s', (_case, telling, first) => {
    const judgements = new Judgements()
    const { exchange, ...rest } = observedOf(createPet, telling)
    judgements.add('answers/server-error', { exchange, ...rest, case: { ...rest.case, expectation: 'open' } })
    judgements.add('answers/server-error', { exchange, ...rest })
    const results = exploreResults(exploredOf({ judgements }))
    if (first === undefined) return expect(results.map(({ state }) => state)).toContain('failed')
    for (const { state, reason, cause, findings } of results)
      expect([state, reason, cause, findings]).toEqual([
        'inconclusive',
        `no request succeeded: ${first}`,
        exchange,
        [],
      ])
    expect(verdictOf(exploreReport([exploredOf({ judgements })], runFacts)).state).toBe('incomplete')
  })

  test('say that credentials are refused where most operations say so, whatever came first', () => {
    const judgements = new Judgements()
    for (const telling of [
      { status: 302, body: '' },
      { status: 403, body: '' },
      { status: 404, body: '' },
    ])
      judgements.add('answers/status', observedOf(createPet, telling))
    const reasonOf = (turnedAway: number) => exploreResults(exploredOf({ judgements, turnedAway }))[0]?.reason
    expect([3, 1].map(reasonOf)).toEqual([
      'no request succeeded, and 3 operations turned the run away: the first response was 403',
      'no request succeeded: the first response was 302',
    ])
  })

  test.each<[string, Telling]>([
    ['a login page without a media type', { status: 200, headers: [['content-type', 'text/html']] }],
    ['a redirection to a login', { status: 302 }],
  ])('say nothing where `default` is all that is declared: %s', (_case, telling) => {
    const [shape] = Object.values(createPet.responses)
    const responses = shape && { default: { ...shape, content: {} } }
    const judgements = new Judgements()
    judgements.add(
      'answers/server-error',
      observedOf({ ...createPet, ...(responses && { responses }) }, telling),
    )
    expect(judgements.unserved?.response.status).toBe(telling.status)
  })

  // Unreadable parts, and the rules that they limit. The responses were 201 and 500 to POST /pets, and 401 to GET
  // /pets.
  test.each(tables.unread)('are inconclusive where %s could not be read', (pointer, rules) => {
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
      { file: 'api/openapi.yaml', line: 11 },
      { file: 'api/openapi.yaml', line: 33 },
      { file: 'api/openapi.yaml', line: 19 },
    ])
  })

  test('have no line in a document of one line', () => {
    let reads = 0
    const linesOf = (pointers: Iterable<string>) => {
      reads++
      return new Map([...pointers].map((pointer) => [pointer, 1]))
    }
    const source = { name: 'http://127.0.0.1/openapi.json', isUnversioned: true, linesOf }
    const failed = exploreResults(exploredOf({ source })).find(({ state }) => state === 'failed')
    expect(failed?.findings[0]?.location).toEqual({ file: 'http://127.0.0.1/openapi.json' })
    // The text of a document may have megabytes, so it is searched once for all rules.
    expect(reads).toBe(1)
  })
})
