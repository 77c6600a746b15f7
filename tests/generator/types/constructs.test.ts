import { describe, expect, it } from 'vitest'
import { isObject, locationsOf } from '../../../document/index.js'
import type { LoadOptions } from '../../../generator/load/load.js'
import { constructIn, constructs } from '../../../generator/types/constructs.js'
import type { TypeOptions } from '../../../generator/types/index.js'
import { readingOf } from '../../../generator/types/reading/reading.js'
import { ref } from '../support/cases.js'
import { compile } from '../support/compile.js'
import { document, schemasDocument } from '../support/documents.js'
import { filesOf, judge, loaded, values } from './support.js'

const text = { type: 'string' }
const object = (properties: object, required: readonly string[] = Object.keys(properties)) => ({
  type: 'object',
  required,
  properties,
})
const nullableText = { type: ['string', 'null'] }
const component = (name: string) => `#/components/schemas/${name}`
const responses = { 204: { description: 'done' } }

/** The least document of its kind, and what has to hold of its types. */
interface Case {
  readonly tree: object
  readonly code: string
  readonly options?: TypeOptions & LoadOptions
}

const inIt = (
  It: unknown,
  right: readonly string[],
  wrong: readonly string[] = [],
  others: object = {},
  options: TypeOptions = {},
): Case => ({ tree: schemasDocument({ It, ...others }), code: values(right, wrong), options })

const tag = { propertyName: 'kind', mapping: { a: component('A'), b: component('B') } }

/** Cases by construct, with what the library prints where it is left alone, or the failure of the compiler at it. */
const expressed: Readonly<Record<string, readonly [theirs: string | RegExp, ours: Case]>> = {
  'reference-siblings': [
    'type It = E\n',
    inIt({ type: ['string', 'null'], $ref: component('E') }, [`'a'`, 'null'], [`'b'`], {
      E: { ...nullableText, enum: ['a', null] },
    }),
  ],
  'open-enum': [
    '"a" | "b"\n',
    inIt({ ...text, 'x-extensible-enum': ['a', 'b'], enum: ['a', 'b'] }, [`'a'`, `'c'`], ['1']),
  ],
  'value-beside': [
    'type It = "a" | "b"\n',
    inIt({ enum: ['a', 'b'], allOf: [{ enum: ['b', 'c'] }] }, [`'b'`], [`'a'`]),
  ],
  brand: ['type It = string\n', inIt({ ...text, format: 'uuid' }, [], [`'a'`], {}, { brands: true })],
  'boolean-member': ['type It = string\n', inIt({ oneOf: [true, text] }, [`'a'`, '1'])],
  'tagged-union': [
    'type It = A | B\n',
    inIt({ anyOf: [ref('A'), ref('B')], discriminator: tag }, [`{ kind: 'a' }`], [`{ kind: 'c' }`], {
      A: object({ kind: text }),
      B: object({ kind: text }),
    }),
  ],
  'large-union': [
    /too complex|excessively deep/,
    inIt(
      {
        allOf: Array.from({ length: 20 }, (_item, index) => ({
          anyOf: [object({ [`a${index}`]: text }), object({ [`b${index}`]: text })],
        })),
      },
      ['{}'],
    ),
  ],
  'types-beside': [
    'Base',
    inIt({ type: ['object', 'string'], allOf: [ref('Base')] }, [`{ id: '' }`], ['{}'], {
      Base: object({ id: text }),
    }),
  ],
  'any-of-beside': [
    '} | {',
    inIt(
      { ...object({ id: text }), anyOf: [object({ a: text }), object({ b: text })] },
      [`{ id: '', a: '' }`],
      [`{ a: '' }`, `{ id: '' }`],
    ),
  ],
  'one-of-beside': [
    '| string',
    inIt(
      { allOf: [{ enum: ['a', 1, true] }], oneOf: [text, { type: 'integer' }] },
      [`'a'`, '1'],
      [`'b'`, 'true'],
    ),
  ],
  'required-elsewhere': [
    'Record<string, unknown>',
    inIt({ allOf: [ref('Base'), { type: 'object', required: ['id'] }] }, [`{ id: '' }`], ['{}'], {
      Base: object({ id: text }, []),
    }),
  ],
  'index-narrow': [
    '} & {\n  [key: string]: number',
    inIt(
      { ...object({ id: text }), additionalProperties: { type: 'integer' } },
      [`{ id: '', more: 1 }`],
      ['{ id: 1 }'],
    ),
  ],
  tuple: [
    'type It = unknown[]\n',
    inIt({ type: 'array', prefixItems: [text, { type: 'integer' }] }, [`['a']`, `['a', 1, true]`], ['[1]']),
  ],
  'flattened-list': [
    'type It = string[]\n',
    inIt({ type: 'array', items: { allOf: [{ type: 'array', items: text }] } }, [`[['a']]`], [`['a']`]),
  ],
}

/** Constructs that the library gets wrong in a document, and right in our copy of it. */
const respelled: Readonly<Record<string, Case>> = {
  readOnly: inIt(
    object({ id: { ...text, readOnly: true }, name: text }),
    [`{ id: '', name: '' }`],
    [`{ name: '' }`],
  ),
  unevaluatedProperties: inIt({ type: 'object', unevaluatedProperties: text }, [`{ a: '' }`], ['{ a: 1 }']),
  '$defs inside a schema': inIt({ ...object({ id: text }), $defs: { Inner: text } }, [`{ id: '' }`], ['{}']),
  'an enumeration that is said to be of objects': inIt({ type: 'object', enum: ['a'] }, [`'a'`], ['1']),
  'lists and objects as values': inIt(
    { enum: [['a', 1], {}, { b: [] }] },
    [`['a', 1]`, '{}', '{ b: [] }'],
    [`['a']`],
  ),
  'null as a constant': inIt({ const: null }, ['null'], ['1']),
  'null in an enumeration that does not list it': inIt({ ...nullableText, enum: ['a'] }, [`'a'`], ['null']),
  'a list of types with null beside allOf': inIt(
    { type: ['object', 'null'], allOf: [ref('Base')] },
    [`{ id: '' }`, 'null'],
    ['{}'],
    { Base: object({ id: text }) },
  ),
  'required members beside allOf': inIt(
    { allOf: [ref('Base')], ...object({ id: text }) },
    [`{ id: '' }`, `{ id: '', more: '' }`],
    ['{}'],
    { Base: { oneOf: [object({ id: text }, []), object({ more: text })] } },
  ),
  'a discriminator without a mapping': inIt(
    { oneOf: [ref('A'), ref('B')], discriminator: { propertyName: 'kind' } },
    [`{ kind: 'a' }`, `{ kind: 'b' }`],
    [`{ kind: 1 }`],
    { A: object({ kind: { const: 'a' } }), B: object({ kind: { ...text, example: 'b' } }) },
  ),
  'a tag that is not required': inIt(
    { oneOf: [ref('A'), ref('B')], discriminator: tag },
    [`{ kind: 'a' }`, '{}'],
    [`{ kind: 'c' }`],
    { A: object({ kind: text }, []), B: object({ kind: text }) },
  ),
  'a branch of several unions': inIt(
    { oneOf: [ref('A'), ref('B')], discriminator: tag },
    [`{ kind: 'a' }`],
    [`{ kind: 'x' }`],
    {
      A: object({ kind: text }),
      B: object({ kind: text }),
      Another: { oneOf: [ref('A')], discriminator: { propertyName: 'kind', mapping: { x: component('A') } } },
    },
  ),
  'items without a type': inIt({ items: text }, [`['a']`], ['[1]']),
  'a type of null that is no text': inIt({ type: null }, ['1']),
  'a reference into a component': inIt(
    object({ first: { $ref: `${component('Names')}/items` } }),
    [`{ first: 'a' }`],
    [`{ first: 1 }`],
    { Names: { type: 'array', items: text } },
  ),
  'a component that is a reference': {
    tree: document({
      components: {
        responses: {
          It: { $ref: '#/components/responses/Other' },
          Other: { description: 'it', content: { 'text/plain': {} } },
        },
      },
    }),
    code: `export type It = components['responses']['It']['content']['text/plain']`,
  },
  'null in the place of an object': {
    tree: document({ paths: { '/a': { get: { operationId: 'a', responses: { 200: null } } } } }),
    code: `export type It = operations['a']`,
  },
  'an extension among names': {
    tree: document({
      paths: { '/a': { get: { operationId: 'a', responses: { ...responses, 'x-more': { a: 1 } } } } },
    }),
    code: `export const it: keyof operations['a']['responses'] = 204`,
  },
  'a name with a percent sign': inIt(
    object({ '100%': { $ref: component('100%25') } }),
    [`{ '100%': { 'a#/b%': { '%': '' } } }`],
    [`{ '100%': 1 }`],
    { '100%': object({ 'a#/b%': object({ '%': text }) }) },
  ),
  'operations of one operationId': {
    tree: document({
      paths: { '/a': { get: { operationId: 'a#', responses }, put: { operationId: 'a#', responses } } },
    }),
    code: `export type It = [operations['a#'], operations['put_a'], paths['/a']['put']['responses'][204]]`,
  },
  'a parameter with content': {
    tree: document({
      components: {
        parameters: {
          It: { name: 'it', in: 'query', content: { 'application/json': { schema: object({ a: text }) } } },
        },
      },
    }),
    code: `export const it: components['parameters']['It'] = { a: '' }`,
  },
  itemSchema: {
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

/** The first construct of each schema of a document, with its compositions. */
const constructsIn = async (tree: object, options: TypeOptions & LoadOptions = {}): Promise<Set<string>> => {
  const it = await loaded(tree, 'it', options)
  const reading = readingOf(it, new Map(), options)
  const schemas = [...locationsOf(it.root)].flatMap(({ node, kind }) =>
    kind === 'schema' && isObject(node) ? [node] : [],
  )
  return new Set(
    schemas.flatMap(
      (schema) => constructIn(schema, reading, { view: 'response', isFilledIn: true })?.id ?? [],
    ),
  )
}

describe('what the library gets wrong', () => {
  it('has a case for each construct of the table', () => {
    expect([...Object.keys(expressed), 'long-chain'].toSorted()).toEqual(
      Array.from(constructs, ({ id }) => id).toSorted(),
    )
  })

  it('long-chain', async () => {
    expect([...(await constructsIn(chain))]).toEqual(['long-chain'])
  })

  it.each(Object.entries(expressed))('%s', async (id, [theirs, { tree, options }]) => {
    expect(await constructsIn(tree, options)).toContain(id)
    const files = await filesOf(await loaded(tree, 'it', options), options, () => false)
    if (typeof theirs === 'string') expect(files.map(({ content }) => content).join('\n')).toContain(theirs)
    else expect(compile(files).join('\n')).toMatch(theirs)
  })
})

describe('our types of what', () => {
  describe('the library gets wrong', () => {
    judge(Object.entries(expressed).map(([what, [, ours]]) => Object.assign(ours, { what })))
  })

  describe('is spelled in another way for it', () => {
    judge(Object.entries(respelled).map(([what, ours]) => Object.assign(ours, { what })))
  })
})
