import { beforeAll, describe, expect, it } from 'vitest'
import { constructsIn } from '../../../generator/types/constructs/find.js'
import { constructs } from '../../../generator/types/constructs/table.js'
import { choosePrinter } from '../../../generator/types/index.js'
import { ref } from '../support/cases.js'
import { compile } from '../support/compile.js'
import { document, schemasDocument } from '../support/documents.js'
import { filesOf, judge, libraryOfTests, loaded, values, reasonsIn } from './support.js'

const library = libraryOfTests()

const text = { type: 'string' }
const object = (properties: object, required: readonly string[] = Object.keys(properties)) => ({
  type: 'object',
  required,
  properties,
})
const nullableText = { type: ['string', 'null'] }
const component = (name: string) => `#/components/schemas/${name}`
const responses = { 204: { description: 'done' } }

/** What the least document with a construct is, what the library makes of it, and what has to hold of ours. */
interface Case {
  readonly tree: object
  /** Text that the library prints, a failure of its, or of the compiler at what it printed. */
  readonly theirs: { readonly prints: string } | { readonly fails: RegExp } | { readonly breaks: RegExp }
  readonly code: string
}

const inIt = (
  It: unknown,
  theirs: Case['theirs'],
  right: readonly string[],
  wrong: readonly string[] = [],
  others: object = {},
): Case => ({ tree: schemasDocument({ It, ...others }), theirs, code: values(right, wrong) })

const prints = (printed: string) => ({ prints: printed })

const tagged = (discriminator: object) => ({ oneOf: [ref('A'), ref('B')], discriminator })
const mapping = { a: component('A'), b: component('B') }
const tag = { propertyName: 'kind', mapping }

const cases: Readonly<Record<string, Case>> = {
  direction: inIt(
    object({ id: { ...text, readOnly: true }, name: text }),
    prints('readonly id: string'),
    [`{ id: '', name: '' }`],
    [`{ name: '' }`],
  ),
  'index-narrow': inIt(
    { ...object({ id: text }), additionalProperties: { type: 'integer' } },
    prints('} & {\n  [key: string]: number'),
    [`{ id: '', more: 1 }`],
    ['{ id: 1 }'],
  ),
  unevaluated: inIt(
    { type: 'object', unevaluatedProperties: text },
    prints('Record<string, unknown>'),
    [`{ a: '' }`],
    ['{ a: 1 }'],
  ),
  'inner-schemas': inIt(
    { ...object({ id: text }), $defs: { Inner: text } },
    prints('$defs: {'),
    [`{ id: '' }`],
    ['{}'],
  ),
  'open-enum': inIt(
    { ...text, 'x-extensible-enum': ['a', 'b'], enum: ['a', 'b'] },
    prints('"a" | "b"\n'),
    [`'a'`, `'c'`],
    ['1'],
  ),
  'enum-unread': inIt({ type: 'object', enum: ['a'] }, { fails: /Expected SchemaObject/ }, [`'a'`], ['1']),
  'odd-value': inIt({ const: null }, prints('type It = unknown'), ['null'], ['1']),
  'required-elsewhere': inIt(
    { allOf: [ref('Base'), { type: 'object', required: ['id'] }] },
    prints('Base & Record<string, unknown>'),
    [`{ id: '' }`],
    ['{}'],
    { Base: object({ id: text }, []) },
  ),
  'reference-siblings': inIt(
    { type: ['string', 'null'], $ref: component('E') },
    prints('type It = E\n'),
    [`'a'`, 'null'],
    [`'b'`],
    { E: { ...nullableText, enum: ['a', null] } },
  ),
  'null-beside': inIt(
    { type: ['object', 'null'], allOf: [ref('Base')] },
    prints('(Base | null) & Base'),
    [`{ id: '' }`, 'null'],
    ['{}'],
    { Base: object({ id: text }) },
  ),
  'any-of-beside': inIt(
    { ...object({ id: text }), anyOf: [object({ a: text }), object({ b: text })] },
    prints('} | {'),
    [`{ id: '', a: '' }`],
    [`{ a: '' }`, `{ id: '' }`],
  ),
  'one-of-beside': inIt(
    { allOf: [{ enum: ['a', 1, true] }], oneOf: [text, { type: 'integer' }] },
    prints('| string'),
    [`'a'`, '1'],
    [`'b'`, 'true'],
  ),
  'boolean-member': inIt({ allOf: [true, text] }, { fails: /in/ }, [`'a'`], ['1']),
  'discriminator-any-of': inIt(
    { anyOf: [ref('A'), ref('B')], discriminator: tag },
    prints('type A = {\n  kind: string;'),
    [`{ kind: 'a' }`],
    [`{ kind: 'c' }`],
    { A: object({ kind: text }), B: object({ kind: text }) },
  ),
  'discriminator-mapping': inIt(
    tagged({ propertyName: 'kind' }),
    prints('kind: "B"'),
    [`{ kind: 'a' }`, `{ kind: 'b' }`],
    [`{ kind: 1 }`],
    { A: object({ kind: { const: 'a' } }), B: object({ kind: { ...text, example: 'b' } }) },
  ),
  'discriminator-optional': inIt(
    tagged(tag),
    prints('kind: "a"'),
    [`{ kind: 'a' }`, '{}'],
    [`{ kind: 'c' }`],
    { A: object({ kind: text }, []), B: object({ kind: text }) },
  ),
  'discriminator-branch': inIt(
    tagged(tag),
    prints('type A = {\n  kind: string;'),
    [`{ kind: 'a' }`],
    [`{ kind: 'c' }`],
    { A: { required: ['kind'], properties: { kind: text } }, B: object({ kind: text }) },
  ),
  'discriminator-other': inIt(
    tagged(tag),
    prints('type Another = A\n'),
    [`{ kind: 'a' }`],
    [`{ kind: 'x' }`],
    {
      A: object({ kind: text }),
      B: object({ kind: text }),
      Another: { oneOf: [ref('A')], discriminator: { propertyName: 'kind', mapping: { x: component('A') } } },
    },
  ),
  tuple: inIt(
    { type: 'array', prefixItems: [text, { type: 'integer' }] },
    prints('type It = [\n  string,\n  number\n]'),
    [`['a']`, `['a', 1, true]`],
    ['[1]'],
  ),
  'implied-list': inIt({ items: text }, prints('type It = unknown'), [`['a']`], ['[1]']),
  'flattened-list': inIt(
    { type: 'array', items: { allOf: [{ type: 'array', items: text }] } },
    prints('type It = string[]'),
    [`[['a']]`],
    [`['a']`],
  ),
  'empty-type': inIt({ type: null }, prints('Record<string, unknown>'), ['1']),
  'deep-reference': inIt(
    object({ first: { $ref: `${component('Names')}/items` } }),
    prints('Names["items"]'),
    [`{ first: 'a' }`],
    [`{ first: 1 }`],
    { Names: { type: 'array', items: text } },
  ),
  alias: {
    tree: document({
      components: {
        responses: {
          It: { $ref: '#/components/responses/Other' },
          Other: { description: 'it', content: { 'text/plain': {} } },
        },
      },
    }),
    theirs: prints('content?: never'),
    code: `export type It = components['responses']['It']['content']['text/plain']`,
  },
  empty: {
    tree: document({ paths: { '/a': { get: { operationId: 'a', responses: { 200: null } } } } }),
    theirs: { fails: /null/ },
    code: `export type It = operations['a']`,
  },
  extension: {
    tree: document({
      paths: { '/a': { get: { operationId: 'a', responses: { ...responses, 'x-more': { a: 1 } } } } },
    }),
    theirs: prints('"x-more": {'),
    code: `export const it: keyof operations['a']['responses'] = 204`,
  },
  'escaped-name': inIt(
    object({ a: { $ref: component('100%25') } }),
    { fails: /URI malformed/ },
    [`{ a: { b: '' } }`],
    ['{ a: 1 }'],
    { '100%': object({ b: text }) },
  ),
  'operation-id': {
    tree: document({
      paths: { '/a': { get: { operationId: 'a', responses }, put: { operationId: 'a', responses } } },
    }),
    theirs: { breaks: /Duplicate identifier 'a'/ },
    code: `export type It = [operations['a'], operations['put_a']]`,
  },
  'content-parameter': {
    tree: document({
      components: {
        parameters: {
          It: { name: 'it', in: 'query', content: { 'application/json': { schema: object({ a: text }) } } },
        },
      },
    }),
    theirs: prints('It: string'),
    code: `export const it: components['parameters']['It'] = { a: '' }`,
  },
  sequence: {
    tree: document({
      paths: {
        '/a': {
          get: {
            operationId: 'a',
            responses: { 200: { description: 'it', content: { 'application/jsonl': { itemSchema: text } } } },
          },
        },
      },
    }),
    theirs: prints('"application/jsonl": unknown'),
    code: `export const it: operations['a']['responses'][200]['content']['application/jsonl'] = ['a']`,
  },
}

/** No least document: a chain is long when it is longer than the compiler's stack is deep. */
const chain = schemasDocument(
  Object.fromEntries(
    Array.from({ length: 300 }, (_item, index) => [
      `C${index}`,
      index < 299 ? { oneOf: [ref(`C${index + 1}`), { type: 'number' }] } : text,
    ]),
  ),
)

describe('what the library gets wrong', () => {
  it('has a case for each construct of the table', () => {
    expect(Object.keys(cases).toSorted()).toEqual(
      constructs
        .map(({ id }) => id)
        .filter((id) => id !== 'long-chain')
        .toSorted(),
    )
  })

  it('long-chain', async () => {
    const found = constructsIn(await loaded(chain))
    expect(found.map(({ construct }) => construct.id)).toEqual(['long-chain'])
  })

  it.each(Object.entries(cases))('%s', async (id, { tree, theirs }) => {
    const it = await loaded(tree)
    expect(constructsIn(it).map(({ construct }) => construct.id)).toContain(id)
    const files = filesOf(it, library)
    if ('fails' in theirs) return expect(files).rejects.toThrow(theirs.fails)
    const printed = await files
    if ('breaks' in theirs) return expect(compile(printed).join('\n')).toMatch(theirs.breaks)
    return expect(printed.map(({ content }) => content).join('\n')).toContain(theirs.prints)
  })
})

describe('what we print of it', () => {
  judge(Object.entries(cases).map(([what, { tree, code }]) => ({ what, tree, code })))
})

describe('the choice of a printer', () => {
  const fine = schemasDocument({ It: text })
  const odd = schemasDocument({ It: { const: null } })
  let documents: Awaited<ReturnType<typeof loaded>>[]

  beforeAll(async () => {
    documents = [await loaded(fine, '2026-07-01'), await loaded(odd, '2026-08-01')]
  })

  it('is the library while no document of the run holds what it gets wrong', () => {
    const { printer, message } = choosePrinter(reasonsIn(documents.slice(0, 1)), library)
    expect([printer.name, message]).toEqual(['openapi-typescript', 'types by openapi-typescript'])
  })

  it('is ours for all documents where one does', () => {
    const { printer, message, reasons } = choosePrinter(reasonsIn(documents), library)
    expect([printer.name, message]).toEqual([
      'rampart',
      "types by rampart's own printer: null or no number as a constant at #/components/schemas/It in 2026-08-01",
    ])
    expect(reasons).toMatchObject([{ id: 'odd-value', document: '2026-08-01' }])
  })

  it('is ours for options that the library does not have', () => {
    const { message } = choosePrinter(reasonsIn(documents.slice(0, 1)), library, {
      brands: true,
      openEnums: true,
    })
    expect(message).toBe("types by rampart's own printer: --brands")
  })

  it('is whoever is asked for', () => {
    expect(choosePrinter(reasonsIn(documents), library, { types: 'openapi-typescript' }).printer).toBe(
      library,
    )
    const { printer, message } = choosePrinter(reasonsIn(documents.slice(0, 1)), library, {
      types: 'rampart',
    })
    expect([printer.name, message]).toEqual(['rampart', "types by rampart's own printer"])
  })
})
