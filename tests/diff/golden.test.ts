import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import {
  behavioursBetween,
  catalogue,
  type DiffReport,
  diffDocuments,
  type LocatedChange,
  makeReport,
  makeUpgrade,
  mintingPolicy,
  releaseOf,
  renderChangelog,
  renderDiff,
  renderUpgradeMarkdown,
} from '../../diff/index.js'
import { adviceOf } from '../../diff/catalogue/index.js'
import { excerptOf } from '../../diff/reports/summary/excerpt.js'
import { changeOf, sideOf } from './make.js'
import { documentOf, settings } from './support/documents.js'
import { documentRows, operationRows, schemaRows } from './support/tables.js'

// All changes of the rows of the tables, and one report in each format. When a change of these files is meant: npx
// vitest run tests/diff/golden.test.ts -u

const golden = (name: string): string => join(import.meta.dirname, 'golden', `${name}.txt`)

const payload = settings[1]
const ofSchema = (schema: unknown): object => documentOf(payload?.build(schema) ?? {})
const ofOperation = (operation: object): object => documentOf({ paths: { '/a': { get: operation } } })

const said = (from: object, to: object): string[] =>
  diffDocuments({ document: from }, { document: to }).flatMap((change) =>
    [
      `  ${change.id}: ${change.sentence}`,
      `    ${change.from?.pointer} -> ${change.to?.pointer} ${JSON.stringify([change.before, change.after])}`,
      `    ${change.uses.map(({ operation, within }) => `${operation}: ${within}`).join('; ')}`,
      `    ${adviceOf(change) ?? 'no advice'}`,
    ].concat(
      change.guess ?? [],
      excerptOf(from, to, change).map((line) => `    |${line}`),
    ),
  )

const bothWays = (rows: readonly (readonly [from: object, to: object])[]): string =>
  rows
    .flatMap(([from, to], index) => [`${index}`, ...said(from, to), `${index} back`, ...said(to, from)])
    .join('\n')

test.each([
  ['schemas', schemaRows.map(([from, to]) => [ofSchema(from), ofSchema(to)] as const)],
  ['operations', operationRows.map(([from, to]) => [ofOperation(from), ofOperation(to)] as const)],
  ['documents', documentRows.map(([from, to]) => [documentOf(from), documentOf(to)] as const)],
])('what is said of the rows of %s', async (name, rows) => {
  await expect(`${bothWays(rows)}\n`).toMatchFileSnapshot(golden(name))
})

/** A document with some rows of each table, each under a path of its own. */
const document = (side: 0 | 1): Readonly<Record<string, unknown>> => {
  const drawn = <Row>(rows: readonly Row[], every: number): Row[] =>
    rows.filter((_row, index) => index % every === 0)
  const tags = ['Pets', 'Shops', 'Owners']
  const schemas = drawn(schemaRows, 5).map(({ [side]: schema }, index) => {
    const content = { 'application/json': { schema } }
    const responses = { '200': { description: 'Fine.', content } }
    const operation = {
      summary: `Take ${index}.`,
      tags: [tags[index % 4]],
      requestBody: { content },
      responses,
    }
    return [`/api/v1/${index % 7 === 0 ? 'shops' : 'pets'}/{id}/s${index}`, { post: operation }] as const
  })
  const operations = drawn(operationRows, 4).map(
    ({ [side]: operation }, index) => [`/api/v1/owners/o${index}`, { get: operation }] as const,
  )
  return { ...documentOf({ paths: Object.fromEntries([...schemas, ...operations]) }) }
}

const documents = [document(0), document(1)] as const
const changes = diffDocuments({ document: documents[0] }, { document: documents[1] }).map(
  (change, index): LocatedChange =>
    Object.assign(
      {},
      change,
      change.from && { from: Object.assign({}, change.from, index % 3 !== 0 && { line: index + 1 }) },
      change.to && { to: Object.assign({}, change.to, index % 2 === 0 && { line: index + 2 }) },
      !change.to && index % 2 === 0 && { near: { pointer: '#/paths', line: 5 } },
    ),
)
const fingerprints = changes.map(({ fingerprint }) => fingerprint)
const [first = '', second = '', third = ''] = fingerprints
const allowList = {
  allowVersion: 1,
  changes: [
    { fingerprint: first, reason: 'Nobody reads it.', expires: '2027-01-01' },
    { fingerprint: second, reason: 'Too late.', expires: '2026-01-01', change: 'A change.' },
    { fingerprint: 'f'.repeat(16), reason: 'Gone.', expires: '2027-01-01' },
  ],
} as const

const line = { file: 'src/a.ts', line: 3, column: 7, code: '  pet.name', changes: [first] }
const lines = [
  { ...line, kind: 'error', message: 'no name', changes: fingerprints.slice(0, 40) },
  { ...line, line: 4, kind: 'error', message: 'no cause', changes: [] },
  { ...line, line: 9, kind: 'new' },
  ...[1, 2, 3, 4].map((at) =>
    Object.assign({}, line, {
      file: 'src/b.ts',
      line: at,
      kind: 'mention' as const,
      changes: [second, third],
    }),
  ),
] as const

const impact = {
  folder: 'app',
  imports: 'older',
  filesRead: 4,
  lines,
  notes: ['another compiler'],
  ownErrors: { count: 2, first: [{ file: 'src/c.ts', line: 1, column: 2, message: 'wrong' }] },
} as const

const report: DiffReport = {
  ...makeReport({
    from: sideOf('2026-07-01'),
    to: sideOf('2026-07-01', { sha256: 'b'.repeat(64) }),
    changes,
    refusals: [
      [
        'old.json',
        [{ code: 'DOCUMENT_INVALID', severity: 'error', message: 'is wrong', where: { pointer: '#/a' } }],
      ],
      ['new.json', []],
    ],
    policy: mintingPolicy,
    allowList,
    today: '2026-11-20',
    tool: '0.1.0',
  }),
  impact,
}

const context = {
  from: { document: documents[0], href: '../old.json' },
  to: { document: documents[1] },
}
const marked = (mark: string) => (text: string) => `<${mark}>${text}</${mark}>`
const paint = {
  bold: marked('b'),
  dim: marked('dim'),
  green: marked('green'),
  red: marked('red'),
  yellow: marked('yellow'),
}

/** SARIF with a line for each rule and each result. */
const rowsOf = (text: string, format: string): string => {
  if (format !== 'sarif') return text
  const [run] = (JSON.parse(text) as { runs: readonly [Readonly<Record<string, unknown>>] }).runs
  const { tool, results, ...rest } = run as { tool: { driver: { rules: unknown[] } }; results: unknown[] }
  const rows = [rest, { ...tool.driver, rules: [] }, ...tool.driver.rules, ...results]
  return `${rows.map((row) => JSON.stringify(row)).join('\n')}\n`
}

describe('one report', () => {
  test.each(['text', 'markdown', 'github-comment', 'json', 'sarif', 'github'] as const)(
    'as %s',
    async (format) => {
      const text = rowsOf(renderDiff(report, format, { paint, isLong: false }, context), format)
      const long = format === 'text' ? renderDiff(report, format, { paint, isLong: true }, context) : ''
      await expect(text + long).toMatchFileSnapshot(golden(`report-${format}`))
    },
  )

  test('as a changelog in HTML', async () => {
    const release = releaseOf(report, context)
    await expect(renderChangelog('A changelog', [release], 'html')).toMatchFileSnapshot(
      golden('changelog-html'),
    )
  })

  test('as an upgrade', async () => {
    const rows = [{ says: 'It is faster.' }, { says: 'It is later.', operations: ['get /api/v1/owners/o0'] }]
    const [from, to] = ['2026-07-01', '2026-08-01']
    const { changes: all } = report
    const behaviours = behavioursBetween({ table: { [to]: rows }, from, to, documents, changes: all })
    const named = { file: 'a.env', line: 1, column: 5, code: 'API=2026-07-01' }
    const finding = {
      kind: 'request',
      operation: 'get /a',
      message: 'no `b`',
      count: 2,
      entry: 1,
      advice: 'Send `b`',
    } as const
    const own = { file: 'own.har', isOwn: true, older: 1, newer: 2, ignored: 3, findings: [finding] }
    const findings = [finding, { ...finding, kind: 'answer', status: 200 }] as const
    const traffic = [own, { file: 'suite.har', isOwn: false, older: 1, newer: 0, ignored: 0, findings }]
    const input = {
      report,
      folder: 'app',
      notes: ['a note'],
      behaviours,
      isWritten: false,
      moves: [{ ...named, before: 'a', after: 'b' }],
      named: [named],
      traffic,
    }
    const commands = [{ command: 'npm test', why: 'to see' }]
    const { moves } = input
    const newer = { ...impact, imports: 'newer' } as const
    const upgrades = [
      makeUpgrade({ ...input, impact }),
      makeUpgrade({ ...input, impact: newer, isWritten: true }),
      makeUpgrade({ ...input, impact: { ...newer, lines: [] }, traffic: [], moves: [] }),
      makeUpgrade({ ...input, behaviours: [], traffic: [], named: [], moves: [...moves, ...moves] }),
    ]
    await expect(
      upgrades.map((one) => renderUpgradeMarkdown({ ...one, commands })).join('\n'),
    ).toMatchFileSnapshot(golden('upgrade'))
  })
})

test('short advice for every kind of change', async () => {
  const all = catalogue.map(({ id }) =>
    changeOf(id, { fingerprint: id, uses: [{ operation: `get /${id}`, within: '' }] }),
  )
  const made = makeReport({
    from: sideOf('2026-07-01'),
    to: sideOf('2026-08-01'),
    changes: all,
    policy: mintingPolicy,
    today: '2026-11-20',
    tool: '0.1.0',
  })
  await expect(renderDiff(made, 'markdown', { paint, isLong: true })).toMatchFileSnapshot(golden('kinds'))
})
