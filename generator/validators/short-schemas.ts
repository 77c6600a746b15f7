import { _, type Ajv, type Code, type CodeKeywordDefinition, type KeywordCxt, Name, nil } from 'ajv'
import { _Code, getProperty } from 'ajv/dist/compile/codegen/code.js'
import type { JsonSchema, JsonSchemaObject } from '../../runtime/json-schema.js'
import { mapUnitSchemas, referredUnit } from '../build/subschemas.js'
import { N } from './ajv-modules.js'
import { RuntimeName } from './statements.js'
import type { FindFunction } from './unions.js'

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

/**
 * Whether the runtime and ajv make the same path from a key, and ajv only checks whether the member is
 * undefined.
 */
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

/**
 * A schema in which keywords of our own hold the schemas that one call of the runtime checks. Errors inside
 * `propertyNames` hold the name, which these calls cannot add.
 */
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
