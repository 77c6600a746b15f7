import { timingSafeEqual } from 'node:crypto'

import { isObject } from '../../runtime/json.js'
import type { SeededRandom } from '../primitives/random.js'

/** Canonical JSON: with sorted keys, and without null members, which mean the same as absent ones. */
const canonical = (value: unknown): string => {
  if (Array.isArray(value)) return `[${value.map(canonical).join()}]`
  return isObject(value) ? canonicalRecord(value) : (JSON.stringify(value) ?? 'null')
}

const canonicalRecord = (
  record: Readonly<Record<string, unknown>>,
  without: readonly string[] = [],
): string => {
  let text = ''
  for (const key of Object.keys(record).sort()) {
    const member = record[key]
    if (member === null || member === undefined || without.includes(key)) continue
    text += `${text === '' ? '' : ','}${JSON.stringify(key)}:${canonical(member)}`
  }
  return `{${text}}`
}

const unsigned = ['signature', 'type']

/** The signature of a quote: an HMAC over all other fields, with values as spelled. */
export function signatureOf(quote: object, random: SeededRandom): string {
  return random.sign(isObject(quote) ? canonicalRecord(quote, unsigned) : '')
}

/** Whether every value of a quote is as it was signed. */
export function isGenuine(quote: { readonly signature: string }, random: SeededRandom): boolean {
  const expected = Buffer.from(signatureOf(quote, random))
  const given = Buffer.from(quote.signature)
  return expected.length === given.length && timingSafeEqual(expected, given)
}
