import { entriesOf, isObject, listOf, textsOf } from '../../document/index.js'
import type { RawObject } from '../model/document.js'
import type { EnumDeclaration, EnumMember } from './declarations/model.js'
import { valuesOf } from './reading/schema.js'

const namesIn = (schema: RawObject, count: number): readonly string[] | undefined => {
  const names = textsOf(schema['x-enum-varnames'] ?? schema['x-enumNames'])
  const isUsable = names.length === count && new Set(names).size === count
  return isUsable ? names : undefined
}

const membersOf = (schema: unknown): readonly EnumMember[] => {
  if (!isObject(schema) || 'const' in schema) return []
  const all = valuesOf(schema) ?? []
  const values = [...new Set(all)].filter((value) => value !== null)
  const texts = values.filter((value) => typeof value === 'string')
  const numbers = values.filter((value) => typeof value === 'number')
  // A string and a number with the same spelling would need the same key.
  if (texts.length !== values.length && numbers.length !== values.length) return []
  const names = namesIn(schema, listOf(schema['enum']).length)
  return [...texts, ...numbers].map((value, index) => ({
    key: (all.length === values.length ? names?.[index] : undefined) ?? String(value),
    value,
  }))
}

/** The component schemas that are enumerations of strings or numbers, as objects of constants. */
export function enumDeclarations({ components }: RawObject): readonly EnumDeclaration[] {
  const schemas = isObject(components) ? components['schemas'] : undefined
  return entriesOf(schemas)
    .map(([schema, node]) => ({ schema, members: membersOf(node) }))
    .filter(({ members }) => members.length > 0)
}
