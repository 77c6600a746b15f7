import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import vm from 'node:vm'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { openSurface, type OpenedSurface } from '../../generator/index.js'
import type { Surface } from '../../runtime/surface.js'
import { largeDocument } from '../support/large-document.js'
import { altered, randomFrom, Samples } from '../support/samples.js'
import { document, ref, schemasDocument } from './support/documents.js'
import { sharedFolder } from '../support/folder.js'
import { repository, surfaceOf } from './support/generated.js'

const folder = sharedFolder()

const open = (root: object | string, name = 'it'): Promise<OpenedSurface> =>
  openSurface({ name, file: `${name}.json`, text: typeof root === 'string' ? root : JSON.stringify(root) })

const fileOf = (path: string): string => readFileSync(join(repository, path), 'utf8')

/** Unions of unions, which cache verdicts, and members that were evaluated elsewhere. */
const tricky = schemasDocument({
  ...Object.fromEntries(
    Array.from({ length: 14 }, (_, level) => [
      [`A${level}`, level === 0 ? { type: 'string' } : { anyOf: [ref(`A${level - 1}`), ref(`B${level - 1}`)] }],
      [`B${level}`, level === 0 ? { type: 'integer' } : { anyOf: [ref(`B${level - 1}`), ref(`A${level - 1}`)] }],
    ]).flat(),
  ),
  Base: { type: 'object', properties: { a: { type: 'string' } } },
  Closed: { allOf: [ref('Base')], properties: { b: ref('Tree') }, unevaluatedProperties: false },
  Tree: { type: 'object', required: ['children'], properties: { children: { items: ref('Tree') } } },
  Never: { items: false },
  Own: { properties: { __proto__: { type: 'string' }, toString: { type: 'integer' } } },
}) // prettier-ignore

/** A table without the names of validators, which derive from the exported names. */
const unnamed = (table: unknown): unknown =>
  JSON.parse(JSON.stringify(table, (key, value: unknown) => (key === 'validator' ? typeof value : value)))

const errorsOf = async (surface: Surface, name: string, value: unknown): Promise<unknown> => {
  const validate = await surface.validator(name)
  // Schema paths are relative to the function that found the error, and generated code shares more functions.
  return validate(value) || validate.errors?.map(({ schemaPath: _at, ...error }) => error)
}

describe('a surface that is opened', () => {
  it.each([
    ['the payment API', fileOf('dist/specs/2026-08-01.json')],
    ['hostile names', fileOf('fixtures/generator/hostile.json')],
    ['schemas that need others', JSON.stringify(tricky)],
  ])('has the tables and the verdicts of generated code: %s', async (_, text) => {
    const { surface: opened, root } = await open(text)
    const generated = await surfaceOf(folder, text)
    for (const table of ['title', 'sha256', 'operations', 'webhooks', 'securitySchemes', 'schemas'] as const)
      expect(unnamed(opened[table])).toEqual(unnamed(generated[table]))
    const samples = new Samples(root, randomFrom(3))
    let refused = 0
    for (const [name, own] of Object.entries(opened.schemaValidators)) {
      const value = samples.draw({ $ref: `#/components/schemas/${name}` })
      for (const one of [value, altered(value, randomFrom(5)), { b: { children: [{}] } }]) {
        for (const direction of ['request', 'response'] as const) {
          const errors = await errorsOf(opened, own[direction], one)
          const other = generated.schemaValidators[name]?.[direction] ?? ''
          expect(errors, name).toEqual(await errorsOf(generated, other, one))
          if (errors !== true) refused++
        }
      }
    }
    expect(refused).toBeGreaterThan(5)
  }) // prettier-ignore

  it('has no validator of another name', async () => {
    const { surface } = await open(tricky)
    await expect(surface.validator('Other')).rejects.toThrow('no validator is named Other')
  })

  it('compiles no more for a large document than for a small one', async () => {
    const compile = vi.spyOn(vm, 'compileFunction')
    onTestFinished(() => compile.mockRestore())
    const counts: number[] = []
    for (const operations of [50, 500]) {
      const { surface } = await open(largeDocument(operations))
      expect(compile.mock.calls.length - counts.reduce((sum, one) => sum + one, 0)).toBe(0)
      const { schema: _schema, validator = '' } =
        surface.operations['list0']?.responses['200']?.content['application/json'] ?? {}
      const validate = await surface.validator(validator)
      expect([validate([{ id: 'a', name: 'b' }]), validate([{ id: 1 }])]).toEqual([true, false])
      counts.push(compile.mock.calls.length)
    }
    const [small = 0, both = 0] = counts
    expect([small > 0, both - small]).toEqual([true, small])
  })

  it('is given up when it is asked to', async () => {
    const signal = AbortSignal.abort(new Error('enough'))
    const input = { name: 'it', file: 'it.json', text: JSON.stringify(tricky) }
    await expect(openSurface(input, { signal })).rejects.toThrow('enough')
  })
})

const json = (schema: unknown): object => ({ content: { 'application/json': { schema } } })

describe('what could not be read', () => {
  const named = {
    get: {
      operationId: 'get',
      parameters: [{ $ref: '#/components/parameters/Gone' }, { name: 'q', in: 'query', schema: ref('Odd') }],
      responses: { 200: json({ items: ref('Holder') }), 404: { $ref: '#/components/responses/No' } },
    },
    post: { operationId: 'post', requestBody: json({ properties: { a: ref('Gone') } }), responses: {} },
  }
  const root = document({
    paths: { '/a': named, '/b': { $ref: '#/components/pathItems/B' } },
    components: {
      pathItems: { B: { put: { operationId: 'put', responses: { 200: { $ref: '#/components/responses/No' } } } } },
      responses: { No: { description: 'No.', ...json(ref('Gone')) } },
      schemas: {
        Holder: { properties: { a: ref('Odd'), b: ref('Fine') } },
        Odd: { type: 'text' },
        Fine: { type: 'string' },
        Unused: { properties: { a: ref('Gone') } },
      },
    },
  }) // prettier-ignore
  const lines = ({ unread }: OpenedSurface): string[] =>
    unread.map(({ pointer, operation = '-', part = '-', name = '-' }) => [pointer, operation, part, name].join(' ')).toSorted() // prettier-ignore

  it('is told with the operations that it is in, and the part of them', async () => {
    expect(lines(await open(root))).toEqual([
      '#/components/responses/No/content/application~1json/schema get responses 404',
      '#/components/responses/No/content/application~1json/schema put - -',
      '#/components/schemas/Odd get parameters q',
      '#/components/schemas/Odd get responses 200',
      '#/components/schemas/Unused/properties/a - - -',
      '#/paths/~1a/get/parameters/0 get parameters -',
      '#/paths/~1a/post/requestBody/content/application~1json/schema/properties/a post requestBody -',
    ])
  })

  it('is nothing in a document that is fine', async () => {
    expect((await open(largeDocument(10))).unread).toEqual([])
  })

  it('has one entry for each operation, however many gaps there are', async () => {
    const gaps = Object.fromEntries(Array.from({ length: 50 }, (_, index) => [`p${index}`, ref('Gone')]))
    const { components, ...rest } = largeDocument(100) as { components: { schemas: object } }
    const schemas = { ...components.schemas, Base: { type: 'object', properties: gaps } }
    const { unread } = await open({ ...rest, components: { ...components, schemas } })
    const lists = unread.filter(({ operation }) => operation === 'list3')
    expect([unread.length, lists.length]).toEqual([20 * 4 + 49, 1])
  })

  it('shows at once for a keyword of another kind, and for a pattern when it is looked at', async () => {
    const odd = schemasDocument({ A: { minLength: 'x' }, B: { type: 'string', pattern: '(' } })
    const opened = await open(odd)
    expect(opened.unread.map(({ pointer }) => pointer)).toEqual(['#/components/schemas/A'])
    const { A, B } = opened.surface.schemaValidators
    const [a, b] = [await opened.surface.validator(A?.response ?? ''), await opened.surface.validator(B?.response ?? '')]
    expect([a('anything'), a(1), b('x'), b(1)]).toEqual([true, true, true, false])
    expect(opened.unread.map(({ pointer }) => pointer)).toEqual([
      '#/components/schemas/A',
      '#/components/schemas/B/pattern',
    ])
  }) // prettier-ignore
})

describe('OpenAPI 3.2', () => {
  const form = { 'application/x-www-form-urlencoded': { schema: ref('Filter') } }
  const streams = {
    'application/jsonl': { itemSchema: ref('Filter') },
    'application/json-seq': { schema: { type: 'array' }, itemSchema: {} },
  }
  const root = (openapi: string): object => ({
    ...document({
      paths: {
        '/a': {
          query: { operationId: 'ask', responses: { 200: { description: 'It.' } } },
          additionalOperations: {
            COPY: { operationId: 'copy', requestBody: json({ type: 'string' }), responses: {} },
            link: { operationId: 'lower', responses: {} },
            GET: { operationId: 'twice', responses: {} },
          },
          get: {
            operationId: 'list',
            parameters: [
              { name: 'form', in: 'querystring', content: form },
              { name: 'text', in: 'querystring', content: { 'text/plain': {} } },
            ],
            responses: { 200: { description: 'It.', content: streams } },
          },
        },
      },
      components: {
        schemas: {
          Filter: { type: 'object', required: ['a'], properties: { a: { type: 'integer' }, b: {} } },
        },
      },
    }),
    openapi,
  })

  it('has methods of its own, and query strings that are forms', async () => {
    const { operations } = (await open(root('3.2.0'))).surface
    expect(Object.values(operations).map(({ operationId, method, pointer }) => [operationId, method, pointer])).toEqual([
      ['list', 'get', '#/paths/~1a/get'],
      ['ask', 'query', '#/paths/~1a/query'],
      ['copy', 'COPY', '#/paths/~1a/additionalOperations/COPY'],
    ])
    expect(operations['copy']?.requestBody?.content['application/json']?.validator).toBeDefined()
    expect(operations['list']?.parameters).toMatchObject([
      { name: 'a', in: 'query', required: true, style: 'form', explode: true, schema: { type: 'integer' } },
      { name: 'b', in: 'query', required: false },
    ])
  }) // prettier-ignore

  it('describes the items of a stream', async () => {
    const { operations, validator } = (await open(root('3.2.0'))).surface
    const { 'application/jsonl': lines } = operations['list']?.responses['200']?.content ?? {}
    expect(lines?.schema).toEqual({ type: 'array', items: ref('Filter') })
    const judge = await validator(lines?.validator ?? '')
    expect([judge([{ a: 1 }, { a: 2 }]), judge([{ a: 1 }, {}])]).toEqual([true, false])
  })

  it('is named where it is not supported', async () => {
    const { unread } = await open(root('3.2.0'))
    expect(unread.map(({ pointer, message, operation }) => [pointer, message, operation])).toEqual([
      ['#/paths/~1a/get/parameters/1', 'a query string that is not a form with properties is not written', 'list'],
      ['#/paths/~1a/get/responses/200/content/application~1json-seq/itemSchema', 'a stream that has a schema is judged by it alone', 'list'],
      ['#/paths/~1a/additionalOperations/link', 'a method that is not in upper case is not called', undefined],
    ])
  }) // prettier-ignore

  it('is unknown to documents before it', async () => {
    const { surface, unread } = await open(root('3.1.0'))
    expect([Object.keys(surface.operations), unread]).toEqual([['list'], []])
  })
})
