import type { Name } from 'ajv'
import type { NameValue } from 'ajv/dist/compile/codegen/scope.js'
import type { formats } from '../../runtime/formats.js'
import type { Constants } from './constants.js'
import { RuntimeName } from './statements.js'
import { unknown } from './unknown-code.js'

const isDeepEqual = (ref: unknown): boolean =>
  typeof ref === 'function' && 'code' in ref && ref.code === 'require("ajv/dist/runtime/equal").default'

/** Names of the formats in the runtime, imported one by one so that bundles contain only those in use. */
const runtimeNames: Readonly<Record<keyof typeof formats, string>> = {
  date: 'isDate',
  'date-time': 'isDateTime',
  time: 'isTime',
  decimal: 'isDecimal',
  uuid: 'isUuid',
  email: 'isEmail',
  uri: 'isUri',
  int32: 'int32',
  uint32: 'uint32',
  int64: 'int64',
  uint64: 'uint64',
}

const isFormat = (name: string): name is keyof typeof formats => Object.hasOwn(runtimeNames, name)

const formatOf = (name: string, format: unknown, constants: Constants): Name => {
  if (format instanceof RegExp) return constants.trustedPattern(format)
  return isFormat(name) ? new RuntimeName(runtimeNames[name]) : unknown(`the format ${name}`)
}

/**
 * The name of a value outside of the function: a constant of the module, or a function of the runtime.
 * @throws UnknownCode for values that no known keyword refers to
 */
export function scopeName(prefix: string, { ref, key }: NameValue, constants: Constants): Name {
  if (prefix === 'pattern' && ref instanceof RegExp) return constants.pattern(ref)
  if (prefix === 'formats') return formatOf(String(key), ref, constants)
  if (prefix === 'set' && Array.isArray(ref)) return constants.set(ref)
  if (prefix === 'func' && ref === Object.prototype.hasOwnProperty)
    return constants.expression('hasOwn', 'Object.prototype.hasOwnProperty')
  if (prefix === 'func' && isDeepEqual(ref)) return new RuntimeName('deepEqual')
  return unknown(`the ${prefix} ${String(key)}`)
}
