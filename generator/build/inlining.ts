import type { JsonSchema } from '../../runtime/json-schema.js'
import type { Unit } from '../model/document.js'
import { mapUnitSchemas, referredUnit } from './unit-schemas.js'

// As much code as the call of another module takes, with the import that it needs.
const mostInside = 200

// A value of several parts is judged in its own place; a choice between plain values is as good as one of them.
const parts = /"(?:unit|properties|patternProperties|branches|items|prefixItems)":/

const isSmall = (schema: JsonSchema): boolean => {
  if (typeof schema === 'boolean') return true
  const text = JSON.stringify(schema)
  return text.length <= mostInside && !parts.test(text)
}

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
