import { reservedWords, SafeNames } from '../build/names.js'
import { once } from '../load/once.js'
import { isObject } from '../load/pointer.js'
import type { RawObject } from '../model/document.js'
import { comment, notesOf } from './comments.js'
import type { EnumDeclaration, EnumMember } from './model.js'
import { listOf, textsOf, valuesOf } from './reading.js'

// The last would hide what the module needs.
const reserved = new Set([...reservedWords, 'components'])

const identifierOf = (schema: string): string => {
  const plain = schema.replaceAll(/[^A-Za-z0-9_$]+/g, '_')
  const started = /^[A-Za-z_$]/.test(plain) ? plain : `_${plain}`
  return reserved.has(started) ? `${started}_` : started
}

const namesIn = (schema: unknown, count: number): readonly string[] | undefined => {
  const names = isObject(schema) ? textsOf(schema['x-enum-varnames'] ?? schema['x-enumNames']) : []
  const isUsable = names.length === count && new Set(names).size === count
  return isUsable ? names : undefined
}

const membersOf = (schema: unknown): readonly EnumMember[] => {
  if (!isObject(schema) || 'const' in schema) return []
  const all = valuesOf(schema) ?? []
  const values = [...new Set(all)].filter((value) => value !== null)
  const texts = values.filter((value) => typeof value === 'string')
  const numbers = values.filter((value) => typeof value === 'number')
  // Of a text and a number that are spelled alike only one could be a key.
  if (texts.length !== values.length && numbers.length !== values.length) return []
  const names = namesIn(schema, listOf(schema['enum']).length)
  return [...texts, ...numbers].map((value, index) => ({
    key: (all.length === values.length ? names?.[index] : undefined) ?? String(value),
    value,
  }))
}

/** The component schemas that are enumerations of texts or of numbers, as objects of constants. */
export const enumDeclarations: (schemas: RawObject) => readonly EnumDeclaration[] = once((schemas) => {
  const names = new SafeNames(identifierOf)
  const all = Object.entries(schemas).map(([schema, node]) => ({ schema, node, members: membersOf(node) }))
  const filled = all.filter(({ members }) => members.length > 0)
  // In an order of their own, so that the order of the document decides nothing; names that may stay go first.
  const sorted = filled.map((one) => one.schema).toSorted()
  for (const schema of sorted) if (identifierOf(schema) === schema) names.get(schema)
  for (const schema of sorted) names.get(schema)
  return filled.map(({ schema, node, members }) => ({
    name: names.get(schema),
    schema,
    members,
    comment: comment(notesOf(node)),
  }))
})
