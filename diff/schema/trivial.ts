import { isObject } from '../document/json.js'
import { isAsserting } from './keywords.js'

/** Whether a schema takes every value: `true`, or an object that says nothing. */
export const isFree = (value: unknown): boolean =>
  value === true || (isObject(value) && !Object.keys(value).some(isAsserting))

/** Whether a schema takes no value: `false`, or what excludes everything. */
export const isNever = (value: unknown): boolean =>
  value === false || (isObject(value) && Object.keys(value).length === 1 && isFree(value['not']))
