import { describe, expect, test } from 'vitest'
import { compare } from '../../diff/engine/engine.js'
import { documentFragment } from '../../diff/fragments/fragment.js'
import { walkers } from '../../diff/diff-documents.js'
import { diff, diffInResponse, documentOf, idsOf } from './support/documents.js'
import { when } from './support/schema-rows.js'

const json = (schema: object): object => ({ content: { 'application/json': { schema } } })
const thing = { $ref: '#/components/schemas/Thing' }

const shared = (count: number, schema: object): object =>
  documentOf({
    paths: Object.fromEntries(
      Array.from({ length: count }, (_, index) => [
        `/${index}`,
        {
          post: {
            operationId: `op${index}`,
            requestBody: json(thing),
            responses: { 200: json({ type: 'array', items: thing }) },
          },
        },
      ]),
    ),
    components: { schemas: { Thing: schema } },
  })

describe('a component that many operations share', () => {
  const before = { type: 'object', properties: { a: { type: 'string', maxLength: 5 } } }
  const after = { type: 'object', properties: { a: { type: 'string', maxLength: 4 } } }
  const changes = diff(shared(500, before), shared(500, after))

  test('changes once per direction', () => {
    expect(idsOf(changes)).toEqual(['request-max-length-lowered', 'response-max-length-lowered'])
  })

  test('names every use and where it is', () => {
    const [request, response] = [...changes].sort((one, other) => (one.id < other.id ? -1 : 1))
    expect(request?.uses).toHaveLength(500)
    expect(request?.uses[7]).toEqual({
      operation: 'post /7',
      operationId: 'op7',
      within: 'request body application/json /a',
    })
    expect(response?.uses[499]).toEqual({
      operation: 'post /499',
      operationId: 'op499',
      within: 'response 200 application/json /[]/a',
    })
    expect(request?.from?.pointer).toBe('#/components/schemas/Thing/properties/a/maxLength')
  })
})

test('a change behind references that circle reaches every operation, in whichever order they are read', () => {
  const to = (name: string): object => ({ $ref: `#/components/schemas/${name}` })
  const object = (properties: object): object => ({ type: 'object', properties })
  const circling = (maxLength: number): object =>
    documentOf({
      paths: Object.fromEntries(
        ['A', 'B', 'D', 'Same'].map((name) => [
          `/${name}`,
          { get: { responses: { 200: json(object({ it: to(name) })) } } },
        ]),
      ),
      components: {
        schemas: {
          A: object({ b: to('B'), same: to('Same') }),
          B: object({ a: to('A'), c: to('C') }),
          C: { type: 'string', maxLength },
          D: object({ a: to('A') }),
          Same: object({ same: to('Same') }),
        },
      },
    })
  const changes = diff(circling(5), circling(4))
  expect(idsOf(changes)).toEqual(['response-max-length-lowered'])
  expect(new Set(changes[0]?.uses.map(({ operation }) => operation))).toEqual(
    new Set(['get /A', 'get /B', 'get /D']),
  )
})

describe('depth', () => {
  const nested = (depth: number, leaf: object): object => {
    let schema = leaf
    for (let index = 0; index < depth; index += 1) schema = { type: 'object', properties: { a: schema } }
    return schema
  }

  test('5000 levels of objects', () => {
    const changes = diffInResponse(nested(5000, { type: 'string' }), nested(5000, { type: 'integer' }))
    expect(idsOf(changes)).toEqual(['response-type-changed'])
  })

  test.each(['items', 'not', 'additionalProperties'])('5000 levels of %s', (key) => {
    const deep = (leaf: object): object => {
      let schema = leaf
      for (let index = 0; index < 5000; index += 1) schema = { [key]: schema }
      return schema
    }
    expect(diffInResponse(deep({ type: 'string' }), deep({ type: 'integer' }))).toHaveLength(1)
  })

  test.each(['allOf', 'anyOf', 'oneOf'])('5000 levels of %s', (key) => {
    const deep = (leaf: object): object => {
      let schema = leaf
      for (let index = 0; index < 5000; index += 1) schema = { [key]: [schema] }
      return schema
    }
    expect(idsOf(diffInResponse(deep({ type: 'string' }), deep({ type: 'integer' })))).toEqual([
      'response-type-changed',
    ])
  })

  test('a union in a union, 2000 times', () => {
    const deep = (leaf: object): object => {
      let schema = leaf
      for (let index = 0; index < 2000; index += 1)
        schema = { anyOf: [schema, { type: 'array', minItems: index + 1 }] }
      return schema
    }
    expect(diffInResponse(deep({ type: 'string' }), deep({ type: 'integer' })).length).toBeGreaterThan(0)
  })

  test('a chain of 20000 references', () => {
    const chained = (leaf: object): object => {
      const names = Array.from({ length: 20_000 }, (_, index) => [
        `S${index}`,
        index === 19_999 ? leaf : { $ref: `#/components/schemas/S${index + 1}` },
      ])
      return documentOf({
        paths: { '/a': { get: { responses: { 200: json({ $ref: '#/components/schemas/S0' }) } } } },
        components: { schemas: Object.fromEntries(names) },
      })
    }
    expect(idsOf(diff(chained({ type: 'string' }), chained({ type: 'integer' })))).toEqual([
      'response-type-changed',
    ])
  })
})

describe('where everything leads to everything', () => {
  const names = (count: number): string[] => Array.from({ length: count }, (_, index) => `S${index}`)
  const refTo = (name: string): object => ({ $ref: `#/components/schemas/${name}` })
  const ofSchemas = (schemas: object, first = 'S0'): object =>
    documentOf({
      paths: { '/a': { get: { responses: { 200: json(refTo(first)) } } } },
      components: { schemas },
    })

  const schemasCompared = (from: object, to: object): number => {
    let count = 0
    const counted = {
      ...walkers,
      schema: (...args: Parameters<typeof walkers.schema>): void => {
        count += 1
        walkers.schema(...args)
      },
    }
    compare(counted, [documentFragment(from)], [documentFragment(to)])
    return count
  }

  const everyProperty = (count: number, leaf: object): object => {
    const all = names(count)
    const properties = { leaf, ...Object.fromEntries(all.map((name) => [name, refTo(name)])) }
    return ofSchemas(Object.fromEntries(all.map((name) => [name, { type: 'object', properties }])))
  }

  test('a pair of schemas is compared once, however many references lead there', () => {
    const [from, to] = [everyProperty(60, { type: 'string' }), everyProperty(60, { type: 'integer' })]
    // Each schema, and the leaf that all share.
    expect(schemasCompared(from, to)).toBe(61)
  })

  test('unions of each other end', () => {
    const all = names(40)
    const ofUnions = (leaf: object): object =>
      ofSchemas(
        Object.fromEntries(
          all.map((name) => [name, { anyOf: [{ properties: { [name]: leaf } }, ...all.map(refTo)] }]),
        ),
      )
    const [from, to] = [ofUnions({ type: 'string' }), ofUnions({ type: 'integer' })]
    expect(schemasCompared(from, to)).toBeLessThan(40 * 4)
  })

  test.each([12, 70])('a leaf of one of %i unions of each other is one change per direction', (count) => {
    const all = names(count)
    const ofUnions = (leaf: object): object =>
      ofSchemas(
        Object.fromEntries(
          all.map((name) => [
            name,
            { anyOf: [{ properties: { [name]: name === 'S2' ? leaf : {} } }, ...all.map(refTo)] },
          ]),
        ),
      )
    const changes = diff(ofUnions({ maxLength: 5 }), ofUnions({ maxLength: 4 }))
    expect(changes.map(({ id, from }) => [id, from?.pointer])).toEqual([
      ['response-max-length-lowered', '#/components/schemas/S2/anyOf/0/properties/S2/maxLength'],
    ])
  })

  test('variants too many to be held against each other are paired by content, whatever their order', () => {
    const variant = (index: number, leaf: object): object => ({
      properties: { [`p${index}`]: { const: index, ...leaf }, same: leaf },
    })
    const all = Array.from({ length: 90 }, (_, index) => variant(index, {}))
    const fresh = all.toReversed().map((one, index) => (index === 40 ? variant(49, { maxLength: 4 }) : one))
    expect(idsOf(diffInResponse({ anyOf: all }, { anyOf: all.toReversed() }))).toEqual([])
    expect(new Set(idsOf(diffInResponse({ anyOf: all }, { anyOf: fresh })))).toEqual(
      new Set(['response-max-length-added']),
    )
  })

  const readsOf = (from: object, to: object): number => {
    let reads = 0
    // Counts how often the content of the schema that all refer to is looked at.
    const watched = (schema: object): object =>
      new Proxy(schema, { ownKeys: (target) => ((reads += 1), Reflect.ownKeys(target)) })
    const wide = (schema: object, count: number): object =>
      ofSchemas({
        Shared: watched(schema),
        S0: {
          type: 'object',
          properties: Object.fromEntries(names(count).map((name) => [name, refTo('Shared')])),
        },
      })
    diff(wide(from, 300), wide(to, 300))
    return reads
  }

  test.each([
    ['equal', { type: 'string', maxLength: 5 }, { type: 'string', maxLength: 5 }],
    ['changed', { type: 'string', maxLength: 5 }, { type: 'string', maxLength: 4 }],
  ])('a schema that 300 properties refer to is read once, not 300 times: %s', (_name, from, to) => {
    expect(readsOf(from, to)).toBeLessThan(60)
  })

  test('callbacks of each other are named once for each path', () => {
    const all = names(12)
    const callbacks = Object.fromEntries(
      all.map((name) => [name, { '{$url}': { $ref: `#/components/pathItems/${name}` } }]),
    )
    const looped = (schema: object): object =>
      documentOf({
        paths: { '/a': { post: { callbacks } } },
        components: {
          pathItems: Object.fromEntries(
            all.map((name) => [name, { post: { requestBody: json(schema), callbacks } }]),
          ),
        },
      })
    const changes = diff(looped({ type: 'string' }), looped({ type: 'integer' }))
    expect(changes.flatMap(({ uses }) => uses).length).toBeLessThan(12 * 12 * 4)
  })
})

describe('circles', () => {
  const self = { $ref: '#/components/schemas/Self' }
  const withSelf = (schema: object): object =>
    documentOf({
      paths: { '/a': { get: { responses: { 200: json(self) } } } },
      components: { schemas: { Self: schema } },
    })

  test.each([
    ['a property', { properties: { next: self } }, { properties: { next: self, other: {} } }],
    ['itself alone', self, { ...self, maxLength: 3 }],
    ['allOf', { allOf: [self] }, { allOf: [self, { maxLength: 3 }] }],
    ['anyOf', { anyOf: [self, { type: 'string' }] }, { anyOf: [self, { type: 'integer' }] }],
    ['not', { not: self, maxLength: 3 }, { not: self }],
    ['if', when(self, self, { maxLength: 2 }), when(self, self)],
    ['contains', { type: 'array', contains: self }, { type: 'array', contains: self, minItems: 2 }],
  ])('through %s end', (_name, from, to) => {
    expect(diff(withSelf(from), withSelf(to)).length).toBeLessThan(5)
    expect(diff(withSelf(from), withSelf(from))).toEqual([])
  })

  test('a callback that leads back into its operation', () => {
    const looped = (more: object): object =>
      documentOf({
        paths: { '/a': { $ref: '#/components/pathItems/A' } },
        components: {
          pathItems: {
            A: { post: { ...more, callbacks: { on: { '{$url}': { $ref: '#/components/pathItems/A' } } } } },
          },
        },
      })
    expect(diff(looped({}), looped({ deprecated: true })).length).toBeGreaterThan(0)
  })
})

describe('documents that are no documents', () => {
  const values: unknown[] = [
    null,
    1,
    'a',
    [],
    {},
    { paths: [] },
    { paths: { '/a': { get: 1 } } },
    {
      paths: {
        '/a': {
          get: {
            parameters: [1, null],
            requestBody: [],
            responses: { 200: null, 201: { content: { a: 1 } } },
          },
        },
      },
    },
    {
      paths: {
        '/a': {
          get: {
            responses: {
              200: json({
                type: 5,
                enum: 1,
                properties: [],
                required: 'a',
                allOf: {},
                oneOf: [],
                anyOf: 'x',
                items: 3,
                pattern: 1,
                $ref: '#/nowhere',
              }),
            },
          },
        },
      },
    },
  ]

  test.each(
    values.flatMap((from) => values.map((to) => [JSON.stringify(from), JSON.stringify(to), from, to])),
  )('%s -> %s', (_from, _to, from, to) => {
    expect(() => diff(Object(from), Object(to))).not.toThrow()
  })

  test('a value that holds itself, as an alias in YAML can', () => {
    const circle: Record<string, unknown> = { type: 'object' }
    circle['properties'] = { again: circle }
    circle['default'] = circle
    const changes = diffInResponse(circle, { type: 'object', properties: { again: { type: 'string' } } })
    // The default goes where the circle is the whole, and where it is its own property.
    expect(new Set(idsOf(changes))).toEqual(new Set(['response-default-removed', 'response-type-changed']))
  })

  test('names of the prototype are names like others', () => {
    const properties: unknown = JSON.parse('{"__proto__":{"type":"string"},"constructor":{"type":"string"}}')
    const changes = diffInResponse({ type: 'object', properties: {} }, { type: 'object', properties })
    expect(idsOf(changes)).toEqual(['response-property-added', 'response-property-added'])
  })
})
