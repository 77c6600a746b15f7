import { entriesOf, isObject } from '../../document/index.js'
import { pathStyled, plainStyled, queryStyled, scalar } from '../../runtime/client/serialize.js'
import type { Parameter } from '../../runtime/surface.js'
import { bodyKind } from './media-types.js'

/** Unpaired surrogates, which UTF-8 cannot encode. */
const lone = /\p{Surrogate}/u

/** Whether all texts of a value, including names, are well-formed. */
export function isWellFormed(value: unknown): boolean {
  if (typeof value === 'string') return !lone.test(value)
  if (Array.isArray(value)) return value.every(isWellFormed)
  return entriesOf(value).every(([name, item]) => !lone.test(name) && isWellFormed(item))
}

/** Replaces lone surrogates by U+FFFD, as UTF-8 encoders do. */
export function wellFormedText(text: string): string {
  return lone.test(text) ? text.replaceAll(/\p{Surrogate}/gu, '\uFFFD') : text
}

/** A value whose texts, including names, are well-formed. */
export function wellFormed(value: unknown): unknown {
  if (typeof value === 'string') return wellFormedText(value)
  if (isWellFormed(value)) return value
  if (Array.isArray(value)) return value.map(wellFormed)
  return Object.fromEntries(entriesOf(value).map(([name, item]) => [wellFormedText(name), wellFormed(item)]))
}

/** JavaScript prints larger numbers with an exponent. */
const exponential = 1e21

const isRoundedNumber = (value: unknown): value is number =>
  Number.isInteger(value) && !Number.isSafeInteger(value) && Math.abs(Number(value)) < exponential

/** Whether a value contains an integer whose last digits may have been rounded. */
export function hasRounded(value: unknown): boolean {
  if (Array.isArray(value)) return value.some(hasRounded)
  return isObject(value) ? Object.values(value).some(hasRounded) : isRoundedNumber(value)
}

const exactly = (value: unknown): unknown => (isRoundedNumber(value) ? BigInt(value).toString() : value)

/** Replaces integers whose last digits `String` would round by texts of all digits. */
const withExactTexts = (value: unknown): unknown => {
  if (!hasRounded(value)) return value
  if (Array.isArray(value)) return value.map(exactly)
  if (!isObject(value)) return exactly(value)
  return Object.fromEntries(entriesOf(value).map(([name, item]) => [name, exactly(item)]))
}

const mark = '\uE000whole '
const marked = new RegExp(`"${mark}(-?\\d+)"`, 'g')

/** JSON with all digits of integers whose last ones `JSON.stringify` would round. */
export function exactJson(value: unknown): string | undefined {
  if (!hasRounded(value)) return JSON.stringify(value)
  const replaced = (_: string, one: unknown): unknown =>
    isRoundedNumber(one) ? `${mark}${BigInt(one)}` : one
  return JSON.stringify(value, replaced).replaceAll(marked, '$1')
}

const undeclared = { pointer: '', required: false, deprecated: false, allowReserved: false } as const

/** A parameter that the document does not declare: plain values in the default style of its location. */
export function undeclaredParameter(name: string, location: Parameter['in']): Parameter {
  const isForm = location === 'query' || location === 'cookie'
  return { ...undeclared, name, in: location, style: isForm ? 'form' : 'simple', explode: isForm }
}

/** Whether a parameter with `content` is written as JSON rather than as text. */
export function isJsonParameter({ content }: Parameter): boolean {
  const [mediaType] = Object.keys(content ?? {})
  return mediaType !== undefined && bodyKind(mediaType) === 'json'
}

const styleOf = (parameter: Parameter): string => {
  if (isJsonParameter(parameter)) return 'json'
  const { style, explode, allowReserved, in: location } = parameter
  // A cookie has a single value, in which pairs would be ambiguous.
  const mark = explode && location !== 'cookie' ? '*' : ''
  return style + mark + (allowReserved && location === 'query' ? '+' : '')
}

/** The value to serialize; for a parameter with non-JSON `content` its text. */
const plain = (parameter: Parameter, value: unknown): unknown => {
  if (isJsonParameter(parameter)) return value
  const exact = withExactTexts(value)
  return parameter.content === undefined ? exact : scalar(exact)
}

/** The percent-encoded text of a path parameter. */
export function pathText(parameter: Parameter, value: unknown): string {
  return pathStyled(parameter.name, plain(parameter, wellFormed(value)), styleOf(parameter))
}

/** The `name=value` pairs of a query parameter, percent-encoded. */
export function queryPairs(parameter: Parameter, value: unknown): string[] {
  const { name } = parameter
  return queryStyled(wellFormedText(name), plain(parameter, wellFormed(value)), styleOf(parameter))
}

/** The text of a header parameter, not encoded. */
export function headerText(parameter: Parameter, value: unknown): string {
  return plainStyled(plain(parameter, value), styleOf(parameter))
}

/** The value of a cookie, percent-encoded. */
export function cookieText(parameter: Parameter, value: unknown): string {
  return encodeURIComponent(plainStyled(plain(parameter, wellFormed(value)), styleOf(parameter)))
}
