import { unicodeLength } from './json.js'
import type { ValidationError } from './fail.js'

/** The location of an error, and the value there. */
interface Found {
  readonly path: readonly (string | number)[]
  readonly value: unknown
  /** Replaces the value in messages that must not depend on it; derived from the value by default. */
  readonly shown?: string
}

type Params = ValidationError['params']
type Writer = (params: Params, found: Found) => string

const articles: Readonly<Record<string, string>> = {
  string: 'a string',
  number: 'a number',
  integer: 'an integer',
  boolean: 'a boolean',
  object: 'an object',
  array: 'an array',
  null: 'null',
}

const formatWords: Readonly<Record<string, string>> = {
  date: 'a date such as 2026-08-01',
  'date-time': 'a date, a T, a time with seconds, and Z or an offset (RFC 3339)',
  time: 'a time such as 12:00:00Z',
  decimal: 'a decimal number such as "12.50", without an exponent',
  uuid: 'a UUID',
  uri: 'an absolute URI',
  email: 'an email address',
  byte: 'base64',
  int32: 'an integer of 32 bits',
  uint32: 'an integer of 32 bits that is not negative',
  int64: 'an integer of 64 bits',
  uint64: 'an integer of 64 bits that is not negative',
}

const comparisons: Readonly<Record<string, string>> = {
  '>=': 'at least',
  '<=': 'at most',
  '>': 'more than',
  '<': 'less than',
}

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [value])

const oneOf = (types: unknown): string => {
  const words = listOf(types).map((type) => articles[String(type)] ?? String(type))
  const last = words.pop() ?? 'a value'
  return words.length === 0 ? last : `${words.join(', ')} or ${last}`
}

const count = (number: unknown, one: string, many: string): string =>
  `${String(number)} ${number === 1 ? one : many}`

const valueIn = ({ value, path, shown }: Found): string => shown ?? found(value, path)

const sized =
  (bound: 'at least' | 'at most', one: string, many: string, size: (value: unknown) => unknown): Writer =>
  ({ limit }, { value, shown }) =>
    `must have ${bound} ${count(limit, one, many)}${shown === undefined ? `, and has ${String(size(value))}` : ''}`

const lengthOf = (value: unknown): number => (typeof value === 'string' ? unicodeLength(value) : 0)
const itemsOf = (value: unknown): number => (Array.isArray(value) ? value.length : 0)
const membersOf = (value: unknown): number =>
  typeof value === 'object' && value !== null ? Object.keys(value).length : 0

const compared: Writer = ({ comparison, limit }, at) =>
  `must be ${comparisons[String(comparison)] ?? String(comparison)} ${String(limit)}, not ${valueIn(at)}`

const formatted: Writer = ({ format }, at) => {
  const name = String(format)
  const words = Object.hasOwn(formatWords, name) ? formatWords[name] : `of the format ${quoted(name)}`
  return `must be ${words}, not ${valueIn(at)}`
}

const named = ({ path }: Found): string => quoted(String(path.at(-1) ?? ''))

const contained: Writer = ({ minContains, maxContains }) =>
  maxContains === undefined
    ? `must contain at least ${count(minContains, 'item that matches', 'items that match')} "contains"`
    : `must contain ${quoted(minContains)} to ${quoted(maxContains)} items that match "contains"`

const united: Writer = ({ branches, passingSchemas }) => {
  if (Array.isArray(passingSchemas)) return 'matches more than one variant, and must match exactly one'
  return branches === undefined
    ? 'matches none of its variants'
    : `matches none of its ${quoted(branches)} variants`
}

const writers: Readonly<Record<string, Writer>> = {
  required: (_, at) => `${named(at)} is required and missing`,
  dependentRequired: ({ property }, at) => `${named(at)} is required where ${quoted(property)} is given`,
  additionalProperties: (_, at) => `${named(at)} is an unknown property`,
  unevaluatedProperties: (_, at) => `${named(at)} is an unknown property`,
  propertyNames: (_, at) => `${named(at)} is not an allowed name`,
  type: ({ type }, at) => `must be ${oneOf(type)}, not ${valueIn(at)}`,
  enum: ({ allowedValues }, at) => `must be ${listed(listOf(allowedValues))}, not ${valueIn(at)}`,
  const: ({ allowedValue }, at) => `must be ${quoted(allowedValue)}, not ${valueIn(at)}`,
  format: formatted,
  pattern: ({ pattern }, at) => `must match the pattern ${quoted(pattern)}, and ${valueIn(at)} does not`,
  minimum: compared,
  maximum: compared,
  exclusiveMinimum: compared,
  exclusiveMaximum: compared,
  multipleOf: ({ multipleOf }, at) => `must be a multiple of ${String(multipleOf)}, not ${valueIn(at)}`,
  minLength: /* @__PURE__ */ sized('at least', 'character', 'characters', lengthOf),
  maxLength: /* @__PURE__ */ sized('at most', 'character', 'characters', lengthOf),
  minItems: /* @__PURE__ */ sized('at least', 'item', 'items', itemsOf),
  maxItems: /* @__PURE__ */ sized('at most', 'item', 'items', itemsOf),
  minProperties: /* @__PURE__ */ sized('at least', 'property', 'properties', membersOf),
  maxProperties: /* @__PURE__ */ sized('at most', 'property', 'properties', membersOf),
  items: ({ limit }, { value }) =>
    `must have at most ${count(limit, 'item', 'items')}, and has ${itemsOf(value)}`,
  unevaluatedItems: ({ len }, { value }) =>
    `must have at most ${count(len, 'item', 'items')}, and has ${itemsOf(value)}`,
  uniqueItems: ({ i, j }, { shown }) =>
    `must have no duplicate items${shown === undefined ? `, and items ${quoted(j)} and ${quoted(i)} are equal` : ''}`,
  contains: contained,
  not: () => 'matches a schema that it must not match',
  'false schema': () => 'must be absent',
  anyOf: united,
  oneOf: united,
}

/** The message for a person about the value at a location. Names the property, the limit, and the value found. */
export function messageOf({ keyword, params, message }: ValidationError, at: Found): string {
  if (keyword === 'branches' && at.value === undefined) return `${named(at)} is required and missing`
  if (keyword === 'branches') {
    return `must be one of ${(message ?? '').replace(/^.*? equal to one of: /s, '')}, not ${valueIn(at)}`
  }
  const writer = Object.hasOwn(writers, keyword) ? writers[keyword] : undefined
  return writer ? writer(params, at) : (message ?? `breaks the rule ${quoted(keyword)}`)
}

const longest = 60

const secretName =
  /secret|token|passw|api[-_ ]?key|private[-_ ]?key|authori[sz]ation|credential|signature|cookie|^pin$|^otp$|^cvv$|^cvc$|^ssn$/i
const secretStart = /^(?:whsec_|[srp]k_|gh[pousr]_|xox[a-z]-|Bearer |Basic |eyJ)|-----BEGIN/
const uuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i

// Long single words that mix letters and digits, which are most likely keys or tokens.
const isRandom = (text: string): boolean =>
  text.length >= 20 &&
  text.length <= 10_000 &&
  /^[\w+/=.-]+$/.test(text) &&
  /\d/.test(text) &&
  /[a-z]/i.test(text)

/** Whether a text may be a key, a token or a password, by the name of its location or by its form. */
const isSecret = (text: string, path: readonly (string | number)[]): boolean => {
  if (path.some((segment) => secretName.test(String(segment)))) return true
  return secretStart.test(text) || (isRandom(text) && !uuid.test(text) && !/^\d{4}-\d\d-\d\dT/.test(text))
}

const shortenedText = (text: string): string => {
  if (text.length <= longest) return text
  // Does not cut a surrogate pair in half.
  return `${text.slice(0, longest).replace(/[\ud800-\udbff]$/, '')}…`
}

/** A value as JSON, shortened if it is long. */
export function quoted(value: unknown): string {
  const text =
    typeof value === 'string'
      ? JSON.stringify(shortenedText(value))
      : (JSON.stringify(value) ?? String(value))
  return typeof value === 'string' ? text : shortenedText(text)
}

/** Lists alternatives, only the first ones if there are many. */
export function listed(values: readonly unknown[]): string {
  const shown = values.slice(0, 8).map(quoted)
  if (values.length > shown.length) return `${shown.join(', ')} or ${values.length - shown.length} more`
  const last = shown.pop() ?? ''
  return shown.length === 0 ? last : `${shown.join(', ')} or ${last}`
}

/** The JSON type of a value. */
export function kindOf(value: unknown): string {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'an array'
  if (typeof value === 'object') return 'an object'
  if (value === undefined) return 'missing'
  return `a ${typeof value}`
}

/** The found value for the end of a sentence: short values as they are, and never one that looks secret. */
export function found(value: unknown, path: readonly (string | number)[]): string {
  if (typeof value === 'string') {
    return isSecret(value, path) ? `a string of ${value.length} characters` : quoted(value)
  }
  const isShown = typeof value === 'number' || typeof value === 'boolean'
  return isShown && !isSecret('', path) ? String(value) : kindOf(value)
}
