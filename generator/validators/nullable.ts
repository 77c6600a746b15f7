import { _ } from 'ajv'
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

const isNull = (schema: unknown): boolean =>
  isObject(schema) && schema['type'] === 'null' && Object.keys(schema).length === 1

/** A unit or null, as most unions are: one call, which adds the same errors as ajv's code does. */
export const nullable: ChangedKeywords = {
  anyOf: withCode((judge) => (cxt, type) => {
    const { gen, data, it } = cxt
    const [first, second, ...others]: readonly unknown[] = cxt.schema
    const unit = isObject(first) ? referredUnit(first) : undefined
    const find = functionsOf.get(it.self)
    if (unit === undefined || !isNull(second) || others.length > 0 || !find || it.opts.unevaluated)
      return judge(cxt, type)
    const at = `${it.errSchemaPath}/anyOf`
    gen.assign(N.vErrors, _`${orNull}(${N.vErrors}, ${data}, ${find(unit)}, ${it.errorPath}, ${at})`)
  }),
}
