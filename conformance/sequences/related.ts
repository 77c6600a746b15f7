import { isObject, type JsonObject } from '../../document/index.js'

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
    // Markup is escaped, or taken out.
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
  // What has no letters and digits is anything once it is cleaned.
  if (one === '' || other === '') return true
  return one === other || one.startsWith(other) || other.startsWith(one) || areNearInTime(a, b)
}

const areRelatedLists = (a: readonly unknown[], b: readonly unknown[]): boolean =>
  a.length === 0 ? b.length === 0 : b.length > 0

const textOf = (value: unknown): string => (typeof value === 'string' ? value : (JSON.stringify(value) ?? ''))

/**
 * Whether a value may be what a service keeps of another: trimmed, in other letter case, rounded, cut, in another
 * notation. Only values that have nothing to do with one another are not.
 */
export function areRelated(a: unknown, b: unknown): boolean {
  if (isEmpty(a) || isEmpty(b)) return isEmpty(a) === isEmpty(b)
  if (typeof a === 'boolean' && typeof b === 'boolean') return a === b
  if (Array.isArray(a) && Array.isArray(b)) return areRelatedLists(a, b)
  if (isObject(a) && isObject(b)) {
    const common = Object.keys(a).filter((name) => Object.hasOwn(b, name))
    return common.every((name) => areRelated(a[name], b[name]))
  }
  // An id for the thing that it means, or the other way round: nothing can be compared.
  if (typeof a === 'object' || typeof b === 'object') return true
  return areRelatedTexts(textOf(a), textOf(b))
}

/** Whether a value is what members have that nobody gave a value. */
export function isReset(value: unknown): boolean {
  return isEmpty(value) || value === 0 || value === false
}

/** Names of members that two objects have, and that have nothing to do with one another. */
export function unrelatedMembers(a: JsonObject, b: JsonObject, names: Iterable<string>): string[] {
  return [...names].filter((name) => Object.hasOwn(a, name) && !areRelated(a[name], b[name])).toSorted()
}

const volatile =
  /(^|[_-])(etag|version|revision|rev|updated|modified|password|secret|token|count|views|hits)/i

/** Names of members that were sent, and that a thing shows as they were sent: those that its sender decides. */
export function faithfulMembers(sent: JsonObject, thing: JsonObject): string[] {
  return Object.keys(sent).filter(
    (name) => !volatile.test(name) && Object.hasOwn(thing, name) && areRelated(sent[name], thing[name]),
  )
}
