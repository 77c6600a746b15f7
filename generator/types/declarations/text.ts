import type { SchemaNames } from './model.js'

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
export function quoted(text: string): string {
  return JSON.stringify(text).replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029')
}

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
  ...new Map(types.map((type) => [type.text, type])).values(),
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
  return {
    text: kept.map((type) => wrapped(type, type.rank !== 'union')).join(' & '),
    rank: 'intersection',
  }
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
  const members = Object.entries(value).map(
    ([key, member]) => `${memberName(key)}: ${literalType(member).text}`,
  )
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

/**
 * The names of schemas inside the file that declares them, which exports each under its given name.
 * @param names identifiers by component schema
 */
export function localNames(names: SchemaNames): SchemaNames {
  const exported = new Set(names.values())
  const local = (name: string): string => (exported.has(name) ? local(`${name}_`) : name)
  return new Map([...names].map(([schema, name]) => [schema, taken.has(name) ? local(`${name}_`) : name]))
}
