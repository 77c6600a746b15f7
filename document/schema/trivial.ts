import { isObject, listOf } from '../json/values.js'
import { isAsserting } from '../keywords/schema.js'
import { readSchema } from './reading.js'

// Deeper compositions are assumed to assert something.
const deepest = 8

const isFreeChoice = (key: string, value: unknown, depth: number): boolean => {
  const members = listOf(value)
  if (key === 'anyOf') return members.some((one) => acceptsAllAt(one, depth))
  return (
    (key === 'allOf' || (key === 'oneOf' && members.length === 1)) &&
    members.every((one) => acceptsAllAt(one, depth))
  )
}

const acceptsAllAt = (value: unknown, depth: number): boolean => {
  if (!isObject(value)) return value === true
  if (depth > deepest) return false
  const { keywords } = readSchema(value, '2020-12')
  return Object.entries(keywords).every(
    ([key, one]) => !isAsserting(key) || isFreeChoice(key, one, depth + 1),
  )
}

/** Whether a schema accepts every value: `true`, an object without assertions, or a choice of those. */
export function acceptsAll(value: unknown): boolean {
  return acceptsAllAt(value, 0)
}

/** Whether a schema accepts no value: `false`, or a `not` that excludes everything. */
export function acceptsNone(value: unknown): boolean {
  return value === false || (isObject(value) && Object.keys(value).length === 1 && acceptsAll(value['not']))
}
