import { describe, expect, it } from 'vitest'
import { isObject, locationsOf } from '../../../document/index.js'
import type { LoadOptions } from '../../../generator/load/load.js'
import { constructIn, constructs } from '../../../generator/types/constructs.js'
import type { TypeOptions } from '../../../generator/types/index.js'
import { readingOf } from '../../../generator/types/reading/reading.js'
import { compile } from '../../support/compile.js'
import { document, schemasDocument } from '../support/documents.js'
import { rowsOf } from '../../schemas/rows.js'
import { filesOf, judge, loaded, type TypeCase, values } from './support.js'

const text = { type: 'string' }
const object = (properties: object) => ({ type: 'object', required: Object.keys(properties), properties })
const responses = { 204: { description: 'done' } }

type Case = Omit<TypeCase, 'what'>

/** Constructs that need options or a large document, with what the library prints or the compiler's failure at it. */
const further: Readonly<Record<string, readonly [theirs: string | RegExp, ours: Case]>> = {
  brand: [
    'type It = string\n',
    {
      tree: schemasDocument({ It: { ...text, format: 'uuid' } }),
      code: values([], [`'a'`]),
      options: { brands: true },
    },
  ],
  'large-union': [
    /too complex|excessively deep/,
    {
      tree: schemasDocument({
        It: {
          allOf: Array.from({ length: 20 }, (_item, index) => ({
            anyOf: [object({ [`a${index}`]: text }), object({ [`b${index}`]: text })],
          })),
        },
      }),
      code: values(['{}'], []),
    },
  ],
}

/** Constructs by their ids; tests/schemas has what our types take. */
const expressed = [
  ...rowsOf('constructs').map(({ name, library = 'missing', document: tree }) => ({
    id: name,
    theirs: library,
    tree,
    options: undefined,
  })),
  ...Object.entries(further).map(([id, [theirs, { tree, options }]]) => ({ id, theirs, tree, options })),
]

/** Constructs outside of schemas that the library gets wrong in a document, and right in our copy of it. */
const respelled: Readonly<Record<string, Case>> = {
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
    expect(expressed.map(({ id }) => id).toSorted()).toEqual(
      Array.from(constructs, ({ id }) => id).toSorted(),
    )
  })

  it.each<[number, number, string[]]>([
    [40, 50, []],
    [41, 50, ['large-union']],
    [2001, 0, []],
  ])('unions of %i and %i branches beside each other', async (one, other, ids) => {
    const unionOf = (size: number) => ({ oneOf: Array.from({ length: size }, () => text) })
    const tree = schemasDocument({ It: { allOf: [one, other].map(unionOf) } })
    expect([...(await constructsIn(tree))]).toEqual(ids)
  })

  it.each(expressed)('$id', async ({ id, theirs, tree, options }) => {
    expect(await constructsIn(tree, options)).toContain(id)
    const files = await filesOf(await loaded(tree, 'it', options), options, () => false)
    if (typeof theirs === 'string') expect(files.map(({ content }) => content).join('\n')).toContain(theirs)
    else expect(compile(files).join('\n')).toMatch(theirs)
  })
})

describe('our types of', () => {
  const cases = {
    ...Object.fromEntries(Object.entries(further).map(([id, [, ours]]) => [id, ours])),
    ...respelled,
  }
  judge(Object.entries(cases).map(([what, ours]) => Object.assign(ours, { what })))
})
