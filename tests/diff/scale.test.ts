import { describe, expect, test } from 'vitest'
import { compare } from '../../diff/engine/engine.js'
import { documentFragment } from '../../diff/engine/node.js'
import { walkers } from '../../diff/diff-documents.js'
import { content, diff, diffInResponse, documentOf, idsOf, type Json } from './support/documents.js'
import { tableOf } from './support/tables.js'

const string = { type: 'string' }
const integer = { type: 'integer' }
const object = (properties: object): object => ({ type: 'object', properties })
const refTo = (name: string): object => ({ $ref: `#/components/schemas/${name}` })
const names = (count: number, prefix = 'S'): string[] =>
  Array.from({ length: count }, (_, index) => `${prefix}${index}`)
/** An object with a member for each name. */
const members = (all: readonly string[], make: (name: string, index: number) => unknown): object =>
  Object.fromEntries(all.map((name, index) => [name, make(name, index)]))
/** A document with a component of each name, the first of which a response has. */
const ofSchemas = (schemas: object, first = 'S0'): object =>
  documentOf({
    paths: { '/a': { get: { responses: { 200: content(refTo(first)) } } } },
    components: { schemas },
  })

describe('a component that many operations share', () => {
  const shared = (maxLength: number): object =>
    documentOf({
      paths: members(names(500, '/'), (_name, index) => ({
        post: {
          operationId: `op${index}`,
          requestBody: content(refTo('Thing')),
          responses: { 200: content({ type: 'array', items: refTo('Thing') }) },
        },
      })),
      components: { schemas: { Thing: object({ a: { type: 'string', maxLength } }) } },
    })
  const changes = diff(shared(5), shared(4))

  test('changes once per direction, and names every use and where it is', () => {
    expect(idsOf(changes)).toEqual(['request-max-length-lowered', 'response-max-length-lowered'])
    const [request, response] = [...changes].sort((one, other) => (one.id < other.id ? -1 : 1))
    const use = (index: number, within: string) => ({
      operation: `post /${index}`,
      operationId: `op${index}`,
      within,
    })
    expect(request?.uses).toHaveLength(500)
    expect(request?.uses[7]).toEqual(use(7, 'request body application/json /a'))
    expect(response?.uses[499]).toEqual(use(499, 'response 200 application/json /[]/a'))
    expect(request?.from?.pointer).toBe('#/components/schemas/Thing/properties/a/maxLength')
  })
})

test('a change behind references that circle reaches every operation, in whichever order they are read', () => {
  const circling = (maxLength: number): object =>
    documentOf({
      paths: members(['/A', '/B', '/D', '/Same'], (path) => ({
        get: { responses: { 200: content(object({ it: refTo(path.slice(1)) })) } },
      })),
      components: {
        schemas: {
          A: object({ b: refTo('B'), same: refTo('Same') }),
          B: object({ a: refTo('A'), c: refTo('C') }),
          C: { type: 'string', maxLength },
          D: object({ a: refTo('A') }),
          Same: object({ same: refTo('Same') }),
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
  const nested = (depth: number, leaf: object, wrap: (schema: object, index: number) => object): object =>
    names(depth).reduce((schema, _name, index) => wrap(schema, index), leaf)
  const changed = (depth: number, wrap: (schema: object, index: number) => object): string[] =>
    idsOf(diffInResponse(nested(depth, string, wrap), nested(depth, integer, wrap)))

  test.each(['properties', 'items', 'not', 'additionalProperties', 'allOf', 'anyOf', 'oneOf'])(
    '5000 levels of %s',
    (key) => {
      const held = (schema: object): object => (key.endsWith('Of') ? [schema] : schema)
      const wrap = (schema: object): object =>
        key === 'properties' ? object({ a: schema }) : { [key]: held(schema) }
      const found = changed(5000, wrap)
      expect(found).toEqual(key === 'not' ? [expect.any(String)] : ['response-type-changed'])
    },
  )

  test('a union in a union, 2000 times', () => {
    const found = changed(2000, (schema, index) => ({
      anyOf: [schema, { type: 'array', minItems: index + 1 }],
    }))
    expect(found.length).toBeGreaterThan(0)
  })

  test('a chain of 20000 references', () => {
    const chained = (leaf: object): object =>
      ofSchemas(members(names(20_000), (_, index) => (index === 19_999 ? leaf : refTo(`S${index + 1}`))))
    expect(idsOf(diff(chained(string), chained(integer)))).toEqual(['response-type-changed'])
  })
})

describe('where everything leads to everything', () => {
  const schemasCompared = (make: (leaf: object) => object): number => {
    let count = 0
    const counted = {
      ...walkers,
      schema: (...args: Parameters<typeof walkers.schema>): void => {
        count += 1
        walkers.schema(...args)
      },
    }
    compare(counted, [documentFragment(make(string))], [documentFragment(make(integer))])
    return count
  }

  test('a pair of schemas is compared once, however many references lead there', () => {
    const all = names(60)
    const made = (leaf: object) => ofSchemas(members(all, () => object({ leaf, ...members(all, refTo) })))
    // Each schema, and the leaf that all share.
    expect(schemasCompared(made)).toBe(61)
  })

  const ofUnions = (all: readonly string[], leafOf: (name: string) => object): object =>
    ofSchemas(
      members(all, (name) => ({ anyOf: [{ properties: { [name]: leafOf(name) } }, ...all.map(refTo)] })),
    )

  test('unions of each other end', () => {
    expect(schemasCompared((leaf) => ofUnions(names(40), () => leaf))).toBeLessThan(40 * 4)
  })

  test.each([12, 70])('a leaf of one of %i unions of each other is one change per direction', (count) => {
    const made = (leaf: object) => ofUnions(names(count), (name) => (name === 'S2' ? leaf : {}))
    expect(
      diff(made({ maxLength: 5 }), made({ maxLength: 4 })).map(({ id, from }) => [id, from?.pointer]),
    ).toEqual([['response-max-length-lowered', '#/components/schemas/S2/anyOf/0/properties/S2/maxLength']])
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

  test.each([
    ['equal', 5],
    ['changed', 4],
  ])('a schema that 300 properties refer to is read once, not 300 times: %s', (_name, maxLength) => {
    let reads = 0
    // Counts the reads of the schema that all others refer to.
    const watched = (schema: object): object =>
      new Proxy(schema, { ownKeys: (target) => ((reads += 1), Reflect.ownKeys(target)) })
    const wide = (schema: object): object =>
      ofSchemas({ Shared: watched(schema), S0: object(members(names(300), () => refTo('Shared'))) })
    diff(wide({ type: 'string', maxLength: 5 }), wide({ type: 'string', maxLength }))
    expect(reads).toBeLessThan(60)
  })

  test('callbacks of each other are named once for each path', () => {
    const all = names(12)
    const callbacks = members(all, (name) => ({ '{$url}': { $ref: `#/components/pathItems/${name}` } }))
    const looped = (schema: object): object =>
      documentOf({
        paths: { '/a': { post: { callbacks } } },
        components: {
          pathItems: members(all, () => ({ post: { requestBody: content(schema), callbacks } })),
        },
      })
    const changes = diff(looped(string), looped(integer))
    expect(changes.flatMap(({ uses }) => uses).length).toBeLessThan(12 * 12 * 4)
  })
})

const { circles, nonsense } = tableOf<{
  readonly circles: readonly (readonly [name: string, from: object, to: object])[]
  readonly nonsense: readonly Json[]
}>('scale')

describe('circles', () => {
  test.each(circles)('through %s end', (_name, from, to) => {
    const withSelf = (Self: object): object => ofSchemas({ Self }, 'Self')
    expect(diff(withSelf(from), withSelf(to)).length).toBeLessThan(5)
    expect(diff(withSelf(from), withSelf(from))).toEqual([])
  })

  test('a callback that leads back into its operation', () => {
    const item = { $ref: '#/components/pathItems/A' }
    const looped = (more: object): object =>
      documentOf({
        paths: { '/a': item },
        components: { pathItems: { A: { post: { ...more, callbacks: { on: { '{$url}': item } } } } } },
      })
    expect(diff(looped({}), looped({ deprecated: true })).length).toBeGreaterThan(0)
  })
})

describe('documents that are not documents', () => {
  test.each(nonsense.flatMap((from) => nonsense.map((to) => [from, to])))('%j -> %j', (from, to) => {
    expect(() => diff(Object(from), Object(to))).not.toThrow()
  })

  test('a value that holds itself, as an alias in YAML can', () => {
    const circle: Record<string, unknown> = { type: 'object' }
    circle['properties'] = { again: circle }
    circle['default'] = circle
    const changes = diffInResponse(circle, object({ again: string }))
    // The default is removed from the whole value, and from the property that is the same value.
    expect(new Set(idsOf(changes))).toEqual(new Set(['response-default-removed', 'response-type-changed']))
  })

  test('names of the prototype are names like others', () => {
    const properties = JSON.parse('{"__proto__":{"type":"string"},"constructor":{"type":"string"}}') as object
    const changes = diffInResponse(object({}), object(properties))
    expect(idsOf(changes)).toEqual(['response-property-added', 'response-property-added'])
  })
})
