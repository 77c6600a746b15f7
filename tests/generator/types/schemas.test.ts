import { describe, expect, it } from 'vitest'
import { loadDocument } from '../../../generator/load/load.js'
import { printTypes, typeDeclarations } from '../../../generator/types/index.js'
import { compile } from '../support/compile.js'
import { ref } from '../support/cases.js'
import { document, schemasDocument } from '../support/documents.js'
import { declarationsOf, judge, type TypeCase, typesOf, values } from './support.js'

const text = { type: 'string' }

type Case = readonly [
  what: string,
  It: unknown,
  right: readonly string[],
  wrong: readonly string[],
  others?: object,
]

const cases = (openapi: '3.0.3' | '3.1.0', all: readonly Case[]): TypeCase[] =>
  all.map(([what, It, right, wrong, others]) => ({
    what,
    tree: schemasDocument({ It, ...others }, openapi),
    code: values(right, wrong),
  }))

const base = { type: 'object', required: ['id'], properties: { id: text } }
const list = (items: unknown) => ({ type: 'array', items })

describe('types of what leads back to itself:', () => {
  judge(
    cases('3.1.0', [
      ['a list of itself', list(ref('It')), ['[]', '[[], [[]]]'], ['[1]']],
      [
        'any JSON',
        {
          anyOf: [
            text,
            { type: 'null' },
            list(ref('It')),
            { type: 'object', additionalProperties: ref('It') },
          ],
        },
        [`{ a: ['x', null, { b: [] }] }`],
        ['[1]', '{ a: [true] }'],
      ],
      [
        'lists through each other',
        { anyOf: [list(ref('Other')), text] },
        [`[['a', { it: 'a' }]]`, `[[[['a']]]]`],
        ['[1]'],
        {
          Other: { oneOf: [list({ anyOf: [ref('It'), { type: 'object', properties: { it: ref('It') } }] })] },
        },
      ],
      ['a tuple of itself', { type: 'array', prefixItems: [text, ref('It')] }, [`['a', ['b']]`], ['1']],
      [
        'an object by way of allOf',
        { allOf: [ref('Base'), { type: 'object', properties: { children: list(ref('It')) } }] },
        [`{ id: '', children: [{ id: '' }] }`],
        [`{ id: '', children: [{}] }`],
        { Base: base },
      ],
      [
        'a schema inside itself',
        {
          type: 'object',
          properties: { tree: { type: 'object', properties: { all: list(ref('It/properties/tree')) } } },
        },
        [`{ tree: { all: [{ all: [] }] } }`],
        [`{ tree: { all: [1] } }`],
      ],
    ]),
  )
})

describe('types of', () => {
  judge([
    ...cases('3.1.0', [
      ['several types', { type: ['string', 'integer', 'null'] }, [`'a'`, '1', 'null'], ['true']],
      [
        'several types with members',
        { ...base, type: ['object', 'string'] },
        [`'a'`, `{ id: '' }`],
        ['{}', '1'],
      ],
      ['a type that is not named', { properties: { id: text } }, [`{ id: '' }`], ['{ id: 1 }']],
      ['a list without items', { type: 'array' }, [`[1, 'a']`], ['1']],
      ['an old list of items', list([text, { type: 'integer' }]), [`['a', 1, true]`], ['[1]']],
      ['nothing', false, [], ['1', '{}', 'null']],
      ['anything', true, ['1', '{}', 'null'], []],
      [
        'constants that are no texts',
        { const: { a: [1, 'x', null] } },
        [`{ a: [1, 'x', null] }`],
        ['{ a: [1] }'],
      ],
      [
        'an enumeration with null',
        { enum: ['a', 1, null, false] },
        [`'a'`, '1', 'null', 'false'],
        ['true', `'b'`],
      ],
      ['a map', { type: 'object', additionalProperties: text }, [`{ a: '' }`, '{}'], ['{ a: 1 }']],
      [
        'a map by patterns with a rest',
        { type: 'object', patternProperties: { '^a': text }, additionalProperties: { type: 'integer' } },
        [`{ a: '', b: 1 }`],
        ['{ a: true }'],
      ],
      [
        'an open object whose members have names',
        { ...base, additionalProperties: text },
        [`{ id: '', more: '' }`],
        ['{ id: 1 }', `{ more: '' }`],
      ],
      [
        'a member that is demanded and that nothing describes',
        { ...base, required: ['id', 'more'] },
        [`{ id: '', more: 1 }`],
        [`{ id: '' }`],
      ],
      [
        'members that are demanded alone',
        { type: 'object', required: ['a'] },
        ['{ a: 1, b: 2 }'],
        ['{ b: 2 }'],
      ],
      [
        'parts that describe one member',
        {
          allOf: [
            { properties: { a: { type: ['string', 'null'] } } },
            { properties: { a: { enum: ['x', null] } } },
          ],
        },
        [`{ a: 'x' }`, '{ a: null }'],
        [`{ a: 'y' }`],
      ],
      [
        'a nullable part',
        {
          allOf: [
            { ...base, type: ['object', 'null'] },
            { type: ['object', 'null'], required: ['more'] },
          ],
        },
        ['null', `{ id: '', more: 1 }`],
        [`{ id: '' }`],
      ],
      [
        'members with odd names',
        JSON.parse(
          '{"type":"object","required":["a-b"],"properties":{"a-b":{"type":"string"},"__proto__":{"type":"string"},' +
            '"constructor":{"type":"integer"},"\\"*/\\u2028":{"type":"string"},"1":{"type":"string"},"new":{"type":"string"},' +
            '"get":{"type":"string","readOnly":true},"readonly":{"type":"string"},"":{"type":"string"}}}',
        ),
        [`{ 'a-b': '', constructor: 1, 1: '', new: '', get: '', readonly: '', '': '' }`],
        [`{ 'a-b': '', constructor: 'a' }`, `{ 'a-b': '', 1: 2 }`],
      ],
      [
        'a reference with null beside it',
        { ...ref('Base'), nullable: true },
        ['null', `{ id: '' }`],
        ['{}'],
        { Base: base },
      ],
    ]),
    ...cases('3.0.3', [
      [
        'a nullable reference',
        { ...ref('Base'), nullable: true },
        ['null', `{ id: '' }`],
        ['{}'],
        { Base: base },
      ],
      ['an enumeration that lacks null', { ...text, enum: ['a'], nullable: true }, ['null', `'a'`], [`'b'`]],
      [
        'a nullable union',
        { oneOf: [ref('Base'), text], nullable: true },
        ['null', `'a'`, `{ id: '' }`],
        ['1'],
        { Base: base },
      ],
      ['nullable of any type', { nullable: true }, ['null', '1'], []],
    ]),
  ])
})

describe('documents of unusual size', () => {
  const clean = async (tree: object): Promise<void> => {
    expect(compile([{ path: 'it/types.d.ts', content: await typesOf(tree) }])).toEqual([])
  }
  const many = (count: number, make: (index: number) => unknown) =>
    Object.fromEntries(Array.from({ length: count }, (_item, index) => [`C${index}`, make(index)]))
  const tagged = (index: number) => ({ ...base, properties: { id: text, kind: { const: `k${index}` } } })
  const refs = (count: number) => Array.from({ length: count }, (_item, index) => ref(`C${index}`))

  it.each([
    ['a union of thousands of objects', { It: { oneOf: refs(2000) }, ...many(2000, tagged) }],
    [
      'a union of unions that are multiplied out',
      {
        It: { allOf: [{ oneOf: refs(400) }, { anyOf: refs(400) }, { oneOf: refs(400) }] },
        ...many(400, tagged),
      },
    ],
    [
      'an enumeration of thousands',
      { It: { enum: Array.from({ length: 5000 }, (_item, index) => `v${index}`) } },
    ],
    [
      'a long way of references',
      { It: ref('C0'), ...many(3000, (index) => (index < 2999 ? ref(`C${index + 1}`) : text)) },
    ],
    [
      'a long way of extensions',
      { ...many(300, (index) => (index < 299 ? { allOf: [ref(`C${index + 1}`), tagged(0)] } : base)) },
    ],
    [
      'a long way of unions',
      many(1000, (index) => (index < 999 ? { oneOf: [ref(`C${index + 1}`), { type: 'number' }] } : text)),
    ],
    [
      'a deep schema',
      {
        It: Array.from({ length: 90 }).reduce<object>(
          (inner) => ({ type: 'object', properties: { inner } }),
          text,
        ),
      },
    ],
  ])('%s', async (_what, schemas) => {
    await clean(schemasDocument(schemas))
  })

  it('are printed when a union leads to a union five thousand times', async () => {
    const step = (index: number) =>
      index < 4999 ? { oneOf: [ref(`C${index + 1}`), { type: 'number' }] } : text
    const { schemas } = await declarationsOf(schemasDocument(many(5000, step)))
    expect(schemas[4998]?.text).toBe('schemas["C4999"] | number')
  })

  it('keep a large union that stands alone beside another member', async () => {
    const schemas = { It: { oneOf: refs(2500) }, ...many(2500, tagged) }
    const { schemas: printed } = await declarationsOf(schemasDocument(schemas))
    expect(printed[0]?.text.split(' | ')).toHaveLength(2500)
  })
})

describe('a reference to nothing', () => {
  it('is a gap in the types, and no more', async () => {
    const document = await loadDocument({
      name: 'it',
      file: 'it.json',
      text: JSON.stringify(schemasDocument({})),
    })
    const gone = { schema: ref('Gone') }
    const content = { 'application/json': gone }
    const root = {
      ...document.root,
      paths: {
        '/it': {
          get: {
            parameters: [{ $ref: '#/components/parameters/Gone' }],
            requestBody: { $ref: '#/components/requestBodies/Gone' },
            responses: { 200: { content }, 400: { $ref: '#/components/responses/Gone' } },
          },
        },
        '/gone': { $ref: '#/components/pathItems/Gone' },
      },
      components: { schemas: { It: { allOf: [ref('Gone'), base], oneOf: [ref('Gone'), text] } } },
    }
    const types = printTypes(typeDeclarations({ ...document, root }))
    expect(compile([{ path: 'it/types.d.ts', content: types }])).toEqual([])
  })
})

describe('the text of types', () => {
  const tree = (state: object, more: object = {}) =>
    document({
      components: {
        schemas: {
          First: base,
          State: state,
          ...more,
          Last: { type: 'object', properties: { state: ref('State') } },
        },
      },
    })

  it('changes only where the document does', async () => {
    const before = (await typesOf(tree({ enum: ['a', 'b'] }))).split('\n')
    const after = (await typesOf(tree({ enum: ['a', 'b', 'c'] }))).split('\n')
    expect(after.filter((line) => !before.includes(line))).toEqual(['    State: "a" | "b" | "c";'])
    expect(before.filter((line) => !after.includes(line))).toEqual(['    State: "a" | "b";'])
    const longer = (await typesOf(tree({ enum: ['a', 'b'] }, { More: text }))).split('\n')
    expect(longer.filter((line) => !before.includes(line))).toEqual([
      '    /** @see #/components/schemas/More */',
      '    More: string;',
    ])
  })

  it('leaves out what is not wanted, and refers to it all the same', async () => {
    const { schemas, enums } = await declarationsOf(tree({ enum: ['a'] }), {}, (pointer) =>
      pointer.endsWith('/Last'),
    )
    expect(schemas.map(({ name }) => name)).toEqual(['Last'])
    expect(schemas[0]?.text).toContain('schemas["State"]')
    expect(enums).toEqual([])
  })
})
