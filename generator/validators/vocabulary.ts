import { _, type Code, type CodeKeywordDefinition, KeywordCxt, nil, type Vocabulary } from 'ajv'
import { getProperty } from 'ajv/dist/compile/codegen/code.js'
import { stringify } from 'ajv/dist/compile/codegen/index.js'
import { mergeEvaluated, toHash } from 'ajv/dist/compile/util.js'
import {
  allSchemaProperties,
  checkReportMissingProp,
  noPropertyInData,
  propertyInData,
  schemaProperties,
} from 'ajv/dist/vocabularies/code.js'
import { type ChangedKeywords, type KeywordCode, N, withCode } from './ajv-modules.js'
import { evaluatedKeywords } from './evaluated-keywords.js'
import {
  functionOf,
  isComputed,
  isOwn,
  isPlainKey,
  knownArgument,
  nullableFunction,
  schemaArgument,
  textOf,
  unions,
} from './short-schemas.js'
import { RuntimeName } from './statements.js'

const isPlain = (value: unknown): boolean => typeof value !== 'object' || value === null

const deepEqual = new RuntimeName('deepEqual')
const isLonger = new RuntimeName('isLonger')
const isShorter = new RuntimeName('isShorter')
const repeated = new RuntimeName('repeated')

const isOneOf = (cxt: KeywordCxt, values: readonly unknown[]): Code => {
  const { data, schemaCode } = cxt
  const equal = (value: unknown, index: number): Code =>
    isPlain(value) ? _`${data} === ${stringify(value)}` : _`${deepEqual}(${data}, ${schemaCode}[${index}])`
  return values.map(equal).reduce((code, other) => _`${code} || ${other}`)
}

/** ajv compares values one by one, and keeps another list of them for the error. */
const enumCode = (cxt: KeywordCxt): void => {
  const values: readonly unknown[] = cxt.schema
  const isSet = values.length > 1 && values.every(isPlain)
  const set = isSet ? cxt.gen.scopeValue('set', { ref: values }) : undefined
  cxt.setParams({ values: set ?? _`${cxt.schemaCode}` })
  cxt.pass(set === undefined ? isOneOf(cxt, values) : _`${set}.has(${cxt.data})`)
}

/** ajv validates the schema of `not` and counts its errors; text that is not one of some values needs no count. */
const notListed = withCode((judge) => (cxt, type) => {
  const { enum: values = [], ...others }: { readonly enum?: readonly unknown[] } = cxt.schema
  if (values.length < 2 || !values.every(isPlain) || Object.keys(others).length > 0) return judge(cxt, type)
  cxt.fail(_`${cxt.gen.scopeValue('set', { ref: values })}.has(${cxt.data})`)
})

const isWrongLength = ({ keyword, data, schema }: KeywordCxt): Code => {
  const limit = Number(schema)
  if (keyword === 'maxLength') return _`${isLonger}(${data}, ${limit})`
  return limit === 1 ? _`${data} === ""` : _`${isShorter}(${data}, ${limit})`
}

const lengths = withCode(() => (cxt) => cxt.fail(isWrongLength(cxt)))

/** ajv compares all pairs of items, unless the schema excludes objects. */
const uniqueItemsCode = (cxt: KeywordCxt): void => {
  if (cxt.schema !== true) return
  const pair = cxt.gen.const('pair', _`${repeated}(${cxt.data})`)
  cxt.setParams({ pair })
  cxt.fail(_`${pair} !== null`)
}

/** Assertions for which ajv prints longer or slower code. */
const assertions: ChangedKeywords = {
  enum: (definition) => ({
    ...definition,
    error: { message: '', params: ({ params }) => _`{allowedValues: ${params['values']}}` },
    code: enumCode,
  }),
  not: notListed,
  maxLength: lengths,
  minLength: lengths,
  uniqueItems: (definition) => ({
    ...definition,
    error: { message: '', params: ({ params }) => _`${params['pair']}` },
    code: uniqueItemsCode,
  }),
}

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

/** ajv goes on only where the last name was valid, but an object without names may lack a required member. */
const propertyNamesCode =
  (judge: KeywordCode): KeywordCode =>
  (cxt, type) => {
    cxt.ok = () => undefined
    judge(cxt, type)
  }

/** Keywords for which one call checks a member, or all items. */
const members: ChangedKeywords = {
  required: withCode(() => requiredCode),
  properties: withCode(() => propertiesCode),
  items: withCode(itemsCode),
  propertyNames: withCode(propertyNamesCode),
}

/** The remainder is exact for integers; ajv's quotient would accept any large number. */
const multipleOf =
  (judge: KeywordCode): KeywordCode =>
  (cxt, type) => {
    if (!Number.isInteger(cxt.schema)) return judge(cxt, type)
    cxt.fail(_`${cxt.data} % ${cxt.schemaCode} !== 0`)
  }

const changes: readonly ChangedKeywords[] = [
  assertions,
  evaluatedKeywords,
  unions,
  members,
  { multipleOf: withCode(multipleOf) },
]

/** An error that already names the keyword that caused it. */
class KeywordError extends Error {}

const naming =
  (judge: KeywordCode): KeywordCode =>
  (cxt, type) => {
    try {
      judge(cxt, type)
    } catch (cause) {
      if (!(cause instanceof Error) || cause instanceof KeywordError || cause instanceof RangeError)
        throw cause
      // The location cannot be printed if its name is malformed.
      if (cause instanceof URIError) throw cause
      const at = `${cxt.it.errSchemaPath}/${cxt.keyword}`
      throw new KeywordError(`${cause.message} (at ${at})`, { cause })
    }
  }

const adaptedKeyword = (definition: CodeKeywordDefinition): CodeKeywordDefinition => {
  const keywords = [definition.keyword].flat()
  let now = definition
  for (const change of changes) {
    const [own] = keywords.flatMap((keyword) => (Object.hasOwn(change, keyword) ? [change[keyword]] : []))
    if (own) now = own(now)
  }
  return { ...now, code: naming(now.code) }
}

const isCode = (definition: Vocabulary[number]): definition is CodeKeywordDefinition =>
  typeof definition === 'object' && 'code' in definition

/** An ajv vocabulary with our changed keywords, and with errors that name the keyword. */
export function adapted(vocabulary: Vocabulary): Vocabulary {
  return vocabulary.map((definition) => (isCode(definition) ? adaptedKeyword(definition) : definition))
}
