import { _, type Code, type KeywordCxt } from 'ajv'
import { _Code } from 'ajv/dist/compile/codegen/code.js'
import type { SchemaCxt } from 'ajv/dist/compile/index.js'
import { isObject } from '../../document/index.js'
import type { JsonSchema } from '../../runtime/json-schema.js'
import { referredUnit } from '../build/unit-schemas.js'
import { N } from './ajv-modules.js'
import { type ChangedKeywords, withCode } from './keyword-code.js'
import { type FunctionName, RuntimeName } from './statements.js'

/** Finds the validation function of a unit. */
export type FindFunction = (unit: string) => FunctionName

/** By instance of ajv. */
export const functionsOf = new WeakMap<object, FindFunction>()

const orNull = new RuntimeName('orNull')
const union = new RuntimeName('union')

const isNull = (schema: unknown): boolean =>
  isObject(schema) && schema['type'] === 'null' && Object.keys(schema).length === 1

/** The function of a schema that is only a reference to a unit. */
export function functionOf({ self }: SchemaCxt, schema: JsonSchema): FunctionName | undefined {
  const unit = referredUnit(schema)
  return unit === undefined ? undefined : functionsOf.get(self)?.(unit)
}

/** The function of a union of a unit and null. */
export function nullableFunction(it: SchemaCxt, schema: JsonSchema): FunctionName | undefined {
  const [unit = true, none = true, ...others] = typeof schema === 'object' ? (schema.anyOf ?? []) : []
  const isNullable = Object.keys(schema).join() === 'anyOf' && others.length === 0 && isNull(none)
  return isNullable && it.opts.unevaluated !== true ? functionOf(it, unit) : undefined
}

/** The functions of the branches of a union if all of them are units. */
const functionsIn = ({ schema, it }: KeywordCxt): readonly FunctionName[] => {
  const branches: readonly JsonSchema[] = schema
  const names = branches.flatMap((branch) => functionOf(it, branch) ?? [])
  return names.length === branches.length && it.opts.unevaluated !== true ? names : []
}

const listOf = (names: readonly FunctionName[]): Code =>
  new _Code(['[', ...names.flatMap((name, index) => (index === 0 ? [name] : [', ', name])), ']'])

/** Unions of units as one call, which adds the same errors as ajv's code does. */
const called = withCode((judge) => (cxt, type) => {
  const { gen, data, it, keyword } = cxt
  const nullable = nullableFunction(it, { [keyword]: cxt.schema })
  const names = functionsIn(cxt)
  if (!nullable && names.length < 2) return judge(cxt, type)
  const [fn, branches] = nullable ? [orNull, nullable] : [union, listOf(names)]
  const at = `${it.errSchemaPath}/${keyword}`
  gen.assign(N.vErrors, _`${fn}(${N.vErrors}, ${data}, ${branches}, ${it.errorPath}, ${at})`)
})

export const unitUnions: ChangedKeywords = { anyOf: called, oneOf: called }
