/** The type of a body in words, with its article. */
export function typeInWords(value: unknown): string {
  if (value === undefined) return 'something that is not JSON'
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'an array'
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`
}

/** True when a value has the type required by a table of the specification. */
export type Check = (value: unknown) => boolean

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
const dateTime = /^\d{4}-\d\d-\d\d[Tt ]\d\d:\d\d:\d\d(\.\d+)?([Zz]|[+-]\d\d:\d\d)$/

export const isText: Check = (value) => typeof value === 'string'
export const isBoolean: Check = (value) => typeof value === 'boolean'
export const isUuid: Check = (value) => typeof value === 'string' && uuid.test(value)

/** A decimal number in a string. */
export const isDecimal: Check = (value) =>
  typeof value === 'string' && /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(value)

/** Date and time of RFC 3339. */
export const isTime: Check = (value) =>
  typeof value === 'string' && dateTime.test(value) && !Number.isNaN(Date.parse(value))
