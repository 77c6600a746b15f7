import { isObject, type JsonObject } from '../../document/index.js'
import { nameKey, singular } from './words.js'

/** What an answer holds: one thing, or a list of them. */
export interface Held {
  readonly isList: boolean
  readonly things: readonly JsonObject[]
}

const listNames = new Set(
  (
    'items results data content records entries rows values value hits list nodes objects resources edges ' +
    'result payload response docs elements member'
  ).split(' '),
)

const wrapperNames = new Set([
  'data',
  'result',
  'payload',
  'response',
  'item',
  'object',
  'record',
  '_embedded',
])

const mostThings = 500

const isIdName = (name: string): boolean => /^_?(id|uuid|guid|slug|key)$/i.test(name)

/** Whether an object has something that identifies it, or so much of its own that it is no envelope. */
const isIdentified = (value: JsonObject, noun: string): boolean =>
  Object.keys(value).some((name) => isIdName(name) || nameKey(name) === `${noun} id`)

const asThing = (value: unknown): JsonObject[] => {
  if (!isObject(value)) return []
  const { node, attributes, ...others } = value
  if (isObject(node)) return [node]
  // JSON:API keeps the members of a thing in one of them.
  return [isObject(attributes) ? { ...attributes, ...others } : value]
}

const listOfThings = (values: readonly unknown[]): Held => ({
  isList: true,
  things: values.slice(0, mostThings).flatMap(asThing),
})

const isNamedAfter = (name: string, noun: string): boolean =>
  nameKey(name) === noun || singular(noun.split(' ').at(-1) ?? '') === nameKey(name)

const arrayIn = (body: JsonObject, noun: string): readonly unknown[] | undefined => {
  const arrays = Object.entries(body).filter((entry): entry is [string, unknown[]] => Array.isArray(entry[1]))
  const named =
    arrays.find(([name]) => isNamedAfter(name, noun)) ??
    arrays.find(([name]) => listNames.has(name.toLowerCase()))
  return (named ?? (arrays.length === 1 ? arrays[0] : undefined))?.[1]
}

const wrappedIn = (body: JsonObject, noun: string): unknown => {
  const entries = Object.entries(body).filter(([, value]) => isObject(value))
  const found =
    entries.find(([name]) => isNamedAfter(name, noun)) ??
    entries.find(([name]) => wrapperNames.has(name.toLowerCase()))
  return (found ?? (Object.keys(body).length === 1 ? entries[0] : undefined))?.[1]
}

const isKeyLike = (key: string): boolean => /^\d+$/.test(key) || /^[\da-f-]{16,}$/i.test(key)

/** Things by their ids, of an object that has nothing else. */
const dictionary = (body: JsonObject): Held | undefined => {
  const entries = Object.entries(body)
  const isOne = entries.every(
    ([key, value]) => isObject(value) && (isKeyLike(key) || String(value['id']) === key),
  )
  if (entries.length === 0 || !isOne) return undefined
  const things = entries.flatMap(([key, value]) =>
    asThing(isObject(value) ? Object.assign({ id: key }, value) : value),
  )
  return { isList: true, things: things.slice(0, mostThings) }
}

const nothing: Held = { isList: false, things: [] }

/**
 * The things in the body of an answer, whatever they are wrapped in: bare, in `data` or a member of their own name, as
 * HAL, JSON:API or GraphQL connections have them, or by their ids.
 * @param noun name of the kind of thing, in the singular
 * @param expects what the operation answers with; an object with a list and an id of its own may be either
 */
export function thingsIn(body: unknown, noun: string, expects: 'list' | 'thing', depth = 0): Held {
  if (Array.isArray(body)) return listOfThings(body)
  if (!isObject(body) || depth > 3) return nothing
  const byId = expects === 'list' ? dictionary(body) : undefined
  if (byId) return byId
  const isOwn = isIdentified(body, noun)
  if (expects === 'thing' && isOwn) return { isList: false, things: asThing(body) }
  const array = isOwn ? undefined : arrayIn(body, noun)
  const wrapped = array === undefined ? wrappedIn(body, noun) : undefined
  if (array !== undefined && (expects === 'list' || isEnvelopeOf(body))) return listOfThings(array)
  const inner = wrapped === undefined ? nothing : thingsIn(wrapped, noun, expects, depth + 1)
  if (inner.isList || (inner.things.length > 0 && !isOwn)) return inner
  return { isList: false, things: asThing(body) }
}

/** Whether an object that is expected to be a thing is a list of them: what it has beside its list is about paging. */
const isEnvelopeOf = (body: JsonObject): boolean => {
  const own = Object.keys(body).filter((name) => !Array.isArray(body[name]))
  const isPaging =
    /total|count|page|limit|offset|size|next|prev|cursor|more|links|meta|success|status|message/i
  return (
    own.every((name) => isPaging.test(name)) && Object.keys(body).some((name) => Array.isArray(body[name]))
  )
}
