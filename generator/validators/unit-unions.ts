import { _, type Code, type KeywordCxt } from 'ajv'
import { _Code } from 'ajv/dist/compile/codegen/code.js'
import { isObject } from '../../document/index.js'
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

/** The functions of the branches of a union if all of them are units, or all but a last one that is null. */
const functionsIn = ({ schema, it }: KeywordCxt): readonly FunctionName[] | undefined => {
  const find = functionsOf.get(it.self)
  if (!find || it.opts.unevaluated === true) return undefined
  const branches: readonly unknown[] = schema
  const units = branches.map((branch) => (isObject(branch) ? referredUnit(branch) : undefined))
  const names = units.flatMap((unit) => (unit === undefined ? [] : [find(unit)]))
  const isNullable = branches.length === 2 && names.length === 1 && isNull(branches[1])
  return isNullable || names.length === branches.length ? names : undefined
}

const listOf = (names: readonly FunctionName[]): Code =>
  new _Code(['[', ...names.flatMap((name, index) => (index === 0 ? [name] : [', ', name])), ']'])

/** Unions of units as one call, which adds the same errors as ajv's code does. */
const called = withCode((judge) => (cxt, type) => {
  const { gen, data, it, keyword } = cxt
  const names = functionsIn(cxt)
  const [only, ...others] = names ?? []
  const isOrNull = others.length === 0 && keyword === 'anyOf' && cxt.schema.length === 2
  if (!only || (others.length === 0 && !isOrNull)) return judge(cxt, type)
  const [fn, branches] = isOrNull ? [orNull, only] : [union, listOf([only, ...others])]
  const at = `${it.errSchemaPath}/${keyword}`
  gen.assign(N.vErrors, _`${fn}(${N.vErrors}, ${data}, ${branches}, ${it.errorPath}, ${at})`)
})

export const unitUnions: ChangedKeywords = { anyOf: called, oneOf: called }
