import { type Code, Name } from 'ajv'
import { _Code, type CodeItem } from 'ajv/dist/compile/codegen/code.js'
import { N } from './ajv-modules.js'
import type { Constants } from './constants.js'
import { found } from './failures.js'
import { withConstants } from './schema-values.js'
import { type Expression, RuntimeName } from './statements.js'
import { unknown } from './unknown-code.js'

const size = new RuntimeName('size')
const checkObject = new RuntimeName('isObject')

const plus = ' + '

/** Code with our names instead of ajv's, and constants instead of accesses to the schema. */
export function readCode(code: Code, constants: Constants): Code {
  if (code === N.vErrors) return found
  if (code instanceof Name && code !== N.errors) return code
  const read = withConstants(code, constants)
  const items: CodeItem[] = []
  for (const item of read instanceof _Code ? read._items : [read]) {
    if (item === N.instancePath) return unknown('a path outside an error')
    if (item === N.errors) items.push(size, '(', found, ')')
    else if (item !== '') items.push(item === N.vErrors ? found : item === '+' ? plus : item)
  }
  return new _Code(withObject(items))
}

/** Replaces ajv's check for an object by a call. */
const withObject = (items: CodeItem[]): CodeItem[] => {
  const [data = '', and, again, not, third, end, ...rest] = items
  const isCheck = and === ' && typeof ' && not === ' == "object" && !Array.isArray(' && end === ')'
  return isCheck && rest.length === 0 && again === data && third === data
    ? [checkObject, '(', data, ')']
    : items
}

/** The same for any expression. */
export function readExpression(expression: Expression, constants: Constants): Expression {
  return expression instanceof Name || expression instanceof _Code
    ? readCode(expression, constants)
    : expression
}
