import { endOfReferences, type JsonObject, type Schemas } from '../../document/index.js'
import type { JsonSchema, JsonSchemaObject } from '../../runtime/json-schema.js'
import type { Operation } from '../../runtime/surface.js'
import { typesOf } from '../resources/fits.js'
import { isIdentifying, referredBy } from '../resources/words.js'

const words = ['amber', 'basil', 'cedar', 'delta', 'ember', 'fjord', 'grove', 'heron'] as const

const membersOf = (schema: JsonSchema | undefined, schemas: Schemas, depth = 0): [string, JsonSchema][] => {
  const end = endOfReferences(schema, schemas)
  if (typeof end !== 'object' || depth > 4) return []
  const inherited = (end.allOf ?? []).flatMap((one) => membersOf(one, schemas, depth + 1))
  return [...inherited, ...Object.entries(end.properties ?? {})]
}

const textFor = ({ minLength = 0, maxLength = 200 }: JsonSchemaObject, count: number): string =>
  `${words[count % words.length] ?? ''}${count}`.padEnd(minLength, 'x').slice(0, maxLength)

const numberFor = ({ minimum = 1, maximum = minimum + 1000 }: JsonSchemaObject, count: number): number =>
  Math.ceil(minimum) + ((count * 37 + 11) % Math.max(1, Math.floor(maximum - minimum)))

const dayMs = 86_400_000

/** Days far apart: what is kept of one is not taken for another in some time zone. */
const momentFor = (count: number): string => new Date(Date.UTC(2031, 0, 1) + count * 3 * dayMs).toISOString()

/** Texts of formats that mean nothing but themselves. */
const formatted: Readonly<Record<string, (text: string, count: number) => string>> = {
  date: (_, count) => momentFor(count).slice(0, 10),
  'date-time': (_, count) => momentFor(count),
  email: (text) => `${text}@example.com`,
  uri: (text) => `https://example.com/${text}`,
}

const isFree = ({ format, pattern, const: only, multipleOf, readOnly }: JsonSchemaObject): boolean =>
  [pattern, only, multipleOf].every((one) => one === undefined) &&
  readOnly !== true &&
  (format === undefined || Object.hasOwn(formatted, format) || /^(int|float|double)/.test(format))

const valueFor = (name: string, schema: JsonSchemaObject, schemas: Schemas, count: number): unknown => {
  if (schema.enum && schema.readOnly !== true)
    return schema.enum.filter((one) => one !== null)[count % schema.enum.length]
  const types = typesOf(schema, schemas)
  if (types.includes('boolean')) return count % 2 === 0
  // What refers to something has a meaning; so have most formats.
  if (!isFree(schema) || referredBy(name) !== undefined || (isIdentifying(name) && name !== 'name'))
    return undefined
  if (types.includes('string')) {
    const text = textFor(schema, count)
    return formatted[schema.format ?? '']?.(text, count) ?? text
  }
  return types.includes('integer') || types.includes('number') ? numberFor(schema, count) : undefined
}

const bodyMembers = ({ requestBody }: Operation, schemas: Schemas): [string, JsonSchema][] => {
  const [, content] = Object.entries(requestBody?.content ?? {}).find(([type]) => /json/i.test(type)) ?? []
  return membersOf(content?.schema, schemas)
}

/**
 * The members of a body by which a thing is found, with the values that they have: to change them is to give it another
 * address.
 * @param thing as it was read
 * @param values of its path
 */
export function addressMembers(
  operation: Operation,
  schemas: Schemas,
  thing: JsonObject,
  values: readonly unknown[],
): JsonObject {
  const texts = new Set(values.map(String))
  const names = new Set(bodyMembers(operation, schemas).map(([name]) => name))
  return Object.fromEntries(
    Object.entries(thing).filter(([name, value]) => names.has(name) && texts.has(String(value))),
  )
}

/**
 * Values for the members of an operation's JSON body that have nothing to do with those of another count.
 * @param choices only those of enumerations and flags
 */
export function variationOf(
  operation: Operation,
  schemas: Schemas,
  count: number,
  choices = false,
): JsonObject {
  const members = bodyMembers(operation, schemas)
  const entries = members.map(([name, schema]): [string, unknown] => {
    const end = endOfReferences(schema, schemas)
    return [name, typeof end === 'object' ? valueFor(name, end, schemas, count) : undefined]
  })
  const isChoice = (value: unknown): boolean => typeof value === 'boolean' || isOneOf(members, schemas, value)
  return Object.fromEntries(
    entries.filter(([, value]) => value !== undefined && (!choices || isChoice(value))),
  )
}

const isOneOf = (members: readonly [string, JsonSchema][], schemas: Schemas, value: unknown): boolean =>
  members.some(([, one]) => {
    const end = endOfReferences(one, schemas)
    return typeof end === 'object' && end.enum?.includes(value) === true
  })
