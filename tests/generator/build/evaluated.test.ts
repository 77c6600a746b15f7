import { describe, expect, it } from 'vitest'
import { evaluatingUnits } from '../../../generator/build/subschemas.js'
import type { Unit } from '../../../generator/model/document.js'
import type { JsonSchema } from '../../../runtime/surface.js'

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
