import { describe, expect, it } from 'vitest'
import { document, ref, schemasDocument } from '../support/documents.js'
import { sharedFolder } from '../../support/folder.js'
import { surfaceOf, validatorOf } from '../support/generated.js'

const folder = sharedFolder()

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
})

describe('an extension for webhooks', () => {
  it('is read as webhooks are', async () => {
    const hook = { post: { operationId: 'came', responses: {} } }
    const root = { ...document({ 'x-webhooks': { came: hook } }), openapi: '3.0.3' }
    const surface = await surfaceOf(folder, root)
    expect(Object.keys(surface.webhooks)).toEqual(['came'])
  })
})
