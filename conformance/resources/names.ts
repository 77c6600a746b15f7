import {
  endOfReferences,
  isObject,
  type JsonObject,
  listOf,
  member,
  type Schemas,
  onceByText,
  parametersIn,
} from '../../document/index.js'
import { scalarHolds } from '../../document/values/index.js'
import type { JsonSchema, Parameter } from '../../runtime/surface.js'
import type { ParameterValues } from '../model/case.js'
import { pathUpTo, shapeOf, slashed, withoutFormat } from './paths.js'

/** The words of a name in lower case: `petIds`, `pet_ids` and `pet-ids` are all `pet`, `ids`. */
export function wordsOf(name: string): string[] {
  return name
    .replace(/([\p{Ll}\d])(\p{Lu})/gu, '$1 $2')
    .replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, '$1 $2')
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
    .map((word) => word.toLowerCase())
}

/** The singular of an English word by simple rules; most other words stay unchanged. */
export function singular(word: string): string {
  if (word.length < 4 || /(ss|us|is)$/.test(word)) return word === 'ids' ? 'id' : word
  if (word.endsWith('ies')) return `${word.slice(0, -3)}y`
  if (/(ch|sh|x|z|ss)es$/.test(word)) return word.slice(0, -2)
  if (word.endsWith('people')) return word.replace(/people$/, 'person')
  if (word.endsWith('children')) return word.slice(0, -3)
  return word.endsWith('s') ? word.slice(0, -1) : word
}

/** Normalizes a name: its words in the singular, joined by spaces. Cached, because bodies repeat the names of members. */
export const nameKey = onceByText(20_000, (name) => wordsOf(name).map(singular).join(' '))

/** Whether a member says that a thing is the one of its kind, as `isDefault` does: if another becomes it, this one is it no more. */
export function isMarkOfOne(name: string): boolean {
  return /^(is )?(default|primary|initial|main|preferred|home|homepage)$/.test(nameKey(name))
}

/** Whether a member is that of a password. */
export function isPassword(name: string): boolean {
  return /^pass ?(word|wd|phrase|code)$/.test(nameKey(name))
}

/** Whether a member names who logs in, where it is beside a password. */
export function isAccountName(name: string): boolean {
  return /^(user( ?(name|login|email))?|login|e ?mail|account|identifier)$/.test(nameKey(name))
}

/** Verbs that change what there is, and never create. */
export const settingVerbs = 'set|update|change|modify|replace|re-?order|disable|enable|toggle'

/** Verbs of actions that change things. */
export const changingVerbs = `${settingVerbs}|cancel|(?:un)?pause|suspend|start|stop|kill|close|abort|evict|expire|invalidate|(?:de|un)register|disconnect|(?:un)?block|(?:un)?lock|(?:de)?activate|revoke|archive|rotate|regenerate|put|upsert|compact(?:ion)?|defrag(?:ment)?|(?:down|up)grade|failover`

const identifying = new Set(
  'id uuid guid uid key slug code name number no identifier handle ref serial'.split(' '),
)

/** Whether a word only marks an identifier. */
export function isIdentifying(word: string): boolean {
  return identifying.has(word)
}

/** Whether a path parameter is a new value for the thing instead of its id: `newName`. */
export function isOfNew(name: string): boolean {
  return nameKey(name).startsWith('new ')
}

/** Whether the last parameter of a path is a new value, so that the path is not an address. */
export function endsWithNew(path: string): boolean {
  return isOfNew(parametersIn(path).at(-1) ?? '')
}

/** The noun that a name refers to: `pet` for `petId` and `pet_ids`; undefined for `id`, and for no ids. */
export function referredBy(name: string): string | undefined {
  const words = nameKey(name).split(' ')
  return words.length > 1 && isIdentifying(words.at(-1) ?? '') ? words.slice(0, -1).join(' ') : undefined
}

/** The noun that a name refers to, or the name itself. */
export function nounIn(name: string): string {
  return referredBy(name) ?? nameKey(name)
}

/** Whether a value may be an id by its schema alone: a UUID, or a number of which nothing else is said. */
export function mayBeId(schema: JsonSchema | undefined, schemas: Schemas): boolean {
  const end = endOfReferences(schema, schemas)
  if (typeof end !== 'object') return false
  const { type, format, minimum, maximum, default: usual } = end
  const isOpen = [minimum, maximum, usual].every((one) => one === undefined)
  return format === 'uuid' || (type === 'integer' && isOpen)
}

/** The noun of the last part of a path that is not a parameter: `pet` for `/owners/{owner}/pets/{pet}`. */
export function lastNoun(path: string): string {
  const parts = slashed(withoutFormat(path)).split('/')
  return nameKey(parts.findLast((one) => /^[^{}]+$/.test(one)) ?? '')
}

/**
 * The values of one path for the parameters of another. What `{id}` means is said by the path before it, so it has no
 * value below another kind of thing.
 */
export function valuesIn(path: string, given: string, values: ParameterValues): Record<string, unknown> {
  const isSame = (name: string): boolean =>
    referredBy(name) !== undefined || shapeOf(pathUpTo(path, name)) === shapeOf(pathUpTo(given, name))
  return Object.fromEntries(parametersIn(path).map((name) => [name, isSame(name) ? values[name] : undefined]))
}

/** The content of a body: one thing, or a list of things. */
export interface Held {
  readonly isList: boolean
  readonly things: readonly JsonObject[]
  /** A list of texts or numbers, which may name things and shows none. */
  readonly isOfValues?: boolean
}

const listNames = new Set(
  (
    'items results data content records entries rows values value hits list nodes objects resources edges ' +
    'result payload response docs elements member'
  ).split(' '),
)
const wrapperNames = new Set(
  'data result payload response item object record resource entity doc _embedded'.split(' '),
)
const paging = /total|count|page|limit|offset|size|next|prev|cursor|more|links|meta|success|status|message/i

const mostThings = 500
const deepest = 3

const hasIdOf = (value: JsonObject, noun: string): boolean =>
  Object.keys(value).some(
    (name) => /^_?(id|uuid|guid|slug|key)$/i.test(name) || nameKey(name) === `${noun} id`,
  )

const asThing = (value: unknown): JsonObject[] => {
  if (!isObject(value)) return []
  const { node, attributes, ...others } = value
  if (isObject(node)) return [node]
  // JSON:API keeps most members of a thing in `attributes`.
  return [isObject(attributes) ? { ...attributes, ...others } : value]
}

const listOfThings = (values: readonly unknown[]): Held => {
  const things = values.slice(0, mostThings).flatMap(asThing)
  return { isList: true, things, ...(values.length > 0 && things.length === 0 && { isOfValues: true }) }
}

const isNamedAfter = (name: string, noun: string): boolean =>
  nameKey(name) === noun || singular(noun.split(' ').at(-1) ?? '') === nameKey(name)

const arrayIn = (body: JsonObject, noun: string): readonly unknown[] | undefined => {
  const arrays = Object.entries(body).filter((entry): entry is [string, unknown[]] => Array.isArray(entry[1]))
  const named =
    arrays.find(([name]) => isNamedAfter(name, noun)) ??
    arrays.find(([name]) => listNames.has(name.toLowerCase()))
  return (named ?? (arrays.length === 1 ? arrays[0] : undefined))?.[1]
}

/** The name of the member that wraps the thing in a body; undefined where there is none. */
const wrapperIn = (body: JsonObject, noun: string): string | undefined => {
  const names = Object.keys(body).filter((name) => isObject(body[name]))
  return (
    names.find((name) => isNamedAfter(name, noun)) ??
    names.find((name) => wrapperNames.has(name.toLowerCase())) ??
    (Object.keys(body).length === 1 ? names[0] : undefined)
  )
}

/** A list as an object of things by id. */
const dictionary = (body: JsonObject): Held | undefined => {
  const isKey = (key: string): boolean => /^\d+$/.test(key) || /^[\da-f-]{16,}$/i.test(key)
  const entries = Object.entries(body)
  const isOne = entries.every(
    ([key, value]) => isObject(value) && (isKey(key) || String(value['id']) === key),
  )
  if (entries.length === 0 || !isOne) return undefined
  return listOfThings(entries.map(([id, value]) => Object.assign({ id }, value)))
}

/**
 * The things in a response body, with any wrapper: bare, in `data` or a member named after them, in the style of HAL,
 * JSON:API or GraphQL connections, or by id.
 * @param noun the kind of thing, in the singular
 * @param expects decides for an object that has both a list and an id
 */
export function thingsIn(body: unknown, noun: string, expects: 'list' | 'thing', depth = 0): Held {
  if (Array.isArray(body)) return listOfThings(body)
  if (!isObject(body) || depth > deepest) return { isList: false, things: [] }
  const byId = expects === 'list' ? dictionary(body) : undefined
  if (byId) return byId
  const isOwn = hasIdOf(body, noun)
  if (expects === 'thing' && isOwn) return { isList: false, things: asThing(body) }
  const array = isOwn ? undefined : arrayIn(body, noun)
  if (array !== undefined && (expects === 'list' || isEnvelopeOf(body))) return listOfThings(array)
  // A list beside the thing is another one: `included` of JSON:API, `errors`.
  const wrapper = wrapperIn(body, noun)
  const inner = wrapper === undefined ? undefined : thingsIn(body[wrapper], noun, expects, depth + 1)
  if (inner && (inner.isList || (inner.things.length > 0 && !isOwn))) return inner
  return { isList: false, things: asThing(body) }
}

/** Whether an object that is expected to be a thing is a list: its other members concern paging. */
const isEnvelopeOf = (body: JsonObject): boolean => {
  const own = Object.keys(body).filter((name) => !Array.isArray(body[name]))
  return own.every((name) => paging.test(name)) && own.length < Object.keys(body).length
}

/** The members that wrap the thing in a request body, outermost first; none beside plain values. */
export function wrappersIn(body: unknown, noun: string): readonly string[] {
  const path: string[] = []
  for (let inner = body; isObject(inner) && path.length < deepest; inner = inner[path.at(-1) ?? '']) {
    const names = Object.keys(inner).filter((name) => !jsonApi.has(name))
    const isWrapper = (name: string): boolean =>
      name === 'attributes' || isNamedAfter(name, noun) || wrapperNames.has(name.toLowerCase())
    const name = names.every((one) => isObject(member(inner, one))) ? names.find(isWrapper) : undefined
    if (name === undefined) break
    path.push(name)
  }
  return path
}

/** Members of JSON:API objects beside `attributes`. */
const jsonApi = new Set(['id', 'type', 'links', 'meta', 'relationships'])

/** A value of a path parameter. */
export type PlainValue = string | number | boolean

/** Whether a value can be written in a path. */
export function isPlain(value: unknown): value is PlainValue {
  return ['string', 'number', 'boolean'].includes(typeof value)
}

const decimal = /^-?\d{1,15}$/

/** The types of a schema, including its alternatives; none where it declares none. */
export function typesOf(schema: JsonSchema | undefined, schemas: Schemas, depth = 0): readonly string[] {
  const end = endOfReferences(schema, schemas)
  if (typeof end !== 'object' || depth > 4) return []
  if (end.type !== undefined) return [end.type].flat()
  const inner = end.allOf ?? end.anyOf ?? end.oneOf ?? []
  return inner.flatMap((one) => typesOf(one, schemas, depth + 1))
}

/** The properties of an object schema by name, including those of `allOf` and of a single variant besides null. */
export function propertiesOf(
  schema: JsonSchema | undefined,
  schemas: Schemas,
  depth = 0,
): Readonly<Record<string, JsonSchema>> {
  const end = endOfReferences(schema, schemas)
  if (typeof end !== 'object' || depth > 4) return {}
  const variants = (end.anyOf ?? end.oneOf ?? []).filter((one) => typesOf(one, schemas).join() !== 'null')
  const parts = [...(end.allOf ?? []), ...(variants.length === 1 ? variants : [])]
  return Object.assign({}, ...parts.map((one) => propertiesOf(one, schemas, depth + 1)), end.properties)
}

const typed = (value: PlainValue, types: readonly string[]): PlainValue | undefined => {
  if (types.length === 0 || types.includes(typeof value)) return value
  if (Number.isInteger(value) && types.includes('integer')) return value
  if (typeof value === 'number' && types.includes('string')) return String(value)
  const isNumeric = types.includes('integer') || types.includes('number')
  return isNumeric && typeof value === 'string' && decimal.test(value) ? Number(value) : undefined
}

/** A value converted to a schema's text or number; undefined where it does not fit. */
export function fitted(
  value: unknown,
  schema: JsonSchema | undefined,
  schemas: Schemas,
): PlainValue | undefined {
  if (!isPlain(value) || value === '') return undefined
  const end = endOfReferences(schema, schemas)
  const found = typed(value, typesOf(end, schemas))
  return found === undefined || (typeof end === 'object' && !scalarHolds(found, end)) ? undefined : found
}

const usual = 'id _id uuid guid uid key slug code number handle identifier login username'.split(' ')
const plainIds = new Set(['id', 'uuid', 'guid', 'uid', 'identifier'])
/** Names of parameters that may mean the id of a thing which has no member of that name. */
const vague = new Set(['key', 'ref'])

/** Member names that may hold a parameter's value, best first, normalized by `nameKey`. */
const candidates = (name: string, nouns: readonly string[]): Set<string> => {
  const words = wordsOf(name).map(singular)
  const last = words.at(-1) ?? ''
  const joined = words.join(' ')
  const withoutNoun = nouns.flatMap((noun) => {
    if (joined.startsWith(`${noun} `)) return [joined.slice(noun.length + 1)]
    // A user's `username` may be called `name`, and vice versa.
    return joined.startsWith(noun) && joined.length > noun.length ? [joined.slice(noun.length)] : []
  })
  const withNoun = nouns.flatMap((noun) => [`${noun} ${joined}`, `${noun}${joined}`])
  const isPlainId = plainIds.has(last) || !isIdentifying(last)
  // A version's `version` says more than its `name`.
  const isNumbered = last === 'index' ? ['number'] : []
  const isSecret = last === 'token' ? ['secret'] : []
  const rest = isPlainId
    ? [...isNumbered, ...usual, ...isSecret, ...nouns, 'name', ...nouns.map((noun) => `${noun} id`)]
    : [last, words.slice(0, -1).join(' '), ...(vague.has(last) ? plainIds : [])]
  // In `id_or_name`, the id is the unambiguous choice.
  return new Set([joined, ...joined.split(' or '), ...withoutNoun, ...withNoun, ...rest])
}

/** The id at the end of a name that begins with its collections, as gRPC services have: `shelves/1/books/2`. */
const withoutCollection = (value: unknown, nouns: readonly string[]): unknown => {
  const [id, collection] = typeof value === 'string' ? value.split('/').toReversed() : []
  return collection !== undefined && nouns.includes(nameKey(collection)) ? id : value
}

/** The only name of a thing whose names are a list, as the nested ones of Iceberg are: `{ namespace: ['a'] }`. */
const onlyIn = (value: unknown): unknown => {
  const [only, ...others] = listOf(value)
  return only !== undefined && others.length === 0 ? only : value
}

/** A member of a thing that may have the value of its path parameter. */
export interface Identity {
  readonly member: string
  readonly value: PlainValue
}

/** The parameter of a path that a thing is known by. */
export interface IdParameter extends Pick<Parameter, 'name' | 'schema'> {
  /** The service refuses names for it, though it is declared as a text. */
  isNumber?: boolean
}

/** The members that may have the value of a thing's path parameter, best first: of the same name, or its id, slug or key. */
export function identitiesIn(
  thing: JsonObject,
  { name, schema, isNumber = false }: IdParameter,
  nouns: readonly string[],
  schemas: Schemas,
): readonly Identity[] {
  const members = new Map(Object.keys(thing).map((own) => [nameKey(own), own]))
  // A thing whose own id is empty has no other address.
  const own = [nameKey(name), ...plainIds].find((one) => members.has(one)) ?? ''
  if (isMadeUp(own) && thing[members.get(own) ?? ''] === '') return []
  const found = [...candidates(name, nouns)].flatMap((candidate): Identity[] => {
    const member = members.get(candidate)
    if (member === undefined) return []
    const shown = member === name ? onlyIn(thing[member]) : thing[member]
    const value = fitted(withoutCollection(shown, nouns), schema, schemas)
    return value === undefined ? [] : [{ member, value }]
  })
  // `{org}` is rather a name than a number, where it is a text.
  const isId = isNumber || isIdentifying(nameKey(name).split(' ').at(-1) ?? '')
  return isId ? found : found.toSorted((a, b) => +isConverted(thing, a) - +isConverted(thing, b))
}

const isConverted = (thing: JsonObject, { member, value }: Identity): boolean => thing[member] !== value

/** The best one of these members. */
export function identityIn(...of: Parameters<typeof identitiesIn>): Identity | undefined {
  return identitiesIn(...of)[0]
}

/** Whether the service makes up the values of a parameter or member, by the normalized name of it. */
export function isMadeUp(key: string): boolean {
  return /(^| )(id|uuid|guid|uid|identifier|number|no)$/.test(key)
}
