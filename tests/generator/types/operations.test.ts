import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { document, ref } from '../support/documents.js'
import { compile } from '../../support/compile.js'
import { generateOne, repository } from '../support/generated.js'
import { notesOf } from '../../../generator/types/declarations/comments.js'
import { declarationsOf, faultsOf, judge, textOf } from './support.js'

const text = { type: 'string' }
const number = { type: 'integer' }
const responses = { 204: { description: 'done' } }
const query = (name: string, more: object = {}) => ({ name, in: 'query', schema: text, ...more })

const tree = document({
  paths: {
    '/a/{id}': {
      parameters: [
        { name: 'id', in: 'path', schema: text },
        query('page'),
        { $ref: '#/components/parameters/Trace' },
      ],
      get: {
        operationId: 'a',
        parameters: [
          query('page', { required: true, schema: number }),
          { name: 'c', in: 'cookie', schema: text },
        ],
        responses: {
          200: {
            description: 'fine',
            headers: {
              'x-rate-limit': { required: true, schema: number },
              'X-Component': { $ref: '#/components/headers/x-component' },
            },
            content: {
              'application/json; charset=utf-8': { schema: ref('It') },
              'text/event-stream': { itemSchema: ref('It') },
              'text/plain': {},
            },
          },
          '4XX': { $ref: '#/components/responses/Refused' },
          default: { $ref: '#/components/pathItems/Shared/put/responses/204' },
        },
      },
    },
    '/b': {
      $ref: '#/components/pathItems/Shared',
    },
    '/c': { $ref: '#/components/pathItems/Shared' },
    'x-ignored': { get: { responses } },
  },
  webhooks: { told: { post: { operationId: 'told', responses } } },
  components: {
    schemas: { It: { type: 'object', required: ['id'], properties: { id: text } } },
    parameters: {
      Trace: { name: 'X-Trace', in: 'header', content: { 'application/json': { schema: ref('It') } } },
    },
    headers: { 'x-component': { schema: number } },
    responses: {
      Refused: { description: 'no', content: { 'application/json': { schema: text } } },
      Alias: { $ref: '#/components/responses/Refused' },
    },
    requestBodies: { Body: { required: true, content: { 'application/json': { schema: ref('It') } } } },
    pathItems: {
      Shared: {
        put: { operationId: 'b', requestBody: { $ref: '#/components/requestBodies/Body' }, responses },
      },
    },
  },
})

describe('declarations of operations', () => {
  judge([
    {
      what: 'say what a request holds',
      tree,
      code: `
        type A = operations['a']['parameters']
        export const all: A = { query: { page: 1 }, path: { id: '' }, header: { 'X-Trace': { id: '' } }, cookie: { c: '' } }
        export const least: A = { query: { page: 1 }, path: { id: '' } }
        // @ts-expect-error the operation says what the page is
        export const page: A = { query: { page: '1' }, path: { id: '' } }
        // @ts-expect-error what stands in the path is always there
        export const id: A = { query: { page: 1 } }
        export const item: paths['/a/{id}']['parameters'] = { path: { id: '' }, query: { page: '1' } }
        export const body: operations['b']['requestBody']['content']['application/json'] = { id: '' }
        export const other: paths['/c']['put']['requestBody'] = { content: { 'application/json': { id: '' } } }
        export const none: operations['a']['requestBody'] = undefined as never`,
    },
    {
      what: 'say what a response holds',
      tree,
      code: `
        type A = operations['a']['responses']
        export const limit: number = ({} as A[200])['headers']['x-rate-limit']
        export const component: number | undefined = ({} as A[200]).headers['X-Component']
        export const unknownHeader: unknown = ({} as A[200]).headers['X-More']
        export const it: A[200]['content']['application/json; charset=utf-8'] = { id: '' }
        export const stream: A[200]['content']['text/event-stream'] = [{ id: '' }]
        export const plain: unknown = ({} as A[200]['content'])['text/plain']
        export const refused: A['4XX']['content']['application/json'] = 'no'
        export const alias: components['responses']['Alias'] = {} as A['4XX']
        // @ts-expect-error it has no content
        export const nothing: A['default']['content'] = {}
        // @ts-expect-error there is no such status
        export type Missing = A[404]`,
    },
    {
      what: 'are there for webhooks and shared path items',
      tree,
      code: `
        export type Told = webhooks['told']['post']['responses'][204]
        export type Shared = components['pathItems']['Shared']['put']['requestBody']
        export const names: (keyof operations)[] = ['a', 'b', 'put_c', 'told']
        // @ts-expect-error an extension is no path
        export type Extension = paths['x-ignored']`,
    },
  ])
})

describe('names and parameters of operations', () => {
  it('are there for every name in the table', async () => {
    const paths = {
      '/a': { get: { responses }, put: { operationId: 'x', responses } },
      '/b': { get: { operationId: 'x', responses } },
      '/c': { get: { operationId: 7, responses } },
    }
    const { files } = await generateOne(
      document({ paths, webhooks: { hook: { post: { operationId: 'x', responses } } } }),
    )
    const consumer =
      "import type { Operations } from './it/index.js'\nexport const all: { [Id in keyof Operations]: Id } = { get_a: 'get_a', x: 'x', get_b: 'get_b', get_c: 'get_c' }\n"
    expect(compile([...files, { path: 'consumer.ts', content: consumer }])).toEqual([])
  })

  it('take parameters that are references into other operations', async () => {
    const get = { responses, parameters: [{ name: 'page', in: 'query', required: true, schema: text }] }
    const types = await textOf(
      'types.d.ts',
      document({
        paths: {
          '/a': { get },
          '/b': { get: { responses, parameters: [{ $ref: '#/paths/~1a/get/parameters/0' }] } },
        },
      }),
    )
    expect(types.match(/query: \{\s+page: string;/g)).toHaveLength(2)
  })
})

describe('comments', () => {
  const hostile = '*/ export const x = 1 /* ` ${x}\u2028@deprecated\r\n  @internal\n\n*/'
  const schemas = {
    It: {
      title: 'Title',
      description: hostile,
      type: 'object',
      properties: {
        amount: {
          ...text,
          description: 'How much.',
          format: 'decimal',
          pattern: '^*/$',
          maxLength: 9,
          default: '*/',
          example: '1.50',
          deprecated: true,
          externalDocs: { url: 'https://docs.example/*/a' },
        },
        list: { type: 'array', uniqueItems: true, minItems: 1, items: text, examples: [['a']] },
        odd: { description: 5, title: ['a'], format: {}, example: { large: Array.from({ length: 99 }) } },
      },
    },
  }

  it('say what the document says', async () => {
    const { schemas: printed } = await declarationsOf(document({ components: { schemas } }))
    expect(printed[0]?.comment).toEqual([
      'Title',
      '',
      String.raw`*\/ export const x = 1 /* ` + '` ${x}',
      String.raw`\@deprecated`,
      String.raw`  \@internal`,
      '',
      String.raw`*\/`,
    ])
    expect(printed[0]?.text).toBe(
      [
        '{',
        '  /**',
        '   * How much.',
        '   *',
        String.raw`   * Format: decimal. Pattern: ^*\/$. Maximum length: 9`,
        String.raw`   * @default "*\/"`,
        '   * @example "1.50"',
        '   * @deprecated',
        String.raw`   * @see https://docs.example/*\/a`,
        '   */',
        '  amount: string;',
        '  /**',
        '   * Unique items. Minimum items: 1',
        '   * @example ["a"]',
        '   */',
        '  list?: string[];',
        '  odd?: unknown;',
        '}',
      ].join('\n'),
    )
  })

  it.each([
    ['a text', 'x'.repeat(198), true],
    ['a longer text', 'x'.repeat(199), false],
    ['a small object', { a: [1] }, true],
    ['a long list in an object', { a: Array.from({ length: 10 }).fill(1) }, false],
  ])('have an example that is small: %s', (_what, example, isPrinted) => {
    expect(notesOf({ example })).toEqual(isPrinted ? [`@example ${JSON.stringify(example)}`] : [])
  })

  it('do not repeat a summary that is the description too', async () => {
    const twice = { A: { ...text, title: 'Once', description: 'Once\n' } }
    const { schemas: printed } = await declarationsOf(document({ components: { schemas: twice } }))
    expect(printed[0]?.comment).toEqual(['Once'])
  })

  it('never end early', async () => {
    const noted = { summary: hostile, description: hostile, deprecated: true, externalDocs: { url: hostile } }
    const get = {
      ...noted,
      operationId: hostile,
      parameters: [{ ...query(hostile), ...noted }],
      responses: { 200: noted },
    }
    const content = document({
      paths: { [`/${hostile}`]: { ...noted, get } },
      webhooks: { [hostile]: { get } },
      components: {
        schemas: {
          [hostile]: { ...text, ...noted, format: hostile, enum: [hostile, 'a'], default: hostile },
        },
      },
    })
    expect(await faultsOf(content)).toEqual([])
    for (const file of ['types.d.ts', 'schemas.d.ts'] as const)
      expect(await textOf(file, content)).not.toMatch(/^\s*export const/m)
  })
})

describe('constants of enumerations', () => {
  const schemas = {
    State: {
      ...text,
      description: 'Where it is.',
      enum: ['Active', 'in-review', '', '*/', '__proto__', 'a"b'],
    },
    'a-b': { enum: ['x', null], nullable: true },
    a_b: { enum: ['y'] },
    Signed: { enum: [1, -2.5] },
    Named: { type: 'integer', enum: [1, 2], 'x-enum-varnames': ['One', 'Two'] },
    Mixed: { enum: ['1', 1] },
    Single: { const: 'a' },
    Object: { type: 'object' },
  }

  judge([
    {
      what: 'have the values of the document',
      tree: document({ components: { schemas } }),
      code: `
        import { a_b, Named, Signed, State } from './schemas.js'
        export const active: 'Active' = State.Active
        export const review: State = State['in-review']
        export const odd: readonly State[] = [State[''], State['*/'], State['a"b'], State['__proto__']]
        export const state: Schemas['State'] = State.Active
        export const one: 1 = Named.One
        export const negative: -2.5 = Signed['-2.5']
        export const other: a_b = a_b.y
        // @ts-expect-error no such value
        export const wrong: State = 'Closed'
        // @ts-expect-error constants stay what they are
        State.Active = 'Active'`,
    },
  ])
})

describe('a document that means harm', () => {
  const hostile: object = JSON.parse(
    readFileSync(join(repository, 'fixtures/generator/hostile.json'), 'utf8'),
  )

  it.each([{}, { brands: true, openEnums: true }])('is declared cleanly, with %j', async (options) => {
    expect(await faultsOf(hostile, options)).toEqual([])
  })
})
