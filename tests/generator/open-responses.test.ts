import { describe, expect, it } from 'vitest'
import { ref, schemasDocument } from './support/documents.js'
import { sharedFolder } from '../support/folder.js'
import { surfaceOf, validatorOf } from './support/generated.js'

const folder = sharedFolder()

const closed = (properties: object, more: object = {}): object => ({
  type: 'object',
  properties,
  required: Object.keys(properties),
  additionalProperties: false,
  ...more,
})

const schemas = {
  Plain: closed({ a: {} }),
  Inner: { type: 'object', properties: { list: { type: 'array', items: ref('Plain') } } },
  Unevaluated: { allOf: [{ properties: { a: {} } }], unevaluatedProperties: false },
  // Told apart by nothing but being closed: opened, both match.
  Either: { oneOf: [closed({ a: {} }), closed({ a: {}, b: {} })] },
  EitherOfTwo: { oneOf: [ref('Plain'), closed({ a: {}, c: {} })], anyOf: [{ minProperties: 1 }] },
  Typed: { type: 'object', additionalProperties: { type: 'integer' } },
}

const surface = surfaceOf(folder, schemasDocument(schemas), { closedResponses: false })

describe('objects that a document closes', () => {
  it.each([
    ['Plain', { a: 1, more: 1 }],
    ['Inner', { list: [{ a: 1, more: 1 }] }],
    ['Unevaluated', { a: 1, more: 1 }],
    ['Either', { a: 1, b: 1, more: 1 }],
    ['EitherOfTwo', { a: 1, c: 1, more: 1 }],
  ])('may hold more in a response, and not in a request: %s', async (name, value) => {
    const [request, response] = await Promise.all([
      validatorOf(await surface, name, 'request'),
      validatorOf(await surface, name, 'response'),
    ])
    expect([request(value), response(value)]).toEqual([false, true])
  })

  it.each([
    ['Plain', { more: 1 }],
    ['Inner', { list: [{}] }],
    ['Either', { b: 1 }],
    ['Typed', { a: 'x' }],
  ])('still have to hold what they must: %s', async (name, value) => {
    expect((await validatorOf(await surface, name, 'response'))(value)).toBe(false)
  })

  it('may hold more in no direction where responses are closed', async () => {
    const strict = await surfaceOf(folder, schemasDocument(schemas), { closedResponses: true })
    const { request, response } = strict.schemaValidators['Plain'] ?? {}
    expect(response).toBe(request)
    expect((await validatorOf(strict, 'Plain', 'response'))({ a: 1, more: 1 })).toBe(false)
  })
})
