import { describe, expect, it } from 'vitest'
import { breakLoops } from '../../../generator/load/loops.js'
import { isObject } from '../../../document/index.js'
import { schemasDocument } from '../support/documents.js'

const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` })

const straighten = (schemas: object): { readonly schemas: unknown; readonly changed: string[] } => {
  const root = schemasDocument(schemas)
  const straight = isObject(root) ? breakLoops(root) : { root: {}, changed: [] }
  const { components } = straight.root
  return {
    schemas: isObject(components) ? components['schemas'] : undefined,
    changed: straight.changed.map((path) => path.slice(2).join('/')),
  }
}

const pet = { type: 'object', required: ['kind'], properties: { kind: { type: 'string' } } }

describe('schemas that are a part of themselves', () => {
  it('lose the way back of a union and its members', () => {
    const { schemas, changed } = straighten({
      Pet: { ...pet, oneOf: [ref('Cat'), ref('Dog')], discriminator: { propertyName: 'kind' } },
      Cat: { allOf: [ref('Pet'), { properties: { kind: { const: 'cat' } } }] },
      Dog: { allOf: [ref('Pet'), { properties: { kind: { const: 'dog' } } }] },
    })
    expect(schemas).toEqual({
      Pet: { ...pet, oneOf: [ref('Cat'), ref('Dog')], discriminator: { propertyName: 'kind' } },
      Cat: { allOf: [pet, { properties: { kind: { const: 'cat' } } }] },
      Dog: { allOf: [pet, { properties: { kind: { const: 'dog' } } }] },
    })
    expect(changed).toEqual(['Cat/allOf/0', 'Dog/allOf/0'])
  })

  it.each([
    [
      'itself',
      { A: { type: 'object', allOf: [ref('A')] } },
      { A: { type: 'object', allOf: [{ type: 'object', allOf: [] }] } },
    ],
    [
      'each other',
      { A: { minLength: 1, allOf: [ref('B')] }, B: { maxLength: 9, allOf: [ref('A')] } },
      {
        A: { minLength: 1, allOf: [{ maxLength: 9, allOf: [] }] },
        B: { maxLength: 9, allOf: [{ minLength: 1, allOf: [] }] },
      },
    ],
    [
      'a choice of themselves',
      { A: { type: 'string', anyOf: [ref('A')] } },
      { A: { type: 'string', anyOf: [{ type: 'string' }] } },
    ],
    ['their own negation', { A: { not: ref('A') } }, { A: { not: {} } }],
    [
      'what is required beside',
      { A: { allOf: [{ ...ref('A'), required: ['b'] }] } },
      { A: { allOf: [{ allOf: [{ allOf: [] }, { required: ['b'] }] }] } },
    ],
    [
      'an alias of themselves',
      { A: { allOf: [ref('B')] }, B: ref('A') },
      { A: { allOf: [{}] }, B: ref('A') },
    ],
  ])('lose the way back when they contain %s', (_what, before, after) => {
    expect(straighten(before).schemas).toEqual(after)
  })

  it.each([
    ['members', { A: { type: 'object', properties: { next: ref('A') } } }],
    ['items', { A: { type: 'array', items: ref('A') } }],
    [
      'members of a branch',
      { A: { oneOf: [{ type: 'string' }, { type: 'object', additionalProperties: ref('A') }] } },
    ],
    [
      'a base used twice',
      { A: { allOf: [ref('B'), ref('C')] }, B: { allOf: [ref('D')] }, C: { allOf: [ref('D')] }, D: {} },
    ],
  ])('are left alone where a value can end: %s', (_what, schemas) => {
    expect(straighten(schemas)).toEqual({ schemas, changed: [] })
  })
})
