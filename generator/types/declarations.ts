import { isObject, listOf } from '../../document/index.js'
import type { LoadedDocument, RawObject } from '../model/document.js'

/** One declaration: its name as the document spells it, and its type. */
export interface Declaration {
  readonly name: string
  /** The type, printed as if it began a line. */
  readonly text: string
  /** Escaped lines of its comment. */
  readonly comment?: readonly string[]
}

/** A component that is an enumeration, as an object of constants. */
export interface EnumDeclaration {
  /** The component that it belongs to. */
  readonly schema: string
  readonly members: readonly EnumMember[]
}

/** One constant. Keys of one enumeration are unique; any text may be a key. */
export interface EnumMember {
  readonly key: string
  readonly value: string | number
}

/** Kinds of components with declarations, besides schemas. */
export const otherKinds = ['responses', 'parameters', 'requestBodies', 'headers', 'pathItems'] as const

export type OtherKind = (typeof otherKinds)[number]

/** Kinds of declarations at the root of `types.d.ts`. */
export const roots = ['paths', 'webhooks', 'operations', '$defs', 'requests'] as const

export type Root = (typeof roots)[number]

/** All declarations of one document, in document order. */
export interface TypeDeclarations extends Readonly<Record<Root | OtherKind, readonly Declaration[]>> {
  /** Component schemas, which refer to each other by the identifiers of `schemas.d.ts`. */
  readonly schemas: readonly Declaration[]
  /** Nested schemas that are targets of references, named by identifiers that no component has. */
  readonly inner: readonly Declaration[]
  /** Generic types that the printed text uses; names include their parameters. */
  readonly helpers: readonly Declaration[]
  /** Names that the printed text imports from `../runtime/validators.js`. */
  readonly brands: readonly string[]
}

/** Identifiers by component schema. */
export type SchemaNames = ReadonlyMap<string, string>

export interface TypeOptions {
  /** Uses branded types for strings of the formats `uuid`, `date-time` and `decimal`. */
  readonly brands?: boolean
  /** Lets every enumeration in responses accept values that are not known yet. */
  readonly openEnums?: boolean
}

export interface TypesPrinter {
  /** @throws RampartError TYPES_UNPRINTABLE; the signal's reason when the run is aborted. */
  print(document: LoadedDocument, options: TypeOptions, names: SchemaNames): Promise<TypeDeclarations>
}

/** A printed type. `rank` is its outermost operator: none, an intersection or a union. */
export interface Type {
  readonly text: string
  readonly rank: 'atom' | 'intersection' | 'union'
}

/** A type that needs no parentheses anywhere. */
export function atom(text: string): Type {
  return { text, rank: 'atom' }
}

export const unknownType = atom('unknown')
export const neverType = atom('never')
export const nullType = atom('null')

const plainName = /^(?:[A-Za-z_$][\w$]*|[1-9]\d{0,8})$/

/** A string literal. Line separators are escaped, because old tools treat them as line ends. */
const quoted = (text: string): string =>
  JSON.stringify(text).replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029')

/** The name of a member in an object literal or an object type, quoted only if needed. */
export function memberName(name: string): string {
  // Without brackets this key would set the prototype.
  if (name === '__proto__') return '["__proto__"]'
  return plainName.test(name) ? name : quoted(name)
}

/** A JSON value as an expression on one line. */
export function literalOf(value: unknown): string {
  if (typeof value === 'string') return quoted(value)
  if (Array.isArray(value)) return `[${value.map(literalOf).join(', ')}]`
  if (typeof value !== 'object' || value === null) return String(value)
  const members = Object.entries(value).map(([key, member]) => `${memberName(key)}: ${literalOf(member)}`)
  return members.length === 0 ? '{}' : `{ ${members.join(', ')} }`
}

/** Indexed access to a member of an interface, and to nested members. */
export function member(root: string, ...names: readonly string[]): string {
  return root + names.map((name) => `[${quoted(name)}]`).join('')
}

/** An object type with one member per line; `indent` is that of the line on which it begins. */
export function block(members: readonly string[], indent: string): string {
  if (members.length === 0) return '{}'
  const start = `\n${indent}  `
  return `{${start}${members.join(start)}\n${indent}}`
}

const wrapped = (type: Type, isAllowed: boolean): string => (isAllowed ? type.text : `(${type.text})`)

const distinct = (types: readonly Type[]): Type[] => [
  ...new Map(types.map((one) => [one.text, one])).values(),
]

/** The union of types, without a wrapper for a single one. */
export function union(types: readonly Type[]): Type {
  if (types.length === 1 && types[0]) return types[0]
  const kept = distinct(types.filter(({ text }) => text !== 'never'))
  const [first, second] = kept
  if (!first) return neverType
  if (!second) return first
  if (kept.some(({ text }) => text === 'unknown')) return unknownType
  return { text: kept.map((type) => wrapped(type, true)).join(' | '), rank: 'union' }
}

/** The intersection of types, without a wrapper for a single one. */
export function intersection(types: readonly Type[]): Type {
  if (types.length === 1 && types[0]) return types[0]
  const kept = distinct(types.filter(({ text }) => text !== 'unknown'))
  const [first, second] = kept
  if (!first) return unknownType
  if (!second) return first
  if (kept.some(({ text }) => text === 'never')) return neverType
  return { text: kept.map((type) => wrapped(type, type.rank !== 'union')).join(' & '), rank: 'intersection' }
}

/** The array type of an item, with parentheses if needed. */
export function arrayOf(item: Type): Type {
  return atom(`${wrapped(item, item.rank === 'atom')}[]`)
}

/** A type as an optional element of a tuple. */
export function optionalElement(item: Type): string {
  return `${wrapped(item, item.rank === 'atom')}?`
}

/** The literal type of one JSON value. */
export function literalType(value: unknown): Type {
  if (Array.isArray(value)) return atom(`[${value.map((item) => literalType(item).text).join(', ')}]`)
  if (typeof value !== 'object' || value === null) return atom(literalOf(value))
  const members = Object.entries(value).map(([key, one]) => `${memberName(key)}: ${literalType(one).text}`)
  return atom(members.length === 0 ? 'Record<string, never>' : `{ ${members.join('; ')} }`)
}

/** Names that a schema cannot have in a file of declarations: keywords and names of the printed text. */
const taken: ReadonlySet<string> = new Set(
  (
    'any bigint boolean never null number object string symbol undefined unknown void ' +
    'Record List Uuid DateTime Decimal ' +
    'paths webhooks components operations requests schemas $defs'
  ).split(' '),
)

/** The names of schemas in the file that declares them and exports each under its given name. */
export function localNames(names: SchemaNames): SchemaNames {
  const exported = new Set(names.values())
  const local = (name: string): string => (exported.has(name) ? local(`${name}_`) : name)
  return new Map([...names].map(([schema, name]) => [schema, taken.has(name) ? local(`${name}_`) : name]))
}

const longestExample = 200

const constraints: ReadonlyMap<string, string> = new Map([
  ['format', 'Format'],
  ['minimum', 'Minimum'],
  ['exclusiveMinimum', 'Exclusive minimum'],
  ['maximum', 'Maximum'],
  ['exclusiveMaximum', 'Exclusive maximum'],
  ['multipleOf', 'Multiple of'],
  ['minLength', 'Minimum length'],
  ['maxLength', 'Maximum length'],
  ['pattern', 'Pattern'],
  ['minItems', 'Minimum items'],
  ['maxItems', 'Maximum items'],
  ['uniqueItems', 'Unique items'],
  ['minProperties', 'Minimum members'],
  ['maxProperties', 'Maximum members'],
])

const isPrinted = (value: unknown): value is string | number | boolean =>
  typeof value === 'string' || typeof value === 'number' || value === true

// An `@` at the start of a line would be read as a tag.
const safe = (line: string): string => {
  const closed = line.includes('*/') ? line.replaceAll('*/', String.raw`*\/`) : line
  return closed.includes('@') ? closed.replace(/^(\s*)@/, String.raw`$1\@`) : closed
}

const lineBreak = /\r\n|[\n\r\u0085\u2028\u2029]/

/** Prose as lines for a comment, escaped so that they cannot end it or start a tag. */
export function prose(text: unknown): string[] {
  if (typeof text !== 'string' || text.trim() === '') return []
  return text
    .trim()
    .split(lineBreak)
    .map((line) => safe(line.trimEnd()))
}

/** Joins the lines of a summary, a description and further paragraphs, each of which may be empty. */
export function paragraphsOf(summary: string[], description: string[], ...others: string[][]): string[] {
  // Some documents repeat the summary as the description.
  const isRepeated = summary.join('\n') === description.join('\n')
  const paragraphs = [summary, isRepeated ? [] : description, ...others].filter((lines) => lines.length > 0)
  // Without empty lines editors would join the paragraphs.
  const separated = paragraphs.flatMap((lines) => [[''], lines]).slice(1)
  return separated.flat()
}

const oneLine = (text: string): string =>
  text
    .split(lineBreak)
    .join(' ')
    .replaceAll('*/', String.raw`*\/`)

// Examples may be whole documents, which are not worth printing.
const isSmall = (value: unknown): boolean =>
  typeof value === 'object' && value !== null
    ? Object.keys(value).length < 10 &&
      Object.values(value).every((one) => typeof one !== 'object' || isSmall(one))
    : typeof value !== 'string' || value.length < longestExample

const tag = (name: string, value: unknown): string[] => {
  const text = value === undefined || !isSmall(value) ? undefined : JSON.stringify(value)
  return text === undefined || text.length > longestExample ? [] : [`@${name} ${oneLine(text)}`]
}

const section = (docs: unknown): string[] =>
  isObject(docs) && typeof docs['url'] === 'string' ? [`@see ${oneLine(docs['url'])}`] : []

const constraintsOf = (node: RawObject): string[] => {
  const sentences: string[] = []
  for (const [keyword, value] of Object.entries(node)) {
    const name = constraints.get(keyword)
    if (name !== undefined && isPrinted(value))
      sentences.push(value === true ? name : `${name}: ${oneLine(String(value))}`)
  }
  return sentences
}

/** The comment lines for a schema, parameter, header, response or operation. */
export function notesOf(node: unknown): string[] {
  if (!isObject(node)) return []
  const { title, summary, description } = node
  const sentences = constraintsOf(node)
  const limits = sentences.length === 0 ? [] : [sentences.join('. ')]
  return [
    ...paragraphsOf(prose(summary ?? title), prose(description), limits),
    ...tag('default', node['default']),
    ...tag('example', node['example'] ?? listOf(node['examples'])[0]),
    ...(node['deprecated'] === true ? ['@deprecated'] : []),
    ...section(node['externalDocs']),
  ]
}

/** The line with the pointer into the document. */
export function pointerNote(pointer: string): string {
  return `@see ${oneLine(pointer)}`
}

/** A comment of prepared lines; empty without lines. */
export function comment(lines: readonly string[]): string {
  const [first, second] = lines
  if (first === undefined) return ''
  if (second === undefined) return `/** ${first} */`
  return ['/**', ...lines.map((line) => (line === '' ? ' *' : ` * ${line}`)), ' */'].join('\n')
}

/** A member of an object type after its comment, with all but the first line indented. */
export function commented(note: string, member: string, indent: string): string {
  if (note === '') return member
  const start = `\n${indent}`
  return `${note.includes('\n') ? note.replaceAll('\n', start) : note}${start}${member}`
}
