import { isObject } from '../../document/index.js'

/** Unpaired surrogates, which UTF-8 cannot encode. */
const lone = /\p{Surrogate}/u

/** Whether all texts of a value, including names, are well-formed. */
export function isWellFormed(value: unknown): boolean {
  if (typeof value === 'string') return !lone.test(value)
  if (Array.isArray(value)) return value.every(isWellFormed)
  if (!isObject(value)) return true
  return Object.entries(value).every(([name, item]) => !lone.test(name) && isWellFormed(item))
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
  return Object.fromEntries(
    Object.entries(isObject(value) ? value : {}).map(([name, item]) => [
      wellFormedText(name),
      wellFormed(item),
    ]),
  )
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
export function withExactTexts(value: unknown): unknown {
  if (!hasRounded(value)) return value
  if (Array.isArray(value)) return value.map(exactly)
  const members = Object.entries(isObject(value) ? value : {})
  return isObject(value)
    ? Object.fromEntries(members.map(([name, item]) => [name, exactly(item)]))
    : exactly(value)
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
