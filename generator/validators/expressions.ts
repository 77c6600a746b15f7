import { type Code, Name } from 'ajv'
import { _Code, type CodeItem } from 'ajv/dist/compile/codegen/code.js'
import { N } from './ajv-modules.js'
import type { Constants } from './constants.js'
import { found } from './failures.js'
import { withConstants } from './schema-values.js'
import { type Expression, RuntimeName } from './statements.js'
import { unknown } from './unknown-code.js'

const size = new RuntimeName('size')

const ownItems = (item: CodeItem): readonly CodeItem[] => {
  if (item === N.vErrors) return [found]
  if (item === N.errors) return [size, '(', found, ')']
  return [item === '+' ? ' + ' : item]
}

/** Code with our names in place of ajv's, and constants in place of ways into the schema. */
export function readCode(code: Code, constants: Constants): Code {
  if (code === N.vErrors) return found
  if (code instanceof Name && code !== N.errors) return code
  const read = withConstants(code, constants)
  const items = read instanceof _Code ? read._items : [code]
  if (items.includes(N.instancePath)) return unknown('a path outside an error')
  return new _Code(items.flatMap((item) => (item instanceof _Code ? item._items : ownItems(item))))
}

/** The same for any expression. */
export const readExpression = (expression: Expression, constants: Constants): Expression =>
  expression instanceof Name || expression instanceof _Code ? readCode(expression, constants) : expression
