import { describe, expect, test } from 'vitest'
import { colorsFor } from '../../bin/process/context.js'
import { renderDiff } from '../../diff/index.js'
import { readDocument } from '../../generator/index.js'
import { reportOf, sideOf } from './make.js'
import { documentOf } from './support/documents.js'

const responses = { '200': { description: 'Fine.' } }
const operation = { responses }

const readAs = (document: object): ReturnType<typeof readDocument> =>
  readDocument({ name: 'it', file: 'it.json', text: JSON.stringify(document) }, true)

/** Documents that can be compared, and the reason why the generator refuses them. */
const rows: readonly (readonly [document: object, why: string])[] = [
  [documentOf({ paths: { pets: { get: operation } } }), 'a path starts with a slash (#/paths/pets)'],
  [documentOf({ paths: { '/pets': { get: 'all' } } }), 'an operation is not an object (#/paths/~1pets/get)'],
  [
    documentOf({
      paths: { '/pets': { get: { responses: { '200': { $ref: '#/components/responses/A' } } } } },
    }),
    '#/components/responses/A',
  ],
]

const formats = ['text', 'json', 'html', 'sarif', 'github', 'github-comment'] as const

describe.each(rows)('a document that generate refuses: %j', (document, why) => {
  test('is compared, and every report says so', async () => {
    const { problems } = await readAs(document)
    const to = sideOf(undefined)
    const report = reportOf([], {
      to,
      refusals: [
        ['older', []],
        [to.name, problems],
      ],
    })
    const said = `"rampart generate" refuses ${to.name}, so this comparison may be wrong: `
    expect(report.notes.map(({ code }) => code)).toContain('document-refused')
    expect(report.notes[0]?.message).toContain(said)
    expect(report.notes[0]?.message).toContain(why)
    const shown = { document }
    for (const format of formats)
      expect(
        renderDiff(report, format, { paint: colorsFor(false), isLong: false }, { from: shown, to: shown }),
      ).toMatch(/(\\?"|&quot;|&#34;|%22)rampart generate\1 refuses/)
  })
})

test('a document that generate takes is compared without a word', async () => {
  const { problems } = await readAs(documentOf({ paths: { '/pets': { get: operation } } }))
  expect(reportOf([], { refusals: [['older', problems]] }).notes.map(({ code }) => code)).toEqual([
    'bytes-only',
  ])
})

test('of several problems the first is shown, and the others are counted', async () => {
  const { problems } = await readAs(documentOf({ paths: { a: {}, b: {}, c: {} } }))
  const [note] = reportOf([], { refusals: [['older', problems]] }).notes
  expect(note?.message).toMatch(/\(#\/paths\/a\), and 2 problems more$/)
})
