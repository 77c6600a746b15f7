import { describe, expect, it } from 'vitest'
import { holdingOf, locationOn, locationsOf } from '../../../document/index.js'

const document = {
  openapi: '3.1.0',
  paths: { '/a': { get: { responses: { 200: { content: { json: { schema: { items: true } } } } } } } },
  components: {
    schemas: { A: { allOf: [{ type: 'string' }], default: { properties: {} }, properties: { not: {} } } },
    examples: { E: { value: { schema: {} } } },
  },
}

const found = [...locationsOf(document)].map(({ path, kind, depth, isMember }) => ({
  path: path.join(' '),
  kind,
  depth,
  isMember,
}))
const at = (path: string): (typeof found)[number] | undefined => found.find((one) => one.path === path)

describe('members that OpenAPI does not know', () => {
  const get = {
    responses: { 200: { $ref: '#/x-answers/Fine' } },
    unknown: { schema: {}, $ref: '#/definitions/Never', parameters: [{ schema: {} }] },
    callbacks: { done: { '{$request.body#/url}': { post: { schema: {}, parameters: [{ schema: {} }] } } } },
  }
  const paths = { '/a': { get }, 'x-b': { get } }
  const schemas = { A: { $ref: '#/definitions/B' }, C: { unknown: { items: {} } } }
  const root = {
    info: { schema: {} },
    tags: [{ schema: {} }],
    paths,
    components: { schemas, 'x-more': { schemas } },
    definitions: { B: { items: { $ref: '#/definitions/D' } }, D: {}, Never: { not: {} } },
    'x-answers': { Fine: { content: { json: { schema: {} } } } },
  }

  it('are data, except for what a reference leads to', () => {
    const schemasIn = [...locationsOf(root)].filter(({ kind }) => kind === 'schema')
    expect(schemasIn.map(({ path }) => path.join(' '))).toEqual([
      'paths /a get callbacks done {$request.body#/url} post parameters 0 schema',
      'components schemas A',
      'components schemas C',
      'definitions B',
      'definitions B items',
      'definitions D',
      'x-answers Fine content json schema',
    ])
  })
})

describe('the locations of a document', () => {
  it.each([
    ['', 'object', 0, false],
    ['paths', 'map', 0, false],
    ['paths /a', 'object', 0, true],
    ['paths /a get responses 200 content json schema', 'schema', 1, false],
    ['paths /a get responses 200 content json schema items', 'schema', 2, false],
    ['components schemas', 'schemas', 0, false],
    ['components schemas A', 'schema', 1, false],
    ['components schemas A allOf', 'schemas', 1, false],
    ['components schemas A allOf 0', 'schema', 2, false],
    ['components schemas A properties not', 'schema', 2, false],
    ['components examples E', 'object', 0, true],
  ])('at %j there is a %s, %d deep', (path, kind, depth, isMember) => {
    expect(at(path)).toEqual({ path, kind, depth, isMember })
  })

  it.each(['components schemas A default', 'components examples E value'])(
    'end at %j, which is data',
    (path) => {
      expect(at(path)).toBeUndefined()
    },
  )

  it('come in document order', () => {
    expect(found.filter(({ path }) => !path.includes(' ')).map(({ path }) => path)).toEqual([
      '',
      'paths',
      'components',
    ])
  })

  it('may be changed as they are handed out', () => {
    const root = { components: { schemas: { A: { not: {} } } } }
    for (const { node, path } of locationsOf(root)) {
      if (path.at(-1) === 'A' && typeof node === 'object' && node !== null)
        Reflect.deleteProperty(node, 'not')
      expect(path.at(-1)).not.toBe('not')
    }
  })
})

it('the location on a path is the last one before data', () => {
  const { location, rest } = locationOn(document, ['components', 'schemas', 'A', 'default', 'properties'])
  expect([location.path.at(-1), location.kind, rest]).toEqual(['A', 'schema', ['default', 'properties']])
})

it.each([
  ['items', 'schema'],
  ['allOf', 'list'],
  ['properties', 'map'],
  ['required', undefined],
  ['constructor', undefined],
])('the keyword %s holds schemas as a %s', (keyword, holding) => {
  expect(holdingOf(keyword)).toBe(holding)
})

it.each([
  [
    'schema',
    'items additionalProperties unevaluatedProperties unevaluatedItems propertyNames contains not if then else',
  ],
  ['list', 'allOf anyOf oneOf prefixItems'],
  ['map', 'properties patternProperties dependentSchemas $defs definitions'],
] as const)('schemas are held as a %s by %s', (holding, keywords) =>
  expect(keywords.split(' ').filter((keyword) => holdingOf(keyword) !== holding)).toEqual([]),
)
