import { describe, expect, it } from 'vitest'
import { loadDocument } from '../../../generator/load/load.js'
import { resolvePointer } from '../../../document/index.js'
import { document, ref, schemasDocument } from '../support/documents.js'
import { failureOf } from '../support/failure.js'
import { surfaceOf, temporaryFolder, validatorOf } from '../support/generated.js'

const folder = temporaryFolder()
const inputOf = (root: object) => ({ name: 'it', file: '/nowhere/api.json', text: JSON.stringify(root) })

const broken = document({
  paths: {
    '/a': {
      get: {
        operationId: 'a',
        parameters: [{ $ref: '#/components/parameters/Gone' }, { name: 'kept', in: 'query', schema: {} }],
        responses: { 200: { $ref: '#/components/responses/Gone' } },
      },
    },
  },
  components: {
    schemas: { A: { type: 'object', properties: { b: ref('Gone'), c: { type: 'string' } } }, D: ref('Gone') },
  },
})

describe('references that name nothing', () => {
  const pointers = [
    '#/paths/~1a/get/parameters/0',
    '#/paths/~1a/get/responses/200',
    '#/components/schemas/A/properties/b',
    '#/components/schemas/D',
  ]

  it('end the run, each with its place', async () => {
    const failure = await failureOf(loadDocument(inputOf(broken)))
    expect(failure.problems.map(({ where }) => where?.pointer)).toEqual(pointers)
  })

  it('are gaps that are named, where that is asked for', async () => {
    const { problems } = await loadDocument(inputOf(broken), { lenient: true })
    expect(problems.map(({ where, severity }) => [where?.pointer, severity])).toEqual(
      pointers.map((pointer) => [pointer, 'warning']),
    )
  })

  it('are named where they are in the output', async () => {
    const { root } = await loadDocument(inputOf(broken), { lenient: true })
    expect(resolvePointer(root, '#/components/schemas/A/properties')).toEqual({
      b: { description: 'A gap: "#/components/schemas/Gone" names nothing in this document.' },
      c: { type: 'string' },
    })
  })

  it('leave all else as it is', async () => {
    const surface = await surfaceOf(folder, broken, { lenient: true })
    const validate = await validatorOf(surface, 'A')
    expect([validate({ b: [1], c: 'x' }), validate({ c: 1 })]).toEqual([true, false])
    const { parameters, responses } = surface.operations['a'] ?? {}
    expect(parameters?.map(({ name }) => name)).toEqual(['kept'])
    expect(Object.keys(responses ?? {})).toEqual(['200'])
  })

  it.each([
    ['a union', { oneOf: [{ type: 'string' }, ref('Gone')] }],
    ['a union beside another one', { anyOf: [{ type: 'string' }], oneOf: [{ type: 'string' }, ref('Gone')] }],
    ['a negation', { type: 'string', not: ref('Gone') }],
    // oxlint-disable-next-line unicorn/no-thenable -- `then` is a keyword of JSON Schema
    ['a condition', { if: ref('Gone'), then: { minLength: 2 } }],
    ['a union, by a dynamic reference', { oneOf: [{ type: 'string' }, { $recursiveRef: '#' }] }],
    ['the branch of a branch', { oneOf: [{ type: 'number' }, { oneOf: [{ type: 'string' }, ref('Gone')] }] }],
    ['a property', { type: ['object', 'string'], properties: { not: ref('Gone') } }],
  ])('refuse no value that may be right: %s', async (_where, schema) => {
    const surface = await surfaceOf(folder, schemasDocument({ A: schema }), { lenient: true })
    const validate = await validatorOf(surface, 'A')
    expect(validate('x')).toBe(true)
  })

  it('are no media type of a response', async () => {
    const responses = { 200: { description: '', content: { $ref: '#/components/content/A' } } }
    const surface = await surfaceOf(folder, document({ paths: { '/a': { get: { responses } } } }), {
      lenient: true,
    })
    expect(JSON.stringify(surface.operations)).not.toContain('$ref')
  })

  it('are gaps behind another one in a list, too', async () => {
    const parameters = [
      { $ref: '#/components/parameters/Gone' },
      { name: 'q', in: 'query', schema: ref('Gone') },
    ]
    const root = document({ paths: { '/a': { get: { operationId: 'a', parameters, responses: {} } } } })
    const { problems } = await loadDocument(inputOf(root), { lenient: true })
    expect(problems.map(({ where }) => where?.pointer)).toEqual([
      '#/paths/~1a/get/parameters/0',
      '#/paths/~1a/get/parameters/1/schema',
    ])
  })

  it('to other files are gaps too', async () => {
    const root = schemasDocument({ A: { $ref: 'gone.yaml#/A' }, B: { $ref: 'https://a.example/b.json' } })
    const { problems } = await loadDocument(inputOf(root), { lenient: true })
    expect(problems.map(({ where }) => where?.pointer)).toEqual([
      '#/components/schemas/A',
      '#/components/schemas/B',
    ])
  })
})

describe('schemas that are none', () => {
  const odd = schemasDocument({
    A: { type: 'object', properties: { b: { type: { type: 'string' } }, c: { type: 'string' } } },
    D: { allOf: { type: 'object' } },
    E: { oneOf: [{ type: 'null' }, 'string'] },
  })

  it('are gaps that are named, where that is asked for', async () => {
    const failure = await failureOf(loadDocument(inputOf(odd)))
    expect(failure.problems.map(({ where }) => where?.pointer)).toEqual([
      '#/components/schemas/A/properties/b',
      '#/components/schemas/D/allOf',
      '#/components/schemas/E/oneOf/1',
    ])
    const { root, problems } = await loadDocument(inputOf(odd), { lenient: true })
    expect(problems.map(({ where, severity }) => [where?.pointer, severity])).toEqual([
      ['#/components/schemas/A/properties/b', 'warning'],
      ['#/components/schemas/D', 'warning'],
      ['#/components/schemas/E/oneOf/1', 'warning'],
    ])
    expect(resolvePointer(root, '#/components/schemas/D')).toEqual({
      description: 'A gap: "allOf" is not a list of schemas.',
    })
  })

  it('take along the references that lead into them', async () => {
    const inner = { $ref: '#/components/schemas/A/items/properties/b' }
    const root = schemasDocument({ A: { items: { type: 'odd', properties: { b: {} } } }, B: inner })
    const { problems } = await loadDocument(inputOf(root), { lenient: true })
    expect(problems.map(({ where }) => where?.pointer)).toEqual([
      '#/components/schemas/A/items',
      '#/components/schemas/B',
    ])
  })
})

describe('paths and operations that are none', () => {
  const odd = document({ paths: { a: { get: { parameters: 'none' } }, '/b': { get: 'none', put: {} } } })

  it('are left out, where that is asked for', async () => {
    const { root, gaps } = await loadDocument(inputOf(odd), { lenient: true })
    expect(root['paths']).toEqual({ '/b': { put: {} } })
    expect(gaps.map(({ path }) => path.join(' '))).toEqual([
      'paths a',
      'paths /b get',
      'paths a get parameters',
    ])
  })
})

describe('references that lead back to themselves', () => {
  const ring = schemasDocument({ A: ref('B'), B: ref('A'), C: { items: ref('A') } })

  it('are gaps that are named, where that is asked for', async () => {
    const { root, gaps } = await loadDocument(inputOf(ring), { lenient: true })
    expect(gaps.map(({ path, reason }) => [path.at(-1), reason])).toEqual([
      ['A', '"#/components/schemas/B" is a reference to itself through references alone'],
      ['B', '"#/components/schemas/A" is a reference to itself through references alone'],
    ])
    expect(resolvePointer(root, '#/components/schemas/C')).toEqual({ items: ref('A') })
  })
})

describe('an extension for webhooks', () => {
  it('is read as webhooks are', async () => {
    const hook = { post: { operationId: 'came', responses: {} } }
    const root = { ...document({ 'x-webhooks': { came: hook } }), openapi: '3.0.3' }
    const surface = await surfaceOf(folder, root)
    expect(Object.keys(surface.webhooks)).toEqual(['came'])
  })
})
