import { type Exchange, jsonBody } from '../../../../conformance/exchange/exchange.js'
import { isObject } from '../../../../document/index.js'
import type { identificationCodes } from '../../../tables/identification-codes.js'

/** One entry of a structured refusal. */
export type ErrorEntry = Readonly<Record<string, unknown>>

export type Code = (typeof identificationCodes)[number]

/** The entries of a structured refusal; undefined when the answer is no list of objects with a code. */
export function entriesOf(exchange: Exchange): readonly ErrorEntry[] | undefined {
  const body = jsonBody(exchange.response)
  if (exchange.response.status !== 400 || !Array.isArray(body)) return undefined
  const entries = body.filter(isObject)
  const isCoded = entries.length === body.length && entries.every(({ code }) => typeof code === 'string')
  return isCoded && entries.length > 0 ? entries : undefined
}

/** The codes of a refusal, in their order; empty for any other answer. */
export function codesOf(exchange: Exchange): readonly string[] {
  return (entriesOf(exchange) ?? []).map(({ code }) => String(code))
}
