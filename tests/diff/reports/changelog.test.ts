import { describe, expect, test } from 'vitest'
import { mintingPolicy } from '../../../diff/policy/minting.js'
import { textsLine } from '../../../diff/reports/changelog/entries.js'
import { diffDocuments, firstRelease, releaseOf, renderChangelog } from '../../../diff/index.js'
import { documentOf } from '../../specs/documents.js'
import { changeOf, reportOf, sideOf } from '../make.js'

const section = { kind: 'act', title: 'To act on', groups: [] } as const

const hostile =
  '::error::a\r\n::error::b\n</ul><script>alert(1)</script> ##[error]x [a](https://evil.example) `b'

const between = (from: string, to: string) => {
  const documents = { from: { document: documentOf(from) }, to: { document: documentOf(to) } }
  const report = reportOf(diffDocuments(documents.from, documents.to), { from: sideOf(from), to: sideOf(to) })
  return releaseOf(report, documents, { row: mintingPolicy.table?.[to] ?? [] })
}

describe('of the reference service', () => {
  const first = firstRelease('2025-03-13', documentOf('2025-03-13'), { isDefault: true })
  const releases = [between('2026-07-01', '2026-08-01'), between('2025-03-13', '2026-07-01'), first]
  const markdown = renderChangelog('Changelog of payments', releases, 'markdown')

  const summary = 'The first version, without an earlier one to compare with. It has 72 operations.'
  const act =
    '- Property `industry` of `SolePropBusinessDetails` became required in requests (`post /customers/{id}/identifications/v2`). **Send `industry` always: it is required in the request now.**'

  test('the newest version comes first, the default one is marked, the first says that it is', () => {
    const headings = ['# Changelog of payments', '## 2026-08-01', '## 2026-07-01', '## 2025-03-13 (default)']
    expect(markdown.match(/^##? .*$/gm)).toEqual(headings)
    expect(markdown).toContain(summary)
  })

  test('what the service announced is quoted, and what is to be acted on comes first, with what to do', () => {
    expect(markdown).toContain('- customers are created in SigningsRequired\n')
    expect(markdown).toContain(String.raw`- deposit\_rails can include a FedNow member`)
    expect(markdown).toContain('Changes since 2026-07-01: 2 to act on, 1 removed and 1 to check.')
    expect(markdown).toContain(act)
  })

  test.each(['html', 'json'] as const)('as %s it says the same', (format) => {
    const page = renderChangelog('Changelog of payments', releases, format)
    const words = [
      '2025-03-13',
      'customers are created in SigningsRequired',
      'it is required in the request now',
    ]
    expect(words.filter((one) => !page.includes(one))).toEqual([])
  })
})

test.each([
  ['no texts', { texts: 0, sections: [section] }, []],
  [
    'one text',
    { texts: 1, sections: [section] },
    ['Besides, 1 text (descriptions, examples and the like) changed.'],
  ],
  // The lead says it then.
  ['texts alone', { texts: 2, sections: [] }, []],
])('beside the changes of a version stand %s', (_name, own, lines) => {
  expect(textsLine({ name: '1', since: '0', isDefault: false, announced: [], ...own })).toEqual(lines)
})

test('the table of one service is not quoted for another that has the same date', () => {
  const other = { openapi: '3.1.0', paths: { '/pets': { get: { summary: 'List pets' } } } }
  const { announced } = firstRelease('2026-08-01', other, { row: mintingPolicy.table?.['2026-08-01'] ?? [] })
  expect(announced).toEqual([])
})

test('a new operation is told with its summary, below its tag; what concerns many tags is last', () => {
  const tagged = ['Cats', 'Dogs', 'Aardvarks'].map((tag) => [`/${tag[0]?.toLowerCase()}`, tag] as const)
  const paths = tagged.map(
    ([path, tag]) => [path, { get: { tags: [tag], summary: `List ${tag}.` } }] as const,
  )
  const to = { paths: Object.fromEntries(paths) }
  const added = (path: string) =>
    changeOf('operation-added', {
      sentence: `Operation \`get ${path}\` was added.`,
      uses: [{ operation: `get ${path}`, within: '' }],
    })
  const uses = tagged.map(([path]) => ({ operation: `get ${path}`, within: '' }))
  const shared = changeOf('response-header-added', { sentence: 'Response header `x` was added.', uses })
  const report = reportOf([shared, added('/d'), added('/c')])
  const context = { from: { document: {} }, to: { document: to } }
  const lines = renderChangelog('x', [releaseOf(report, context)], 'markdown').split('\n')
  expect(lines.filter((line) => /^(####|-) /.test(line))).toEqual([
    '#### Cats',
    '- Operation `get /c` was added: List Cats.',
    '#### Dogs',
    '- Operation `get /d` was added: List Dogs.',
    '#### Across the API',
    '- Response header `x` was added (`get /c`, `get /d`, `get /a`).',
  ])
})

test('operations of OpenAPI 3.2 are counted and described like others', () => {
  const operation = (tag: string, summary: string) => ({ tags: [tag], summary, responses: {} })
  const methods = {
    get: {},
    query: operation('Cats', 'Ask'),
    additionalOperations: { COPY: operation('Dogs', 'Copy') },
  }
  const document = { openapi: '3.2.0', info: { title: 'x', version: '1' }, paths: { '/a': methods } }
  const row = [{ says: 'copies are faster', operations: ['COPY /a'] }]
  const older = { ...document, paths: {} }
  const report = reportOf(diffDocuments({ document: older }, { document }))
  const release = releaseOf(report, { from: { document: older }, to: { document } }, { row })
  expect(release.operations).toBe(3)
  expect(release.announced).toEqual(['copies are faster'])
  expect(firstRelease('1', document).operations).toBe(3)
  const groups = release.sections.flatMap((section) => section.groups)
  expect(groups.map(({ name, entries }) => [name, entries[0]?.detail])).toEqual([
    ['/a', undefined],
    ['Cats', 'Ask'],
    ['Dogs', 'Copy'],
  ])
})

test('a changelog says "also" where a text names an operation of any method', () => {
  const uses = ['query /a', 'post /b'].map((operation) => ({ operation, within: '' }))
  const change = changeOf('parameter-deprecated', {
    sentence: 'Parameter `b` of `query /a` was deprecated.',
    uses,
  })
  const text = renderChangelog('x', [releaseOf(reportOf([change]))], 'markdown')
  expect(text).toContain('(also `post /b`)')
})

describe.each(['markdown', 'html', 'json'] as const)('what a document holds stays text in %s', (format) => {
  const sentence = `Operation \`${hostile.replaceAll('`', "'")}\` was added.`
  const uses = [{ operation: hostile, within: hostile }]
  const change = changeOf('operation-added', { sentence, guess: hostile, uses })
  const page = renderChangelog(hostile, [releaseOf(reportOf([change])), firstRelease(hostile, {})], format)

  test('no command of a log, and no markup but our own', () => {
    expect(page).not.toContain('##[')
    if (format !== 'html') expect(page).not.toMatch(/^\s*::/m)
    if (format === 'html') expect(page).not.toContain('<script')
    const outside = page.replaceAll(/(?<!\\)(`+)(?!`)[^\n]*?(?<!`)\1(?!`)/g, '')
    if (format === 'markdown') expect(outside).not.toMatch(/<script|(?<!\\)\]\(/)
  })
})
