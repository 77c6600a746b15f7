import { _, type Ajv, type Code, type CodeKeywordDefinition, type KeywordCxt, Name, nil } from 'ajv'
import { _Code, getProperty } from 'ajv/dist/compile/codegen/code.js'
import type { SchemaCxt } from 'ajv/dist/compile/index.js'
import { isObject } from '../../document/index.js'
import type { JsonSchema, JsonSchemaObject } from '../../runtime/surface.js'
import { mapUnitSchemas, referredUnit } from '../build/subschemas.js'
import { type ChangedKeywords, N, withCode } from './ajv-modules.js'
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

// ajv nests the code of each branch in the previous one, which fails for very many branches, in ajv and in JavaScript engines.
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

const text = new RuntimeName('text')
const list = new RuntimeName('list')
const tagged = new RuntimeName('tagged')

/** The text that a schema allows: one value, or several. */
type KnownText = string | readonly string[]

const isText = (value: unknown): value is string => typeof value === 'string'

const keywordsOf = (schema: JsonSchemaObject): string => Object.keys(schema).toSorted().join(' ')

const knownText = (schema: JsonSchemaObject): KnownText | undefined => {
  if (schema.type !== 'string') return undefined
  const { const: value, enum: values = [] } = schema
  if (keywordsOf(schema) === 'const type') return isText(value) ? value : undefined
  const isList = keywordsOf(schema) === 'enum type' && values.length > 1
  return isList && values.every(isText) ? values : undefined
}

const isListOfUnits = (schema: JsonSchemaObject): boolean =>
  keywordsOf(schema) === 'items type' &&
  schema.type === 'array' &&
  schema.items !== undefined &&
  referredUnit(schema.items) !== undefined

/** Whether runtime and ajv make the same path of a key, and ajv checks only for undefined. */
export function isPlainKey(key: string): boolean {
  return /^[\w-]+$/.test(key) && !(key in Object.prototype)
}

/** The text that a member may be, in a schema with short ones inside. */
export function textOf(member: JsonSchema | undefined): KnownText | undefined {
  return typeof member === 'object' ? (member['text'] as KnownText | undefined) : undefined
}

/** The key and the text of the one member that an object is checked for, as in the branches of a union. */
const tagIn = (schema: JsonSchemaObject): readonly [key: string, known: KnownText] | undefined => {
  if (keywordsOf(schema) !== 'properties required type' || schema.type !== 'object') return undefined
  const [[key, member] = ['', true] as const, ...others] = Object.entries(schema.properties ?? {})
  const known = textOf(member)
  const isOnly = others.length === 0 && schema.required?.join() === key && isPlainKey(key)
  return isOnly && known !== undefined ? [key, known] : undefined
}

/** Gives schemas that one call checks a keyword of ours; in `propertyNames` no call could add the name. */
export function withShortSchemas(schema: JsonSchemaObject): JsonSchemaObject {
  const known = knownText(schema)
  if (known !== undefined) return { text: known }
  const inside = mapUnitSchemas(schema, (child, [keyword]) =>
    typeof child === 'object' && keyword !== 'propertyNames' ? withShortSchemas(child) : child,
  )
  if (isListOfUnits(inside)) return { list: inside }
  return tagIn(inside) ? { tagged: inside } : inside
}

/** Whether the path of errors is only known when the code runs. */
export function isComputed(path: Code): boolean {
  return path instanceof _Code && path._items.some((item) => item instanceof Name)
}

/** Whether a keyword applies to the value of the unit itself. */
export function isOwn({ it: { errorPath } }: KeywordCxt): boolean {
  return String(errorPath) === '""'
}

/** The text that is allowed, as an argument of a call. */
export function knownArgument({ gen }: KeywordCxt, known: KnownText): Code {
  return isText(known) ? _`${known}` : gen.scopeValue('set', { ref: known })
}

/** The last argument of a call, for a schema that is not the unit's own. */
export function schemaArgument({ it: { errSchemaPath } }: KeywordCxt): Code {
  return errSchemaPath === '#' ? nil : _`, ${errSchemaPath}`
}

/** The last two arguments, for a value that is not the unit's own. */
const pathArguments = (cxt: KeywordCxt): Code =>
  isOwn(cxt) && cxt.it.errSchemaPath === '#' ? nil : _`, ${cxt.it.errorPath}, ${cxt.it.errSchemaPath}`

const textKeyword: CodeKeywordDefinition = {
  keyword: 'text',
  code(cxt) {
    const { gen, data, schema } = cxt
    const known = knownArgument(cxt, schema)
    const judge = (): unknown =>
      gen.assign(N.vErrors, _`${text}(${N.vErrors}, ${data}, ${known}${pathArguments(cxt)})`)
    // The path is only computed for an error.
    if (!isComputed(cxt.it.errorPath)) judge()
    else gen.if(isText(schema) ? _`${data} !== ${known}` : _`!${known}.has(${data})`, judge)
  },
}

/** Prints the schema in one of our keywords as ajv does. */
const printPlain = (cxt: KeywordCxt): void => {
  const { topSchemaRef, errSchemaPath, schemaPath } = cxt.it
  const plain = { schema: cxt.schema, schemaPath: _`${schemaPath}${getProperty(cxt.keyword)}` }
  cxt.mergeEvaluated(cxt.subschema({ ...plain, topSchemaRef, errSchemaPath }, cxt.gen.name('valid')))
}

const listKeyword = (find: FindFunction): CodeKeywordDefinition => ({
  keyword: 'list',
  code(cxt) {
    const { gen, data, it, schema } = cxt
    if (isComputed(it.errorPath) || it.compositeRule || it.opts.unevaluated) return printPlain(cxt)
    const unit = find(referredUnit(schema.items) ?? '')
    gen.assign(N.vErrors, _`${list}(${N.vErrors}, ${data}, ${unit}${pathArguments(cxt)})`)
  },
})

const taggedKeyword: CodeKeywordDefinition = {
  keyword: 'tagged',
  code(cxt) {
    const { gen, data, it } = cxt
    const [key, known] = tagIn(cxt.schema) ?? []
    if (key === undefined || known === undefined || !isOwn(cxt) || it.opts.unevaluated) return printPlain(cxt)
    const argument = knownArgument(cxt, known)
    gen.assign(N.vErrors, _`${tagged}(${N.vErrors}, ${data}, ${argument}, ${key}${schemaArgument(cxt)})`)
  },
}

/** Adds the keywords of short schemas. */
export function addShortKeywords(ajv: Ajv, find: FindFunction): void {
  for (const keyword of [textKeyword, listKeyword(find), taggedKeyword]) ajv.addKeyword(keyword)
}
