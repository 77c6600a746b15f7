import type { JsonSchema } from '../../runtime/json-schema.js'
import type { Unit } from '../model/document.js'
import { mapUnitSchemas, referredUnit } from './unit-schemas.js'

// As much code as the call of another module takes, with the import that it needs.
const mostInside = 200

const containers = [
  'unit',
  'properties',
  'patternProperties',
  'branches',
  'items',
  'oneOf',
  'anyOf',
  'allOf',
  'not',
  'if',
]

const isSmall = (schema: JsonSchema): boolean =>
  typeof schema === 'boolean' ||
  (!containers.some((keyword) => keyword in schema) && JSON.stringify(schema).length <= mostInside)

/**
 * Writes small schemas, such as enumerations, where they are referred to: a module for each costs more to load than
 * to repeat. Each keeps its own validator too.
 */
export function inlineSmall(units: readonly Unit[]): Unit[] {
  const small = new Map(units.flatMap(({ name, schema }) => (isSmall(schema) ? [[name, schema]] : [])))
  const inside = (schema: JsonSchema): JsonSchema => {
    if (typeof schema !== 'object') return schema
    return mapUnitSchemas(schema, (child) => {
      if (typeof child !== 'object') return child
      const unit = referredUnit(child)
      return unit === undefined ? inside(child) : (small.get(unit) ?? child)
    })
  }
  return units.map((unit) => ({ ...unit, schema: inside(unit.schema) }))
}
