import type { Shape } from '../schema/shape.js'
import { isOfType } from '../judge/scalars.js'
import { type Deviation, shown } from './deviation.js'

/** Values of other kinds, in the order of what they find. */
const wrong: Readonly<Record<string, readonly unknown[]>> = {
  string: [{}, [], null, 5, true],
  integer: ['sample', 1.5, {}, [], null, true, '5'],
  number: ['sample', {}, [], null, true, '5'],
  boolean: ['sample', {}, [], null, 5, 'true', 1],
  object: ['sample', [], null, 5, true],
  array: ['sample', {}, null, 5, true],
  null: ['sample', 5],
}

/** What many frameworks read as a value of the type, and mean to. */
const coerced: Readonly<Record<string, readonly unknown[]>> = {
  string: [5, true],
  integer: ['5', true, 1.5],
  number: ['5', true],
  boolean: ['true', 1, 5],
  array: ['sample', 5, true],
}

/**
 * Values of wrong types.
 * @yields each, when it is asked for
 */
export function* wrongTypes(shape: Shape, isOptional: boolean): Iterable<Deviation> {
  const clause = shape.clauses.find(({ schema }) => schema.type !== undefined)
  const [type] = shape.types
  if (clause === undefined || type === undefined) return
  for (const value of wrong[type] ?? []) {
    if (shape.types.some((one) => isOfType(one, value))) continue
    const isCoerced =
      shape.types.some((one) => coerced[one]?.includes(value)) || (value === null && isOptional)
    yield {
      value,
      keyword: 'type',
      at: [],
      pointer: clause.pointer,
      says: `is ${shown(value)}, and of type ${shape.types.join(' or ')}`,
      ...(isCoerced && { isCoercible: true }),
    }
  }
}
