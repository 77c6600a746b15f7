import type { ValidationError, Validator } from '../../runtime/fail.js'
import { isObject, keysOf, resolvePath } from '../../document/index.js'

/** Deletes a null member from its object. @returns false where there is none */
const withoutNull = (root: unknown, pointer: string): boolean => {
  const segments = keysOf(pointer)
  const name = segments.pop()
  const holder = resolvePath(root, segments)
  if (name === undefined || !isObject(holder) || holder[name] !== null) return false
  return Reflect.deleteProperty(holder, name)
}

const mostRounds = 20

/**
 * The violations of a value that a validator finds. An optional member that is null counts as absent, because the
 * specification leaves open which of the two means "nothing"; null in a required member is a violation.
 */
export function violationsOf(validator: Validator, value: unknown): readonly ValidationError[] {
  if (validator(value)) return []
  const copy = structuredClone(value)
  for (let round = 0; round < mostRounds; round++) {
    if (validator(copy)) return []
    const errors = validator.errors ?? []
    const taken = errors.filter(({ instancePath }) => withoutNull(copy, instancePath))
    if (taken.length === 0) return errors
  }
  return validator(copy) ? [] : (validator.errors ?? [])
}
