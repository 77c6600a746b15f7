import { timingSafeEqual } from 'node:crypto'

import type { Chance } from '../../state/chance.js'

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** A value with its keys in order and without members that are null, which mean the same as absent ones. */
const canonical = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(canonical)
  if (!isRecord(value)) return value
  const kept = Object.entries(value).filter(([, member]) => member !== null && member !== undefined)
  const ordered = kept.sort(([one], [other]) => (one < other ? -1 : 1))
  return Object.fromEntries(ordered.map(([key, member]) => [key, canonical(member)]))
}

/** The signature of a quote: an HMAC over every field but itself, values as they are spelled. */
export const signatureOf = (quote: object, chance: Chance): string => {
  const { signature: _signature, type: _type, ...signed } = { signature: '', type: '', ...quote }
  return chance.sign(JSON.stringify(canonical(signed)))
}

/** True for a quote that comes back with every value as it was signed. */
export const isGenuine = (quote: { readonly signature: string }, chance: Chance): boolean => {
  const expected = Buffer.from(signatureOf(quote, chance))
  const given = Buffer.from(quote.signature)
  return expected.length === given.length && timingSafeEqual(expected, given)
}
