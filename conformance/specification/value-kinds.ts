import { isObject } from '../json/json.js'
import { type Check, isBoolean, isDecimal, isText, isTime, isUuid } from './values.js'

/** The types that the specification's tables of records give their fields. */
export type ValueKind =
  | 'uuid'
  | 'decimal'
  | 'time'
  | 'text'
  | 'filled'
  | 'flag'
  | 'object'
  | 'list'
  | 'index'
  | 'any'

/** How one of those types is told, named, and spelled in a schema. */
export interface KindFacts {
  readonly holds: Check
  readonly words: string
  /** Absent where any is right. */
  readonly type?: 'string' | 'boolean' | 'integer' | 'object' | 'array'
  readonly format?: string
}

/** What each type means; a filled text is one that names or proves something, so that an empty one is none. */
export const kinds: Readonly<Record<ValueKind, KindFacts>> = {
  uuid: { holds: isUuid, words: 'a UUID', type: 'string', format: 'uuid' },
  decimal: { holds: isDecimal, words: 'a decimal number in a string', type: 'string', format: 'decimal' },
  time: { holds: isTime, words: 'a date-time', type: 'string', format: 'date-time' },
  text: { holds: isText, words: 'a string', type: 'string' },
  filled: { holds: (value) => isText(value) && value !== '', words: 'a string', type: 'string' },
  flag: { holds: isBoolean, words: 'a boolean', type: 'boolean' },
  object: { holds: isObject, words: 'an object', type: 'object' },
  index: { holds: Number.isInteger, words: 'an integer', type: 'integer' },
  any: { holds: () => true, words: 'anything' },
  list: { holds: Array.isArray, words: 'an array', type: 'array' },
}
