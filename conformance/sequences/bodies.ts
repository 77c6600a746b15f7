import {
  componentSchema,
  endOfReferences,
  isObject,
  type JsonObject,
  keysOf,
  memberAt,
  partsOf,
  resolvePath,
  type Schemas,
} from '../../document/index.js'
import type { JsonSchema, JsonSchemaObject, Operation } from '../../runtime/surface.js'
import type { Case } from '../model/case.js'
import { jsonTypeOf } from '../requests/media-types.js'
import {
  isIdentifying,
  isMarkOfOne,
  propertiesOf,
  referredBy,
  typesOf,
  wrappersIn,
} from '../resources/names.js'
import { formOf } from '../resources/resources.js'
import { isReset, flatMembers } from './related.js'

export interface BodyForm {
  /** Names of the members that wrap the thing, outermost first. */
  readonly wrappers: readonly string[]
  /** The schemas of its members, nested ones by path, as in `flatMembers`. */
  readonly members: readonly (readonly [name: string, schema: JsonSchemaObject])[]
  /** Names of the members that are required, apart from nested ones. */
  readonly required: readonly string[]
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
  const declared = requestBody?.content ?? {}
  const content = declared[jsonTypeOf(Object.keys(declared)) ?? '']
  const wrappers = wrappersIn(formOf(content?.schema, schemas), noun)
  const inner = wrappers.reduce<JsonSchema | undefined>(
    (schema, name) => propertiesOf(schema, schemas)[name],
    content?.schema,
  )
  const parts = partsOf(inner, (ref) => componentSchema(ref, schemas))
  const required = parts.flatMap((one) => one.required ?? [])
  return { wrappers, members: membersOf(inner, schemas), required }
}

/** A body with other values, by the names of a form, for some members; those whose object is missing are left out. */
export function withMembers(body: unknown, bodyMembers: JsonObject, { wrappers }: BodyForm): JsonObject {
  const set = (value: unknown, path: readonly string[], one: unknown): JsonObject => {
    const [name = '', ...rest] = path
    const object = isObject(value) ? value : {}
    return { ...object, [name]: rest.length === 0 ? one : set(object[name], rest, one) }
  }
  // Setting a member of a missing object would create the object without its required members.
  const hasHolder = (path: readonly string[]): boolean =>
    path.length === 1 || isObject(memberAt(body, ...wrappers, ...path.slice(0, -1)))
  return Object.entries(bodyMembers)
    .map(([name, one]) => [name.split('.'), one] as const)
    .filter(([path]) => hasHolder(path))
    .reduce<JsonObject>(
      (made, [path, one]) => set(made, [...wrappers, ...path], one),
      isObject(body) ? body : {},
    )
}

/** The members of a request body, without wrappers. */
export function flatMembersIn(body: unknown, noun: string): JsonObject {
  const inner = memberAt(body, ...wrappersIn(body, noun))
  return isObject(inner) ? flatMembers(inner) : {}
}

const words = ['amber', 'basil', 'cedar', 'delta', 'ember', 'fjord', 'grove', 'heron'] as const

const textFor = ({ minLength = 0, maxLength = 200 }: JsonSchemaObject, count: number): string =>
  `${words[count % words.length] ?? ''}${count}`.padEnd(minLength, 'x').slice(0, maxLength)

const numberFor = ({ minimum = 1, maximum = minimum + 1000 }: JsonSchemaObject, count: number): number =>
  Math.ceil(minimum) + ((count * 37 + 11) % Math.max(1, Math.floor(maximum - minimum)))

const dayMs = 86_400_000

/** Dates far apart, so that a shift by a time zone does not change which one it is. */
const momentFor = (count: number): string => new Date(Date.UTC(2031, 0, 1) + count * 3 * dayMs).toISOString()

/** Formats whose texts have no meaning beyond themselves: how they are recognized and made. */
const formats: Readonly<
  Record<string, { readonly is: RegExp; readonly make: (text: string, count: number) => string }>
> = {
  email: { is: /^[^\s@]+@[^\s@]+\.\w+$/, make: (text) => `${text}@example.com` },
  uri: { is: /^https?:\/\//, make: (text) => `https://example.com/${text}` },
  'date-time': { is: /^\d{4}-\d\d-\d\dT[\d:.]+/, make: (_, count) => momentFor(count) },
  date: { is: /^\d{4}-\d\d-\d\d$/, make: (_, count) => momentFor(count).slice(0, 10) },
}

/** Codes, numbers and ids, which are not made up where a schema names no format. */
const isCode = /^([A-Z]{2,4}|[+-]?[\d. ]+|[\da-fA-F]{8}-[\da-fA-F-]{27})$/

/** A text in the format of its schema, or else in the form of the present one; undefined for a code. */
const formattedText = (schema: JsonSchemaObject, count: number, before: unknown): string | undefined => {
  const [text, present] = [textFor(schema, count), typeof before === 'string' ? before : '']
  if (schema.format === undefined && isCode.test(present)) return undefined
  const format = schema.format ?? Object.keys(formats).find((one) => formats[one]?.is.test(present))
  return formats[format ?? '']?.make(text, count) ?? text
}

const isFree = ({ format, pattern, const: only, multipleOf, readOnly }: JsonSchemaObject): boolean =>
  [pattern, only, multipleOf].every((one) => one === undefined) &&
  readOnly !== true &&
  (format === undefined || Object.hasOwn(formats, format) || /^(int|float|double)/.test(format))

const valueFor = (
  path: string,
  schema: JsonSchemaObject,
  schemas: Schemas,
  { count, before }: { readonly count: number; readonly before: unknown },
): unknown => {
  const name = path.split('.').at(-1) ?? ''
  if (schema.enum && schema.readOnly !== true) {
    const values = schema.enum.filter((one) => one !== null)
    return values[count % values.length]
  }
  const types = typesOf(schema, schemas)
  if (types.includes('boolean')) return count % 2 === 0 && !isMarkOfOne(name)
  // References have a meaning, as do most formats.
  if (!isFree(schema) || referredBy(name) !== undefined || (isIdentifying(name) && name !== 'name'))
    return undefined
  if (types.includes('string')) return formattedText(schema, count, before)
  return types.includes('integer') || types.includes('number') ? numberFor(schema, count) : undefined
}

/**
 * Values for members of a body, unrelated to those of another count.
 * @param before the present values, whose form is kept
 * @param choices only enumerations and flags
 */
export function variationOf(
  { members }: BodyForm,
  schemas: Schemas,
  count: number,
  before: JsonObject = {},
  choices = false,
): JsonObject {
  const isChoice = (schema: JsonSchemaObject): boolean =>
    schema.enum !== undefined || typesOf(schema, schemas).includes('boolean')
  const entries = members
    .filter(([, schema]) => !choices || isChoice(schema))
    .map(
      ([name, schema]) => [name, valueFor(name, schema, schemas, { count, before: before[name] })] as const,
    )
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined))
}

/** The members that determine a thing's address, with their values; changing one would move the thing. */
export function addressIn({ members }: BodyForm, thing: JsonObject, values: readonly unknown[]): JsonObject {
  const texts = new Set(values.map(String))
  const names = new Set(members.map(([name]) => name))
  return Object.fromEntries(
    Object.entries(thing).filter(([name, value]) => names.has(name) && texts.has(String(value))),
  )
}

/** The required members of a thing; undefined where it has no other that an update could remove. */
export function requiredMembers({ members, required }: BodyForm, thing: JsonObject): JsonObject | undefined {
  const own = members.map(([name]) => name).filter((name) => Object.hasOwn(thing, name))
  const kept = own.filter((name) => required.includes(name.split('.')[0] ?? ''))
  return kept.length === own.length ? undefined : Object.fromEntries(kept.map((name) => [name, thing[name]]))
}

/** Null for a member that may be null and has a value; undefined where no member is so. */
export function removedMember(
  { members }: BodyForm,
  schemas: Schemas,
  thing: JsonObject,
): JsonObject | undefined {
  const found = members.find(
    ([name, schema]) =>
      typesOf(schema, schemas).includes('null') && !name.includes('.') && !isReset(thing[name]),
  )
  return found && { [found[0]]: null }
}

/** New values for all members of a thing; PUT keeps those that cannot be varied, such as a unique code. */
export function changedMembers(
  { schemas, count }: { readonly schemas: Schemas; readonly count: () => number },
  form: BodyForm,
  { method }: Operation,
  thing: JsonObject,
  values: readonly unknown[],
): JsonObject {
  const kept = form.members.filter(
    ([name, { readOnly }]) => readOnly !== true && (thing[name] ?? null) !== null,
  )
  return {
    ...(method === 'put' && Object.fromEntries(kept.map(([name]) => [name, thing[name]]))),
    ...variationOf(form, schemas, count(), thing),
    ...addressIn(form, thing, values),
  }
}

/** The wrong cases that one is chosen from, and those that are looked at for them. */
const mostWrong = 20
const mostLookedAt = 200

/**
 * A case with one wrong value in its body, of the right type if possible, because services may check types before all
 * else.
 * @param wrong cases that are wrong in one value each
 */
export async function withWrongValue(
  { call }: Case,
  form: BodyForm,
  wrong: AsyncIterable<Case>,
  number: number,
): Promise<Case | undefined> {
  const { body } = call
  const all: (readonly [sent: Case, keyword: string])[] = []
  const names = new Set(form.members.map(([name]) => name))
  let left = mostLookedAt
  for await (const one of wrong) {
    const { deviation } = one
    if (left-- === 0) break
    if (!body || deviation?.in !== 'body' || deviation.isCoercible) continue
    const path = keysOf(deviation.at)
    const name = path.slice(form.wrappers.length).join('.')
    if (deviation.keyword === 'required' || !names.has(name)) continue
    const bodyMembers = { [name]: resolvePath(one.call.body?.value, path) }
    const value = withMembers(body.value, bodyMembers, form)
    all.push([{ ...one, call: { ...call, body: { ...body, value } } }, deviation.keyword])
    if (all.length === mostWrong) break
  }
  const ofType = all.filter(([, keyword]) => keyword !== 'type')
  const among = ofType.length > 0 ? ofType : all
  return among[number % among.length]?.[0]
}
