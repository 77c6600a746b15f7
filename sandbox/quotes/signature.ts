import { timingSafeEqual } from 'node:crypto'

import { isObject } from '../../runtime/json.js'
import { defined } from '../primitives/defined.js'
import type { SeededRandom } from '../primitives/environment.js'
import type { AutorampQuote, RateQuote, SignedQuote } from '../api/schemas.js'

/** Canonical JSON: with sorted keys, and without null members, which mean the same as absent ones. */
const canonical = (value: unknown): string => {
  if (Array.isArray(value)) return `[${value.map(canonical).join()}]`
  return isObject(value) ? canonicalRecord(value) : (JSON.stringify(value) ?? 'null')
}

const canonicalRecord = (record: Readonly<Record<string, unknown>>): string => {
  let text = ''
  for (const key of Object.keys(record).sort()) {
    const member = record[key]
    if (member === null || member === undefined) continue
    text += `${text === '' ? '' : ','}${JSON.stringify(key)}:${canonical(member)}`
  }
  return `{${text}}`
}

/** The signature of a quote: an HMAC over all other fields, with values as spelled. */
export function signatureOf(quote: object, random: SeededRandom): string {
  return random.sign(canonicalRecord({ ...quote, signature: undefined, type: undefined }))
}

/** Whether every value of a quote equals the signed one. */
export function isGenuine(quote: { readonly signature: string }, random: SeededRandom): boolean {
  const expected = Buffer.from(signatureOf(quote, random))
  const given = Buffer.from(quote.signature)
  return expected.length === given.length && timingSafeEqual(expected, given)
}

/** A signed quote as part of an autoramp: without its signature, recipient and currencies. */
export function attachedQuote(quote: SignedQuote | RateQuote): AutorampQuote {
  return {
    quote_id: quote.quote_id,
    amount_in: quote.amount_in,
    amount_out: quote.amount_out,
    rate: quote.rate,
    rate_expiry_policy: quote.rate_expiry_policy,
    rate_lock_valid_until: quote.rate_lock_valid_until ?? quote.valid_until,
    valid_until: quote.valid_until,
    fee: quote.fee,
    fee_settlement: quote.fee_settlement,
    partner_fee_settlement: quote.fee.partner_fees[0]?.settlement ?? quote.fee_settlement,
    ...defined({ slippage_tolerance_in_bips: quote.slippage_tolerance_in_bips }),
  }
}
