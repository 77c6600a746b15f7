import { describe, expect, it } from 'vitest'
import { compile } from '../support/compile.js'
import { ref } from '../support/cases.js'
import { document, schemasDocument } from '../support/documents.js'
import { declarationsOf, faultsOf, filesOf, judge, loaded, textOf, type TypeCase, values } from './support.js'

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
      'references to unions that are multiplied out',
      {
        It: { allOf: refs(25) },
        ...many(25, (index) => ({ anyOf: [{ ...base, required: [`a${index}`] }, tagged(index)] })),
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
    expect(await faultsOf(schemasDocument(schemas))).toEqual([])
  })

  it('are printed when a union leads to a union five thousand times', async () => {
    const step = (index: number) =>
      index < 4999 ? { oneOf: [ref(`C${index + 1}`), { type: 'number' }] } : text
    const { schemas } = await declarationsOf(schemasDocument(many(5000, step)))
    expect(schemas[4998]?.text).toBe('C4999 | number')
  })

  it('keep a large union that stands alone beside another member', async () => {
    const schemas = { It: { oneOf: refs(2500) }, ...many(2500, tagged) }
    const { schemas: printed } = await declarationsOf(schemasDocument(schemas))
    expect(printed[0]?.text.split(' | ')).toHaveLength(2500)
  })
})

describe('a reference to nothing', () => {
  it('is a gap in the types, and no more', async () => {
    const document = await loaded(schemasDocument({}))
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
    expect(compile(await filesOf({ ...document, root }))).toEqual([])
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

  const linesOf = async (state: object, more: object = {}): Promise<string[]> =>
    (await textOf('schemas.d.ts', tree(state, more))).split('\n')

  it('changes only where the document does', async () => {
    const before = await linesOf({ enum: ['a', 'b'] })
    const after = await linesOf({ enum: ['a', 'b', 'c'] })
    expect(after.filter((line) => !before.includes(line))).toEqual(['export type State = "a" | "b" | "c"'])
    expect(before.filter((line) => !after.includes(line))).toEqual(['export type State = "a" | "b"'])
    const longer = await linesOf({ enum: ['a', 'b'] }, { More: text })
    expect(longer.filter((line) => !before.includes(line))).toEqual(['export type More = string'])
  })
})

describe('names of schemas', () => {
  judge([
    {
      what: 'may be what the language or the printed text means by them',
      tree: schemasDocument({
        string: { enum: ['a', 'b'] },
        Record: { type: 'object', additionalProperties: ref('string') },
        List: list(ref('List')),
        components: { type: 'object', properties: { list: ref('List'), record: ref('Record') } },
      }),
      code: `
        import { type components as Named, type List, type Record, string } from './schemas.js'
        export const it: Named = { list: [[], [[]]], record: { a: string.a } as Record }
        export const listed: List = it.list ?? []
        export const same: Schemas['components'] = it
        // @ts-expect-error no such value
        export const wrong: Schemas['string'] = 'c'`,
    },
  ])
})

describe('members with a default', () => {
  const counted = { type: 'object', properties: { count: { type: 'integer', default: 1 } } }
  const content = (name: string) => ({ content: { 'application/json': { schema: ref(name) } } })
  judge([
    {
      what: 'are always there in what clients only read',
      tree: document({
        paths: {
          '/it': {
            post: {
              operationId: 'it',
              requestBody: content('Sent'),
              responses: {
                200: { description: 'it', ...content('Read') },
                400: { description: 'no', ...content('Both') },
              },
            },
          },
        },
        components: {
          schemas: {
            Sent: { type: 'object', properties: { both: ref('Both') } },
            Read: counted,
            Both: counted,
          },
        },
      }),
      code: `
        export const count = (read: Schemas['Read']): number => read.count
        export const sent: Schemas['Sent'] = { both: {} }
        // @ts-expect-error a response has it
        export const wrong: Schemas['Read'] = {}`,
    },
  ])
})
