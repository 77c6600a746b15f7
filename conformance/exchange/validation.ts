import type { ValidationError, Validator } from '../../runtime/validator.js'
import { keysOf } from '../../document/index.js'

type Json = Record<string, unknown> | unknown[]

const isHolder = (value: unknown): value is Json => typeof value === 'object' && value !== null

const member = (holder: unknown, name: string): unknown =>
  isHolder(holder) ? (holder as Record<string, unknown>)[name] : undefined

/** Takes a member that is null out of the object that holds it. */
const withoutNull = (root: unknown, pointer: string): boolean => {
  const segments = keysOf(pointer)
  const name = segments.pop()
  const holder = segments.reduce(member, root)
  if (name === undefined || !isHolder(holder) || Array.isArray(holder) || holder[name] !== null) return false
  return Reflect.deleteProperty(holder, name)
}

const mostRounds = 20

/**
 * The violations of a value that a validator finds. An optional member that is null counts as one that is absent, because the
 * specification leaves open which of both stands for "nothing"; null in a required member stays a violation.
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
