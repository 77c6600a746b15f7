import { isObject } from '../../document/index.js'
import { type Check, isBoolean, isDecimal, isText, isTime, isUuid } from './checks.js'
import type { ValueKind } from '../tables/value-kinds.js'

/** The check for each type of the tables. */
export const holdsKind: Readonly<Record<ValueKind, Check>> = {
  uuid: isUuid,
  decimal: isDecimal,
  time: isTime,
  text: isText,
  filled: (value) => isText(value) && value !== '',
  flag: isBoolean,
  object: isObject,
  index: Number.isInteger,
  any: () => true,
  list: Array.isArray,
}
