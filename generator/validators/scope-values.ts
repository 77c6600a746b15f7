import type { Name } from 'ajv'
import type { NameValue } from 'ajv/dist/compile/codegen/scope.js'
import { formats } from '../../runtime/formats.js'
import type { Constants } from './constants.js'
import { FormatName, RuntimeName } from './statements.js'
import { unknown } from './unknown-code.js'

const isDeepEqual = (ref: unknown): boolean =>
  typeof ref === 'function' && 'code' in ref && ref.code === 'require("ajv/dist/runtime/equal").default'

const formatOf = (name: string, format: unknown, constants: Constants): Name => {
  if (format instanceof RegExp) return constants.trustedPattern(format)
  return Object.hasOwn(formats, name) ? new FormatName(name) : unknown(`the format ${name}`)
}

/**
 * The name of what code refers to outside its function: a constant of the module, or a function of the runtime.
 * @throws UnknownCode for values that no keyword is known to refer to
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
