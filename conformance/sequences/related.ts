import { isObject, type JsonObject } from '../../document/index.js'
import { isMarkOfOne, nameKey } from '../resources/names.js'

const deepest = 3

/** The members of a thing, nested ones by path: `title`, `size.width`. */
export function flatMembers(thing: JsonObject, depth = 0): Record<string, unknown> {
  const entries = Object.entries(thing).flatMap(([name, value]): [string, unknown][] => {
    if (!isObject(value) || depth >= deepest || Object.keys(value).length === 0) return [[name, value]]
    return Object.entries(flatMembers(value, depth + 1)).map(([inner, one]) => [`${name}.${inner}`, one])
  })
  return Object.fromEntries(entries)
}

const isEmpty = (value: unknown): boolean =>
  value === undefined ||
  value === null ||
  value === '' ||
  (Array.isArray(value) && value.length === 0) ||
  (isObject(value) && Object.keys(value).length === 0)

const spelled = (value: string): string =>
  value
    .normalize('NFKC')
    .toLowerCase()
    // Services escape or strip markup.
    .replace(/<[^>]*>|&#?\w+;/g, '')
    .replace(/[^\p{L}\p{N}]+/gu, '')

const isNumber = (text: string): boolean => /^-?\d+(\.\d+)?(e[+-]?\d+)?$/i.test(text.trim())

const areNear = (a: number, b: number): boolean =>
  Math.abs(a - b) <= Math.max(0.51, Math.abs(a) * 1e-6) || (!Number.isSafeInteger(a) && Math.abs(a) > 1e15)

const isDate = (text: string): boolean => /^\d{4}-\d\d-\d\d/.test(text)

const areNearInTime = (a: string, b: string): boolean =>
  isDate(a) && isDate(b) && Math.abs(Date.parse(a) - Date.parse(b)) <= 86_400_000

const areRelatedTexts = (a: string, b: string): boolean => {
  if (isNumber(a) && isNumber(b)) return areNear(Number(a), Number(b))
  const [one, other] = [spelled(a), spelled(b)]
  // A text without letters and digits may become anything when it is sanitized.
  if (one === '' || other === '') return true
  return one === other || one.startsWith(other) || other.startsWith(one) || areNearInTime(a, b)
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : (JSON.stringify(value) ?? ''))

/** Whether one value may derive from the other by trimming, a change of case or notation, rounding or truncation. */
export function areRelated(a: unknown, b: unknown): boolean {
  if (isEmpty(a) || isEmpty(b)) return isEmpty(a) === isEmpty(b)
  if (typeof a === 'boolean' && typeof b === 'boolean') return a === b
  if (Array.isArray(a) && Array.isArray(b)) return true
  if (isObject(a) && isObject(b)) {
    const common = Object.keys(a).filter((name) => Object.hasOwn(b, name))
    return common.every((name) => areRelated(a[name], b[name]))
  }
  // An id may stand for the object that it refers to, so they cannot be compared.
  if (typeof a === 'object' || typeof b === 'object') return true
  return areRelatedTexts(textOf(a), textOf(b))
}

/** Whether a value is a typical default. */
export function isReset(value: unknown): boolean {
  return isEmpty(value) || value === 0 || value === false
}

/** The first of some members whose value in another object is unrelated or missing. */
export function unrelatedMember(a: JsonObject, b: JsonObject, names: readonly string[]): string | undefined {
  return names.toSorted().find((name) => Object.hasOwn(a, name) && !areRelated(a[name], b[name]))
}

const volatile =
  /(^|[._-])(etag|version|revision|rev|updated|modified|password|secret|token|count|views|hits)/i

/** Names of sent members that a thing returns as sent, which means that the client sets them. */
export function faithfulMembers(sent: JsonObject, thing: JsonObject): string[] {
  return Object.keys(sent).filter(
    (name) =>
      !volatile.test(name) &&
      !(sent[name] === true && isMarkOfOne(name)) &&
      Object.hasOwn(thing, name) &&
      areRelated(sent[name], thing[name]),
  )
}

/** States of unfinished operations. */
const pending =
  /^(pending|processing|queued|creating|provisioning|in[_ -]?progress|scheduled|deleting|draft)$/i

/** Whether a thing has an unfinished state. */
export function isPending(thing: JsonObject | undefined): boolean {
  return Object.values(thing ?? {}).some((value) => typeof value === 'string' && pending.test(value))
}

const soft = /delet|archiv|remov|trash|status|state|activ|enabl|disabl|cancel|clos|revok|expire|end|valid/i

/** The name of a member that marks a thing as deleted: it has changed or is new. */
export function markOfDeletion(before: JsonObject, after: JsonObject): string | undefined {
  const names = new Set([...Object.keys(before), ...Object.keys(after)])
  return [...names].find((name) => soft.test(name) && !areRelated(before[name], after[name]))
}

/** Whether a thing is marked as deleted. */
export function isMarkedDeleted(before: JsonObject, after: JsonObject): boolean {
  return markOfDeletion(before, after) !== undefined
}

/** Whether reads may no longer find a thing after an update, because a member hides it: `archived: true`. */
export function isHiddenBy(sent: JsonObject): boolean {
  return Object.entries(sent).some(
    ([name, value]) => value === true && /archiv|delet|hidden|trash/i.test(name),
  )
}

/** Whether a member's name is that of an identifier. */
export function isId(name: string): boolean {
  return /(^| )(id|uuid|slug|key)$/.test(nameKey(name))
}

/** Whether a member holds a state; changing it may change others. */
export function isState(name: string, value: unknown): boolean {
  return typeof value === 'boolean' || /status|state|type|kind|role|mode|stage/i.test(name)
}

const places = /priorit|order|position|rank|sort|index|sequence/i

/** Whether a member is the place of a thing among others, which shifts when others are created before it. */
export function isPlace(name: string, value: unknown): boolean {
  return typeof value === 'number' && places.test(name)
}

/** Whether a member changes with other things or by itself: there is one default, positions shift, states advance. */
export function isShared(name: string, value: unknown): boolean {
  return isState(name, value) || /default|primary/i.test(name) || places.test(name)
}

/** Members that may differ by where they are shown: links may be relative or signed, and keys masked. */
const spelledForPlace = /(^|[._-])(ur[il]s?|href|links?|path|self|key)$/i

/** Names of the texts of a thing that are the same wherever it is shown, unless it changes. */
export function steadyMembers(thing: JsonObject): string[] {
  return Object.entries(thing).flatMap(([name, value]) =>
    typeof value !== 'string' || volatile.test(name) || spelledForPlace.test(name) || isShared(name, value)
      ? []
      : [name],
  )
}

const topOf = (name: string): string => name.split('.')[0] ?? ''
const lastOf = (name: string): string => name.split('.').at(-1) ?? ''

/**
 * The members that an update does not change: PUT replaces all, an object is replaced whole, a state may change others, and
 * what is sent as `alt` may be shown as `metadata.alt`.
 */
export function untouchedBy(sent: JsonObject, method: string, names: readonly string[]): string[] {
  const isChangeOfState = Object.entries(sent).some(([name, value]) => isState(name, value))
  if (method === 'put' || isChangeOfState) return []
  const [tops, ends] = [topOf, lastOf].map((part) => new Set(Object.keys(sent).map(part)))
  return names.filter((name) => !tops?.has(topOf(name)) && !ends?.has(lastOf(name)))
}

const opaque = /^(\d+|[\da-f]{16,}|[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12})$/i

/** Whether a thing keeps its address: a name or slug may follow the change, unless the response shows the old one. */
export function keepsAddress(id: unknown, answered: JsonObject | undefined): boolean {
  return opaque.test(String(id)) || Object.values(answered ?? {}).some((value) => value === id)
}
