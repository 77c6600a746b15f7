import { describe, expect, it } from 'vitest'
import { evaluatingUnits } from '../../generator/build/evaluated.js'
import type { Unit } from '../../generator/model/document.js'
import type { JsonSchema } from '../../runtime/json-schema.js'
import { schemasDocument } from './support/documents.js'
import { surfaceOf, temporaryFolder, validatorOf } from './support/generated.js'

const folder = temporaryFolder()
describe('errors', () => {
  it('of a schema that others refer to are told by the place in the whole', async () => {
    const named = {
      type: 'object',
      required: ['names'],
      properties: { names: { type: 'array', items: { type: 'string' } } },
    }
    const list = { type: 'array', items: { $ref: '#/components/schemas/Named' }, minItems: 1 }
    const surface = await surfaceOf(
      folder,
      schemasDocument({ It: { properties: { 'a/b': list } }, Named: named }),
    )
    const validate = await validatorOf(surface, 'It')
    expect(validate({ 'a/b': [{ names: ['a', 1] }, {}, 2] })).toBe(false)
    expect(validate.errors).toBe(validate.errors)
    expect(validate.errors?.map(({ instancePath, message }) => [instancePath, message])).toEqual([
      ['/a~1b/0/names/1', 'must be string'],
      ['/a~1b/1', "must have required property 'names'"],
      ['/a~1b/2', 'must be object'],
    ])
  })
})

describe('the units of a document', () => {
  it('are told by others what these evaluated, where they ask for it', () => {
    const unit = (name: string, schema: JsonSchema): Unit => ({
      name,
      schema,
      pointer: '#',
      direction: 'both',
      type: 'unknown',
    })
    const units = [
      unit('Asks', {
        properties: {
          a: {
            allOf: [{ unit: 'Base' }],
            unevaluatedProperties: false,
            properties: { b: { unit: 'Beside' } },
          },
        },
      }),
      unit('Base', { anyOf: [{ unit: 'Further' }], properties: { a: { unit: 'Inside' } } }),
      unit('Beside', {}),
      unit('Further', { dependentSchemas: { a: { unit: 'Last' } } }),
      unit('Inside', {}),
      unit('Last', {}),
    ]
    expect([...evaluatingUnits(units)].toSorted()).toEqual(['Asks', 'Base', 'Further', 'Last'])
  })
})
