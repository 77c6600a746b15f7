import { _, type Code, type KeywordCxt, Name } from 'ajv'
import { _Code } from 'ajv/dist/compile/codegen/code.js'
import type { SchemaCxt } from 'ajv/dist/compile/index.js'
import { isObject } from '../../document/index.js'
import type { JsonSchema } from '../../runtime/json-schema.js'
import { referredUnit } from '../build/subschemas.js'
import { N, type ChangedKeywords, withCode } from './ajv-modules.js'
import { type FunctionName, RuntimeName } from './statements.js'

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

// ajv nests the code of each branch in the previous one, which fails for very many branches, in ajv and in engines.
const mostNested = 500

/** Whether a union has too many branches for nested code. */
export function isLarge(branches: readonly unknown[]): boolean {
  return branches.length > mostNested
}

/** Validates all branches in sequence, and counts those that are valid. */
const judgeAll = (cxt: KeywordCxt): void => {
  const { gen, it, keyword } = cxt
  const branches: readonly unknown[] = cxt.schema
  const count = gen.let('count', 0)
  for (const index of branches.keys()) {
    const isValid = gen.name('_valid')
    const branch = cxt.subschema({ keyword, schemaProp: index, compositeRule: true }, isValid)
    gen.if(isValid, () => {
      gen.code(_`${count}++`)
      if (it.opts.unevaluated) cxt.mergeEvaluated(branch, Name)
    })
  }
  cxt.setParams({ passing: _`null` })
  cxt.result(
    keyword === 'oneOf' ? _`${count} === 1` : _`${count} > 0`,
    () => cxt.reset(),
    () => cxt.error(true),
  )
}

const flattened = withCode((judge) => (cxt, type) => {
  if (isLarge(cxt.schema)) judgeAll(cxt)
  else judge(cxt, type)
})

const unionKeyword: ChangedKeywords[string] = (definition) => called(flattened(definition))

/** Unions without a limit on branches, and unions of units as calls. */
export const unions: ChangedKeywords = { anyOf: unionKeyword, oneOf: unionKeyword }
