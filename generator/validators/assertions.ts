import { _, type Code, type KeywordCxt } from 'ajv'
import { stringify } from 'ajv/dist/compile/codegen/index.js'
import { type ChangedKeywords, withCode } from './ajv-modules.js'
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
  const [first = _`false`, ...others] = values.map(equal)
  return others.reduce((code, other) => _`${code} || ${other}`, first)
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
export const assertions: ChangedKeywords = {
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
