import { describe, expect, it } from 'vitest'
import { breakLoops } from '../../../generator/load/gate.js'
import { isObject } from '../../../document/index.js'
import { schemasDocument } from '../support/documents.js'
import { tableIn } from '../../support/table.js'

const tables = tableIn<{
  readonly loops: [string, object, object][]
  readonly straight: [string, object][]
}>(import.meta.dirname, 'loops.yaml')

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

  it.each(tables.loops)('lose the way back when they contain %s', (_what, before, after) => {
    expect(straighten(before).schemas).toEqual(after)
  })

  it.each(tables.straight)('are left alone where a value can end: %s', (_what, schemas) => {
    expect(straighten(schemas)).toEqual({ schemas, changed: [] })
  })
})
