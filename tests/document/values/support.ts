import type { Schemas } from '../../../document/index.js'
import {
  coveringValues,
  deviatingValues,
  randomValue,
  type ValueSource,
} from '../../../document/values/index.js'
import type { JsonSchema } from '../../../runtime/surface.js'

/** A source of values for a schema that stands alone. */
export const sourceOf = (schemas: Schemas = {}, more: Partial<ValueSource> = {}): ValueSource => ({
  schemas,
  pointer: '#/components/schemas/It',
  direction: 'request',
  ...more,
})

/** Numbers from 0 up to 1, the same for the same seed. */
export const seeded = (seed: number): (() => number) => {
  let state = (seed % 2_147_483_646) + 1
  return () => {
    state = (state * 48_271) % 2_147_483_647
    return state / 2_147_483_647
  }
}

/** The first covering values of a schema. */
export const covering = (
  schema: JsonSchema,
  schemas: Schemas = {},
  more: Partial<ValueSource> = {},
): unknown[] => [...coveringValues(schema, sourceOf(schemas, more))]

/** The deviating values, as keyword and location. */
export const deviations = (schema: JsonSchema, schemas: Schemas = {}): string[] =>
  [...deviatingValues(schema, sourceOf(schemas))].map(({ keyword, at }) => `${keyword} ${at}`)

/** Values that are drawn. */
export const drawn = (schema: JsonSchema, count: number, schemas: Schemas = {}): unknown[] => {
  const random = seeded(7)
  return Array.from({ length: count }, () => randomValue(schema, sourceOf(schemas), random))
}
