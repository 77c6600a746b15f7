import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { catalogue } from '../../../diff/catalogue/index.js'
import type { Change, DiffReport } from '../../../diff/model/report.js'
import {
  diffDocuments,
  commentMark,
  longestComment,
  renderComment,
  renderDiffAnnotations,
  renderDiffJson,
  renderDiffMarkdown,
  renderDiffSarif,
  renderDiffText,
} from '../../../diff/index.js'
import { jsonReport, type JsonReport } from '../../../diff/reports/json.js'
import { sarifValidator } from '../../conformance/reports/schemas.js'
import { validatorOf } from '../../support/published-schema.js'
import { documentOf } from '../../specs/documents.js'
import { changeOf, reportOf, sideOf } from '../make.js'

const plain = (text: string): string => text
const paint = { bold: plain, dim: plain, green: plain, red: plain, yellow: plain }
interface SarifResult {
  readonly locations: readonly {
    readonly physicalLocation: { readonly region: { readonly startLine: number } }
  }[]
  readonly suppressions?: readonly unknown[]
}
/** The run of a report in SARIF. */
const log = (report: DiffReport): { readonly results: readonly SarifResult[] } =>
  (JSON.parse(renderDiffSarif(report)) as { runs: [{ results: readonly SarifResult[] }] }).runs[0]
const text = (report: DiffReport, isLong = false) => renderDiffText(report, paint, isLong)

const use = (operation: string) => ({ operation, within: 'response 200 application/json /name' })
const removed = changeOf('response-property-removed', {
  fingerprint: 'a'.repeat(16),
  sentence: 'Property `name` was removed from `Pet`.',
})
const added = changeOf('response-property-added', {
  fingerprint: 'b'.repeat(16),
  sentence: 'Optional property `tag` was added to `Pet`',
  uses: [use('get /pets'), use('get /pets/{id}')],
})
const words = changeOf('text-changed', {
  fingerprint: 'c'.repeat(16),
  sentence: 'The description of `Pet` was changed',
})
const renamed = changeOf('request-property-renamed', {
  fingerprint: 'd'.repeat(16),
  guess: 'the schemas are the same',
  sentence: 'It is now `b`',
})
const some = [words, added, removed, renamed]
const many = (count: number, id = 'response-property-removed'): Change[] =>
  Array.from({ length: count }, (_, index) =>
    changeOf(id, { sentence: `Property \`p${index}\` was removed`, uses: [use(`get /pets/${index}`)] }),
  )

// Hostile text of a document, for terminals, GitHub, HTML and Markdown.
const hostile =
  '\u001B[31mred\u001B]0;title\u0007\r\n::error::owned\n##[error]x <script>alert(1)</script> <img src=x onerror=y> @everyone #1 [a](https://evil.example) | `` ` `code` **b** \u202Egnp.exe www.evil.example </details> --> \\'
const attack = changeOf('response-property-removed', {
  sentence: `Property \`${hostile}\` was removed from \`${hostile}\``,
  uses: [{ operation: `get /${hostile}`, operationId: hostile, within: hostile }],
  from: { pointer: `#/${hostile}`, line: 3 },
  guess: hostile,
  before: hostile,
})
const { to: _gone, ...withoutTo } = attack
const underAttack: DiffReport = {
  ...reportOf([attack, { ...withoutTo, fingerprint: 'e'.repeat(16) }], {
    from: sideOf(undefined, { name: hostile, file: hostile }),
    to: sideOf(undefined, { name: hostile, file: hostile, sha256: 'b'.repeat(64) }),
    allowList: {
      allowVersion: 1,
      changes: [
        { fingerprint: attack.fingerprint, reason: hostile, expires: '2027-01-01' },
        { fingerprint: 'f'.repeat(16), reason: hostile, expires: '2027-01-01', change: hostile },
      ],
    },
  }),
  impact: {
    folder: hostile,
    imports: 'newer',
    filesRead: 1,
    notes: [hostile],
    ownErrors: { count: 1, first: [{ file: hostile, line: 1, column: 1, message: hostile }] },
    lines: [
      {
        file: hostile,
        line: 1,
        column: 1,
        code: hostile,
        kind: 'error',
        message: hostile,
        changes: [attack.fingerprint],
      },
    ],
  },
}

// oxlint-disable-next-line no-control-regex
const commands = /[\u0000-\u0009\u000B-\u001F\u007F-\u009F\u2028\u2029\u202A-\u202E]/

// All texts about four changes. To update the file: npx vitest run tests/diff/reports -u
test('small reports in each format', async () => {
  const reports: readonly (readonly [string, DiffReport])[] = [
    ['drift', reportOf(some)],
    ['a new version', reportOf(some, { from: sideOf('2026-07-01'), to: sideOf('2026-08-01') })],
    ['what may ship', reportOf([added])],
    ['nothing', reportOf([], { to: sideOf('2026-07-01') })],
  ]
  const printed = reports.flatMap(([name, report]) =>
    [
      `==== ${name}`,
      text(report),
      text(report, true),
      renderDiffMarkdown(report),
      renderComment(report),
      renderDiffAnnotations(report),
    ].concat(log(report).results.map((result) => JSON.stringify(result))),
  )
  const file = join(import.meta.dirname, '../golden/reports-small.txt')
  await expect(printed.join('\n')).toMatchFileSnapshot(file)
})

describe('for a terminal', () => {
  test('fits a screen, whatever was found', () => {
    const report = reportOf([...many(500), ...many(200, 'operation-removed'), ...many(90, 'text-changed')])
    const lines = text(report).split('\n')
    expect(lines.length).toBeLessThanOrEqual(40)
    expect(Math.max(...lines.map(({ length }) => length))).toBeLessThanOrEqual(220)
    expect(lines.join('\n')).toMatch(/and 78\d more changes; --all shows everything/)
  })

  test('fits a screen with lines of code as well', () => {
    const found = many(50)
    const line = { file: 'src/a.ts', column: 1, code: 'pet.name', kind: 'error' as const, message: 'no name' }
    const changes = found.map(({ fingerprint }) => fingerprint)
    const lines = Array.from({ length: 90 }, (_, index) => ({ ...line, line: index + 1, changes }))
    const impact = { folder: '.', imports: 'older' as const, filesRead: 9, lines, notes: [] }
    const report = { ...reportOf(found), impact }
    const short = text(report)
    expect(short.split('\n').length).toBeLessThanOrEqual(45)
    expect(short).toContain('(and 49 more changes)')
    expect(short).toContain('and 85 more lines; --all shows everything')
    expect(text(report, true)).not.toContain('more')
  })
})

describe('a changelog', () => {
  test('has one entry for the same sentence of several locations, both directions, and several names', () => {
    const [id, other] = ['response-property-added', 'request-property-added']
    const told = (name: string, flow: string) =>
      `Optional property \`${name}\` was added to \`Pet\` in ${flow}.`
    const changes = [
      changeOf(id, { sentence: told('a', 'responses'), uses: [use('get /pets')] }),
      changeOf(other, { sentence: told('a', 'requests'), uses: [use('post /pets')] }),
      changeOf(id, { sentence: told('b', 'responses') }),
      changeOf(other, { sentence: told('b', 'requests') }),
    ]
    const lines = renderDiffMarkdown(reportOf(changes))
      .split('\n')
      .filter((line) => line.startsWith('- '))
    expect(lines).toEqual([
      '- Optional properties `a` and `b` were added to `Pet` in requests and responses (`get /pets`, `post /pets`).',
    ])
  })

  test('every kind of change that is not words alone stands in one section, and deprecations in theirs', () => {
    const loud = catalogue.filter(({ effect }) => effect !== 'documentation').map(({ id }) => changeOf(id))
    const bullets = renderDiffMarkdown(reportOf(loud)).match(/^- /gm) ?? []
    expect(bullets).toHaveLength(loud.length)
    const deprecated = changeOf('operation-deprecated', { sentence: 'Operation `get /pets` was deprecated.' })
    const lines = renderDiffMarkdown(reportOf([deprecated, words])).split('\n')
    expect(lines).toContain('### Deprecated')
    expect(lines).toContain('- Operation `get /pets` was deprecated. **Plan to do without `get /pets`.**')
  })
})

describe('a comment', () => {
  test('shows fragments of the worst, and leads to the lines of both documents', () => {
    const pet = (properties: object) => ({ components: { schemas: { Pet: { properties } } } })
    const href = 'https://github.example/o/r/blob/abc/specs/2026-07-01.json'
    const comment = renderComment(reportOf([removed]), {
      from: { document: pet({ name: { type: 'string' } }), href },
      to: { document: pet({ name: { type: '```\n<b>' } }) },
    })
    expect(comment).toContain(`before [\`specs/2026-07-01.json:10\`](${href}#L10)`)
    expect(comment).toContain('after `specs/2026-07-01.json:12`')
    expect(comment).toContain(
      '  ````diff\n   properties:\n     name:\n  -    type: string\n  +    type: "```\\n<b>"\n  ````\n',
    )
  })

  test('is never longer than a comment may be, and says what was left out, in every group', () => {
    const long = 'ü'.repeat(5_000)
    const ids = ['operation-removed', 'response-property-removed', 'response-property-added']
    const report = reportOf(
      Array.from({ length: 5_000 }, (_, index) =>
        changeOf(ids[index % 3] ?? '', { sentence: `${index} ${long}` }),
      ),
    )
    const comment = renderComment(report)
    expect(Buffer.byteLength(comment)).toBeLessThanOrEqual(longestComment)
    expect(comment.match(/^- and \d+ more$/gm)).toHaveLength(3)
    expect(comment.match(/<details>/g)?.length ?? 0).toBe(comment.match(/<\/details>/g)?.length ?? 0)
    for (const group of comment.split(/^- and \d+ more$/m).slice(0, 3)) expect(group).toMatch(/^- \d+ üü/m)
    const shown = Array.from(comment.matchAll(/^- (\d+) ü/gm), ([, index]) => Number(index))
    expect(shown.filter((index) => index >= 3 && !shown.includes(index - 3))).toEqual([])
  })
})

describe('what a document holds stays text', () => {
  const printed = {
    text: text(underAttack, true),
    changelog: renderDiffMarkdown(underAttack),
    comment: renderComment(underAttack),
    annotations: renderDiffAnnotations(underAttack),
    JSON: renderDiffJson(underAttack),
    SARIF: renderDiffSarif(underAttack),
  }

  // GitHub executes commands of the old form anywhere in a line.
  test.each(Object.entries(printed))('with no command of the old kind: %s', (_name, all) => {
    expect(all).not.toContain('##[')
    expect(all).toContain('#[error]x')
  })

  test.each(Object.entries(printed).slice(0, 4))('with no control characters: %s', (name, all) => {
    expect(all).not.toMatch(commands)
    if (name !== 'annotations') expect(all).not.toMatch(/^\s*::/m)
  })

  test('in annotations that begin one command each', () => {
    const lines = printed.annotations.trimEnd().split('\n')
    expect(lines).toHaveLength(3)
    for (const line of lines) expect(line).toMatch(/^::(error|warning) file=[^,]*,line=\d+,[^:]*::/)
  })

  test.each([printed.changelog, printed.comment])('with no markup but our own', (markdown) => {
    // Text between backticks is code for every reader of Markdown.
    const outside = markdown.replaceAll(/(`+)(?!`)[^\n]*?(?<!`)\1(?!`)/g, '')
    const tags = outside.replaceAll(commentMark, '').match(/<\/?[a-z!][^>]*>/gi) ?? []
    expect(tags.filter((tag) => !/^<\/?(details|summary|sub|br)>$/.test(tag))).toEqual([])
    expect(tags.filter((tag) => tag === '<details>').length).toBe(
      tags.filter((tag) => tag === '</details>').length,
    )
    for (const link of [/(?<!\\)\]\(/, /@\w/, /#\d/, /https?:\/\//, /www\./])
      expect(outside).not.toMatch(link)
  })
})

/** The uses of a change as a program reads them from the tables. */
const expanded = (change: JsonReport['changes'][number], tables: Pick<JsonReport, 'operations' | 'uses'>) => {
  const { path = '', uses, ...rest } = change
  const found = (tables.uses[uses] ?? []).flatMap((group) =>
    group.operations.map((index) => {
      const within = [group.within, `${group.path ?? ''}${path}`].filter((text) => text !== '').join(' ')
      return { ...tables.operations[index], within }
    }),
  )
  return { ...rest, uses: byOperation(found) }
}

const byOperation = (uses: readonly object[]): object[] =>
  uses.toSorted((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1))

describe('as JSON', () => {
  const validate = validatorOf('diff/reports/diff.schema.json')
  const reports: readonly [string, DiffReport][] = [
    ['of nothing', reportOf([])],
    ['of some changes', reportOf(some)],
    ['of every kind of change', reportOf(catalogue.map(({ id }) => changeOf(id)))],
    ['of hostile names', underAttack],
    [
      'of the reference documents',
      reportOf(diffDocuments({ document: documentOf('2025-03-13') }, { document: documentOf('2026-08-01') })),
    ],
    ['of documents without a date', reportOf(some, { from: sideOf(undefined), to: sideOf(undefined) })],
  ]

  test.each(reports)(
    '%s is valid under the published schema, and says of uses what was found',
    (_name, report) => {
      const printed = JSON.parse(renderDiffJson(report)) as JsonReport
      validate(printed)
      expect(validate.errors ?? []).toEqual([])
      const { diffVersion: _version, operations, uses, changes, ...rest } = printed
      expect({ ...rest, changes: changes.map((change) => expanded(change, { operations, uses })) }).toEqual({
        ...report,
        changes: report.changes.map((change) => ({ ...change, uses: byOperation(change.uses) })),
      })
    },
  )

  test('operations and lists of uses stand once, however many changes have them', () => {
    const reached = Array.from({ length: 350 }, (_, index) => `get /pets/${index}`)
    const changes = Array.from({ length: 77 }, (_, index) => {
      const within = `response 200 application/json /pet/p${index}`
      const uses = reached.map((operation) => ({ operation, within }))
      return changeOf('response-property-removed', { uses })
    })
    const { operations, uses, changes: listed } = jsonReport(reportOf(changes))
    expect([operations.length, uses.length]).toEqual([350, 1])
    expect(uses[0]).toEqual([{ within: 'response 200 application/json', operations: [...reached.keys()] }])
    expect(listed.map(({ path }) => path)).toContain('/pet/p76')
    expect(renderDiffJson(reportOf(changes)).length).toBeLessThan(60_000)
  })

  test('the schema is not a formality', () => {
    expect(validate({ ...jsonReport(reportOf(some)), verdict: 'fine' })).toBe(false)
    expect(validate({ ...jsonReport(reportOf(some)), changes: [{ ...removed, uses: 0 }] })).toBe(false)
  })
})

describe('as SARIF', () => {
  const validate = sarifValidator()

  test.skipIf(!validate).each([
    ['of nothing', reportOf([])],
    ['of every kind of change', reportOf(catalogue.map(({ id }) => changeOf(id)))],
    ['of hostile names', underAttack],
  ])('%s is valid under the official schema', (_name, report) => {
    validate?.(JSON.parse(renderDiffSarif(report)))
    expect(validate?.errors ?? []).toEqual([])
  })

  test('what is gone from the same file is shown at the nearest location that is left', () => {
    const { to: _to, ...gone } = removed
    const near = { ...gone, near: { pointer: '#/components/schemas/Pet/properties', line: 9 } }
    expect(renderDiffAnnotations(reportOf([near]))).toContain('file=specs/2026-07-01.json,line=9,')
    const other = reportOf([near], { from: sideOf('2026-06-01'), circumstance: 'published' })
    expect(renderDiffAnnotations(other)).toContain('file=specs/2026-06-01.json,line=10,')
  })

  test('what is gone is shown where it stood, and what is let pass is suppressed', () => {
    const { results } = log(underAttack)
    expect(results.map(({ locations }) => locations[0]?.physicalLocation.region.startLine)).toEqual([3, 12])
    expect(results.filter(({ suppressions }) => suppressions)).toHaveLength(1)
  })

  // A document from git or stdin is not a file here.
  test.each([
    [undefined, { uri: `rampart-diff/${'b'.repeat(12)}` }],
    ['my specs/2026-07-01.json', { uri: 'my%20specs/2026-07-01.json', uriBaseId: '%SRCROOT%' }],
  ])('a change in %s is located at %j', (file, artifactLocation) => {
    const to = { name: 'it', sha256: 'b'.repeat(64), ...(file !== undefined && { file }) }
    const [result] = log(reportOf([added], { to })).results
    expect(result?.locations[0]?.physicalLocation).toMatchObject({ artifactLocation })
  })
})

describe('on GitHub', () => {
  test('there are never more than the platform shows, and the last says what was cut', () => {
    const report = reportOf([...many(40), ...many(40, 'response-property-added')])
    const lines = renderDiffAnnotations(report).trimEnd().split('\n')
    expect(lines).toHaveLength(20)
    expect(lines[9]).toBe('::error title=rampart::31 more: response-property-removed')
    expect(lines[19]).toMatch(/^::notice title=rampart::31 more: /)
  })
})
