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
