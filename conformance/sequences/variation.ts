import {
  endOfReferences,
  isJsonType,
  isObject,
  type JsonObject,
  memberAt,
  type Schemas,
} from '../../document/index.js'
import type { JsonSchema, JsonSchemaObject } from '../../runtime/json-schema.js'
import type { Operation } from '../../runtime/surface.js'
import { formOf } from '../resources/resources.js'
import { propertiesOf, typesOf, wrappersIn } from '../resources/things.js'
import { isIdentifying, referredBy } from '../resources/words.js'
import { leavesOf } from './related.js'

/** The structure of an operation's JSON body. */
export interface BodyForm {
  /** Names of the members that wrap the thing, outermost first. */
  readonly wrappers: readonly string[]
  /** The schemas of its members, nested ones by path, as in `leavesOf`. */
  readonly members: readonly (readonly [name: string, schema: JsonSchemaObject])[]
}

const deepest = 2

const membersOf = (
  schema: JsonSchema | undefined,
  schemas: Schemas,
  depth = 0,
): [string, JsonSchemaObject][] =>
  Object.entries(propertiesOf(schema, schemas)).flatMap(([name, one]): [string, JsonSchemaObject][] => {
    const end = endOfReferences(one, schemas)
    const inner = depth < deepest ? membersOf(end, schemas, depth + 1) : []
    if (inner.length > 0) return inner.map(([own, schema]) => [`${name}.${own}`, schema])
    return typeof end === 'object' ? [[name, end]] : []
  })

/** @param noun the kind of thing, in the singular */
export function bodyFormOf({ requestBody }: Operation, schemas: Schemas, noun = ''): BodyForm {
  const [, content] = Object.entries(requestBody?.content ?? {}).find(([type]) => isJsonType(type)) ?? []
  const wrappers = wrappersIn(formOf(content?.schema, schemas), noun)
  const inner = wrappers.reduce<JsonSchema | undefined>(
    (schema, name) => propertiesOf(schema, schemas)[name],
    content?.schema,
  )
  return { wrappers, members: membersOf(inner, schemas) }
}

/**
 * A body with other values for some members; members whose object is missing are left out.
 * @param leaves values by the member names of a form
 */
export function withLeaves(body: unknown, leaves: JsonObject, { wrappers }: BodyForm): JsonObject {
  const set = (value: unknown, path: readonly string[], leaf: unknown): JsonObject => {
    const [name = '', ...rest] = path
    const object = isObject(value) ? value : {}
    return { ...object, [name]: rest.length === 0 ? leaf : set(object[name], rest, leaf) }
  }
  // Setting a member of a missing object would create the object without its required members.
  const hasHolder = (path: readonly string[]): boolean =>
    path.length === 1 || isObject(memberAt(body, ...wrappers, ...path.slice(0, -1)))
  return Object.entries(leaves)
    .map(([name, leaf]) => [name.split('.'), leaf] as const)
    .filter(([path]) => hasHolder(path))
    .reduce<JsonObject>(
      (made, [path, leaf]) => set(made, [...wrappers, ...path], leaf),
      isObject(body) ? body : {},
    )
}

/** The members of a request body, without wrappers. */
export function leavesIn(body: unknown, noun: string): JsonObject {
  const inner = memberAt(body, ...wrappersIn(body, noun))
  return isObject(inner) ? leavesOf(inner) : {}
}

const words = ['amber', 'basil', 'cedar', 'delta', 'ember', 'fjord', 'grove', 'heron'] as const

const textFor = ({ minLength = 0, maxLength = 200 }: JsonSchemaObject, count: number): string =>
  `${words[count % words.length] ?? ''}${count}`.padEnd(minLength, 'x').slice(0, maxLength)

const numberFor = ({ minimum = 1, maximum = minimum + 1000 }: JsonSchemaObject, count: number): number =>
  Math.ceil(minimum) + ((count * 37 + 11) % Math.max(1, Math.floor(maximum - minimum)))

const dayMs = 86_400_000

/** Dates far apart, so that a shift by a time zone does not change which one it is. */
const momentFor = (count: number): string => new Date(Date.UTC(2031, 0, 1) + count * 3 * dayMs).toISOString()

/** Formats whose texts have no meaning beyond themselves. */
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

const valueFor = (path: string, schema: JsonSchemaObject, schemas: Schemas, count: number): unknown => {
  const name = path.split('.').at(-1) ?? ''
  if (schema.enum && schema.readOnly !== true)
    return schema.enum.filter((one) => one !== null)[count % schema.enum.length]
  const types = typesOf(schema, schemas)
  if (types.includes('boolean')) return count % 2 === 0
  // References have a meaning, as do most formats.
  if (!isFree(schema) || referredBy(name) !== undefined || (isIdentifying(name) && name !== 'name'))
    return undefined
  if (types.includes('string')) {
    const text = textFor(schema, count)
    return formatted[schema.format ?? '']?.(text, count) ?? text
  }
  return types.includes('integer') || types.includes('number') ? numberFor(schema, count) : undefined
}

/**
 * Values for members of a body, unrelated to those of another count.
 * @param choices only enumerations and flags
 */
export function variationOf(
  { members }: BodyForm,
  schemas: Schemas,
  count: number,
  choices = false,
): JsonObject {
  const isChoice = (schema: JsonSchemaObject): boolean =>
    schema.enum !== undefined || typesOf(schema, schemas).includes('boolean')
  const entries = members
    .filter(([, schema]) => !choices || isChoice(schema))
    .map(([name, schema]) => [name, valueFor(name, schema, schemas, count)] as const)
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined))
}

/**
 * The members that determine a thing's address, with their values; changing one would move the thing.
 * @param thing as it was read
 * @param values of its path
 */
export function addressMembers(
  { members }: BodyForm,
  thing: JsonObject,
  values: readonly unknown[],
): JsonObject {
  const texts = new Set(values.map(String))
  const names = new Set(members.map(([name]) => name))
  return Object.fromEntries(
    Object.entries(thing).filter(([name, value]) => names.has(name) && texts.has(String(value))),
  )
}
