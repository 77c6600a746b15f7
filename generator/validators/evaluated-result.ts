import { _, type Code, Name } from 'ajv'
import { getProperty } from 'ajv/dist/compile/codegen/index.js'
import { _Code } from 'ajv/dist/compile/codegen/code.js'
import type { SchemaCxt } from 'ajv/dist/compile/index.js'
import { literalOf } from './constants.js'
import { type FunctionName, type Statement } from './statements.js'

const codeOf = (evaluated: SchemaCxt['props'] | SchemaCxt['items']): Code =>
  evaluated instanceof Name
    ? evaluated
    : new _Code(evaluated === undefined ? 'undefined' : literalOf(evaluated))

/** Inserts, before the final return statement, one that stores what was evaluated. */
export function withEvaluated(
  statements: readonly Statement[],
  name: FunctionName,
  { props, items }: SchemaCxt,
): readonly Statement[] {
  const value = _`{ props: ${codeOf(props)}, items: ${codeOf(items)} }`
  const target = _`${name}${getProperty('evaluated')}`
  return [
    ...statements.slice(0, -1),
    { kind: 'assign', target, operator: '=', value },
    ...statements.slice(-1),
  ]
}
