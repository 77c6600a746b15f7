import { deepEqual } from '../../../runtime/equality.js'
import { formats } from '../../../runtime/formats.js'
import type { JsonSchemaObject } from '../../../runtime/json-schema.js'
import { isLonger, isShorter } from '../../../runtime/unicode-length.js'
import { matcherOf } from '../texts/patterns.js'

/** The type of a JSON value, as JSON Schema names it; `integer` for whole numbers. */
const typeOf = (value: unknown): string => {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'array'
  return Number.isInteger(value) ? 'integer' : typeof value
}

/** Whether a type of a schema is that of a value. */
export function isOfType(type: unknown, value: unknown): boolean {
  const own = typeOf(value)
  return type === own || (type === 'number' && own === 'integer')
}

const isIpv6 = (text: string): boolean => {
  if (!/^[\da-f:.]+$/i.test(text) || !text.includes(':')) return false
  try {
    return new URL(`http://[${text}]/`).hostname !== ''
  } catch {
    return false
  }
}

const like =
  (expression: RegExp) =>
  (text: string): boolean =>
    expression.test(text)

/**
 * JSON Schema formats that validators need a library for. Strict, so that a value valid here is valid for any
 * validator.
 */
const standardFormats: ReadonlyMap<string, (text: string) => boolean> = new Map([
  ['ipv4', like(/^(?:(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)(?:\.(?!$)|$)){4}$/)],
  ['ipv6', isIpv6],
  ['hostname', like(/^(?=.{1,253}$)(?:[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?(?:\.(?!$)|$))+$/i)],
  ['duration', like(/^P(?!$)(?:\d+W|(?:\d+Y)?(?:\d+M)?(?:\d+D)?(?:T(?=\d)(?:\d+H)?(?:\d+M)?(?:\d+S)?)?)$/)],
  ['json-pointer', like(/^(?:\/(?:[^~/]|~0|~1)*)*$/)],
  ['relative-json-pointer', like(/^(?:0|[1-9]\d*)(?:#|(?:\/(?:[^~/]|~0|~1)*)*)$/)],
  ['uri-reference', like(/^(?:[\w.~!$&'()*+,;=:@/?-]|%[\da-f]{2})*(?:#[\w.~/?-]*)?$/i)],
  ['uri-template', like(/^(?:[\w.~!$&'()*+,;=:@/?#-]|%[\da-f]{2}|\{\w+\})*$/i)],
])

const isMultiple = (value: number, divisor: number): boolean =>
  Number.isInteger(divisor) ? value % divisor === 0 : Number.isInteger(value / divisor)

const numberHolds = (value: number, schema: JsonSchemaObject): boolean => {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf } = schema
  return (
    !(minimum !== undefined && value < minimum) &&
    !(maximum !== undefined && value > maximum) &&
    !(exclusiveMinimum !== undefined && value <= exclusiveMinimum) &&
    !(exclusiveMaximum !== undefined && value >= exclusiveMaximum) &&
    !(typeof multipleOf === 'number' && multipleOf > 0 && !isMultiple(value, multipleOf))
  )
}

const textHolds = (value: string, { minLength, maxLength, pattern }: JsonSchemaObject): boolean =>
  !(minLength !== undefined && isShorter(value, minLength)) &&
  !(maxLength !== undefined && isLonger(value, maxLength)) &&
  // In some documents the pattern is not a string.
  !(typeof pattern === 'string' && matcherOf(pattern)?.test(value) === false)

const isFormat = (name: string): name is keyof typeof formats => Object.hasOwn(formats, name)

const hasFormat = (value: unknown, format: string): boolean => {
  if (!isFormat(format)) return typeof value !== 'string' || standardFormats.get(format)?.(value) !== false
  const check = formats[format]
  if (typeof check === 'function') return typeof value !== 'string' || check(value)
  return typeof value !== 'number' || check.validate(value)
}

const isListed = (value: unknown, values: readonly unknown[]): boolean =>
  typeof value === 'object' && value !== null
    ? values.some((one) => deepEqual(one, value))
    : values.includes(value)

/** Whether a value satisfies the keywords of a schema that do not apply to its members or items. */
export function scalarHolds(value: unknown, schema: JsonSchemaObject): boolean {
  const { type, enum: values, const: only, format } = schema
  if (type !== undefined && ![type].flat().some((one) => isOfType(one, value))) return false
  if (Array.isArray(values) && !isListed(value, values)) return false
  if (only !== undefined && !deepEqual(only, value)) return false
  if (typeof format === 'string' && !hasFormat(value, format)) return false
  if (typeof value === 'number') return numberHolds(value, schema)
  return typeof value !== 'string' || textHolds(value, schema)
}
