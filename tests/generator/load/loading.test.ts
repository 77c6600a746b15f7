import { basename, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { Problem } from '../../../diagnostics/index.js'
import { resolvePointer } from '../../../document/index.js'
import { generate } from '../../../generator/index.js'
import { lint } from '../../../generator/load/lint.js'
import { loadDocument } from '../../../generator/load/load.js'
import type { LoadedDocument } from '../../../generator/model/document.js'
import { folderWith } from '../../support/folder.js'
import { tableIn, withReferences } from '../../support/table.js'
import { document } from '../support/documents.js'
import { parts } from '../support/generated.js'
import { errorOf } from '../../support/failure.js'

type Said = readonly [pointer: string, ...words: string[]]

interface Row {
  readonly what: string
  readonly document?: object
  readonly schemas?: object
  /** The text of schema A. */
  readonly json?: string
  readonly yaml?: string
  /** The text before schema A. */
  readonly anchor?: string
  /** The text of the whole document, in YAML. */
  readonly text?: string
  /** Files beside the document. */
  readonly files?: Readonly<Record<string, string>>
  readonly unsupported?: string
  readonly dialect?: string
  readonly refused?: readonly Said[]
  readonly notes?: readonly Said[]
  /** The problems in lenient mode, and the document that is read then. */
  readonly gaps?: readonly Said[]
  readonly root?: Readonly<Record<string, unknown>>
}

interface LintRow {
  readonly what: string
  readonly openapi?: '3.0.3' | '3.1.0'
  readonly path?: string
  readonly operation?: object
  readonly schema?: object
  readonly said: readonly Said[]
}

const { rows, parameters, numbers, lints } = tableIn<{
  readonly rows: readonly Row[]
  readonly parameters: readonly [what: string, parameter: unknown, ...words: string[]][]
  readonly numbers: readonly [
    file: 'json' | 'yaml',
    schema: string,
    at: string,
    words: string,
    anchor?: string,
  ][]
  readonly lints: readonly LintRow[]
}>(import.meta.dirname, 'loading.yaml')

const kept = { name: 'kept', in: 'query', schema: {} }
const all: readonly Row[] = [
  ...rows,
  ...parameters.map(([what, parameter, ...words]): Row => ({
    what: `a parameter: ${what}`,
    document: {
      paths: { '/a': { parameters: [parameter, kept], get: {} } },
      components: { responses: { R: {} } },
    },
    refused: [['#/paths/~1a/parameters/0', ...words]],
    gaps: [['#/paths/~1a/parameters/0', ...words, '; it is omitted']],
    root: { '#/paths/~1a/parameters': [kept] },
  })),
  ...numbers.map(([file, schema, at, words, anchor = '1']): Row => ({
    what: `a number: ${schema}`,
    [file]: schema,
    anchor,
    refused: [[`A/${at}`, words]],
    gaps: [['A']],
  })),
]

const pointerOf = (at: string): string => (/^\w/.test(at) ? `#/components/schemas/${at}` : at)

const textOf = ({
  text,
  json,
  yaml,
  anchor = '1',
  schemas,
  document: tree = { components: { schemas } },
}: Row): string => {
  if (json !== undefined) return `{"openapi":"3.1.0","components":{"schemas":{"A":${json}}}}`
  if (yaml !== undefined)
    return `openapi: 3.1.0\nx-more: ${anchor}\ncomponents:\n  schemas:\n    A: ${yaml}\n`
  return text ?? JSON.stringify(document(withReferences(tree) as object))
}

const load = (row: Row, lenient = false): Promise<LoadedDocument> => {
  const name = row.text === undefined && row.yaml === undefined ? 'api.json' : 'api.yaml'
  const file = row.files === undefined ? name : join(folderWith(row.files), name)
  return loadDocument({ name: 'api', file, text: textOf(row) }, { lenient })
}

/** The problems in order; those in another file have its name before the pointer. */
const expectProblems = (problems: readonly Problem[], said: readonly Said[]): void => {
  const found = problems.map(({ where }) => {
    const file = basename(where?.file ?? '')
    return `${/^api\.(json|yaml)$/.test(file) ? '' : file}${where?.pointer}`
  })
  expect(found).toEqual(said.map(([at]) => (at.includes('#') ? at : pointerOf(at))))
  for (const [index, [, ...words]] of said.entries())
    for (const word of words) expect(problems[index]?.message).toContain(word)
}

describe('a document that is loaded', () => {
  it.each(all)('$what', async (row) => {
    const { unsupported, refused, notes = [], gaps, dialect } = row
    if (unsupported !== undefined) {
      const { code, message } = await errorOf(load(row))
      expect(code).toBe('DOCUMENT_UNSUPPORTED')
      expect(message).toBe(`api.yaml: expected an OpenAPI 3.x document, found ${unsupported}`)
    } else if (refused) {
      const { code, message, where, problems } = await errorOf(load(row))
      expect([code, basename(where?.file ?? '')]).toEqual([
        'DOCUMENT_INVALID',
        expect.stringMatching(/^api\./),
      ])
      const count = `: ${refused.length} ${refused.length === 1 ? 'problem' : 'problems'} in the document`
      expect(message).toContain(row.files ? `: ${refused.length} ` : count)
      expectProblems(problems, refused)
    } else if (!gaps) {
      const loaded = await load(row)
      expectProblems(loaded.problems, notes)
      for (const { code } of loaded.problems) expect(code).toBe('DOCUMENT_NOTE')
      if (dialect !== undefined) expect(loaded.dialect).toBe(dialect)
    }
  })

  it.each(all.filter(({ gaps }) => gaps))('with gaps: $what', async (row) => {
    const { gaps = [], root: expected = {} } = row
    const { root, problems } = await load(row, true)
    expectProblems(problems, gaps)
    for (const { severity, where } of problems) {
      expect(severity).toBe('warning')
      const pointer = where?.pointer ?? ''
      // A gap among schemas states its reason; other gaps are left out.
      if (/^#\/components\/schemas\/\w+(\/properties\/\w+)?$/.test(pointer))
        expect(resolvePointer(root, pointer)).toEqual({ description: expect.stringMatching(/^A gap: .*\.$/) })
    }
    for (const [at, value] of Object.entries(expected))
      expect(resolvePointer(root, pointerOf(at))).toEqual(value)
  })
})

describe('the notes on what OpenAPI does not allow', () => {
  const parameters = [{ name: 'b', in: 'path', required: true, schema: {} }]
  const responses = { '200': { description: 'fine' } }
  it.each(lints)('$what', async ({ openapi, path = '/a/{b}', operation = {}, schema = {}, said }) => {
    const paths = { [path]: { get: { parameters, responses, ...operation } } }
    const text = JSON.stringify(document({ paths, components: { schemas: { A: schema } } }, openapi))
    const problems = await lint(await loadDocument({ name: 'api', file: 'api.json', text }))
    expectProblems(problems, said)
    for (const { severity } of problems) expect(severity).toBe('warning')
  })

  it('are not given for a document that was converted', async () => {
    const paths = { '/a/{b}': { get: { responses } } }
    const text = JSON.stringify({ swagger: '2.0', info: { title: 'Test', version: '1' }, paths })
    expect(await lint(await loadDocument({ name: 'api', file: 'api.json', text }))).toEqual([])
  })
})

describe('the line of a problem is that of its pointer', () => {
  const textOf = (schema: string) => `openapi: 3.1.0
info: { title: T, version: '1' }
paths:
  /a/{id}:
    get:
      operationId: a
      responses: { 200: { description: Fine } }
components:
  schemas:
    A: ${schema}
`
  const input = (schema: string) => ({ name: 'api', file: 'api.yaml', text: textOf(schema) })

  it('that is an error', async () => {
    const { problems } = await errorOf(loadDocument(input('{ $ref: "#/components/schemas/Gone" }')))
    expect(problems.map(({ where }) => where)).toEqual([
      { file: 'api.yaml', line: 10, pointer: '#/components/schemas/A' },
    ])
  })

  it('that is a note', async () => {
    const { problems } = await generate([input('{ multipleOf: 0 }')], parts)
    expect(problems.map(({ where }) => [where?.line, where?.pointer])).toEqual([
      [5, '#/paths/~1a~1{id}/get'],
      [10, '#/components/schemas/A/multipleOf'],
    ])
  })
})
