import { _, type Code, KeywordCxt, nil } from 'ajv'
import { getProperty } from 'ajv/dist/compile/codegen/code.js'
import { mergeEvaluated, toHash } from 'ajv/dist/compile/util.js'
import {
  allSchemaProperties,
  checkReportMissingProp,
  noPropertyInData,
  propertyInData,
  schemaProperties,
} from 'ajv/dist/vocabularies/code.js'
import { N, type ChangedKeywords, type KeywordCode, withCode } from './ajv-modules.js'
import { isComputed, isOwn, isPlainKey, knownArgument, schemaArgument, textOf } from './short-schemas.js'
import { RuntimeName } from './statements.js'
import { functionOf, nullableFunction } from './unions.js'

const need = new RuntimeName('need')
const needText = new RuntimeName('needText')
const may = new RuntimeName('may')
const mayNull = new RuntimeName('mayNull')
const each = new RuntimeName('each')

const memberCall = (cxt: KeywordCxt, key: string, isRequired: boolean): Code | undefined => {
  const { data, it, schema } = cxt
  if (!isOwn(cxt) || !isPlainKey(key)) return undefined
  const value = _`${N.vErrors}, ${data}${getProperty(key)}`
  const known = textOf(schema[key])
  if (isRequired && known !== undefined)
    return _`${needText}(${value}, ${knownArgument(cxt, known)}, ${key}${schemaArgument(cxt)})`
  // A union asks which of its branches failed.
  if (it.compositeRule) return undefined
  const unit = functionOf(it, schema[key])
  if (unit && isRequired) return _`${need}(${value}, ${unit}, ${key}${schemaArgument(cxt)})`
  if (unit) return _`${may}(${value}, ${unit}, ${`/${key}`})`
  const nullable = isRequired || it.errSchemaPath !== '#' ? undefined : nullableFunction(it, schema[key])
  return nullable && _`${mayNull}(${value}, ${nullable}, ${key})`
}

/** `properties` also checks whether a required member is missing, unless the member may be anything. */
const requiredCode: KeywordCode = (cxt) => {
  const required: readonly string[] = cxt.schema
  const checked = new Set(schemaProperties(cxt.it, cxt.it.schema['properties']))
  for (const key of required) if (!checked.has(key)) checkReportMissingProp(cxt, key)
}

const failMissing = ({ it }: KeywordCxt, key: string): void => {
  const rule = it.self.RULES.all['required']
  if (typeof rule !== 'object') return
  const cxt = new KeywordCxt(it, rule.definition, 'required')
  cxt.setParams({ missingProperty: _`${key}` })
  cxt.error()
}

const propertiesCode: KeywordCode = (cxt) => {
  const { gen, data, it, schema, parentSchema } = cxt
  const keys = allSchemaProperties(schema)
  if (it.opts.unevaluated && keys.length > 0 && it.props !== true)
    it.props = mergeEvaluated.props(gen, toHash(keys), it.props)
  const required = new Set<string>(parentSchema['required'])
  const valid = gen.name('valid')
  for (const key of schemaProperties(it, schema)) {
    const isRequired = required.has(key)
    const call = memberCall(cxt, key, isRequired)
    if (call) {
      gen.assign(N.vErrors, call)
      continue
    }
    const judge = (): unknown =>
      cxt.subschema({ keyword: 'properties', schemaProp: key, dataProp: key }, valid)
    if (isRequired)
      gen.if(noPropertyInData(gen, data, key, it.opts.ownProperties), () => failMissing(cxt, key), judge)
    else gen.if(propertyInData(gen, data, key, it.opts.ownProperties), judge)
  }
}

/** Checks all items by one call, if their path is known. */
const itemsCode =
  (judge: KeywordCode): KeywordCode =>
  (cxt, type) => {
    const { gen, data, it, schema } = cxt
    const unit = functionOf(it, schema)
    if (!unit || isComputed(it.errorPath) || it.compositeRule || it.schema['prefixItems'])
      return judge(cxt, type)
    it.items = true
    const path = isOwn(cxt) ? nil : _`, ${it.errorPath}`
    gen.assign(N.vErrors, _`${each}(${N.vErrors}, ${data}, ${unit}${path})`)
  }

/** Keywords for which one call checks a member, or all items. */
export const members: ChangedKeywords = {
  required: withCode(() => requiredCode),
  properties: withCode(() => propertiesCode),
  items: withCode(itemsCode),
}
