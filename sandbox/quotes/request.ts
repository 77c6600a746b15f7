import type { QueryOf } from '../service/service.js'
import { badRequest } from '../primitives/refusal.js'
import { type Chain, tokens } from '../money/currencies.js'
import { chainOf, type Money, moneyOf } from '../money/money.js'

export type QuoteQuery = QueryOf<'getAutorampQuote'>

export interface Pair {
  readonly source: Money
  readonly destination: Money
}

/** The currency parameters of a conversion. */
type PairQuery = Pick<
  QuoteQuery,
  | 'source_currency_code'
  | 'source_currency_chain'
  | 'destination_currency_code'
  | 'destination_currency_chain'
>

export interface QuoteRequest extends Pair {
  readonly query: QuoteQuery
  readonly additional: readonly Money[]
}

const isToken = (code: string): boolean => tokens.some((entry) => entry.token === code)

/** The currency that a pair of parameters names. Throws `Refusal` 400 if the service does not support it. */
export function knownMoney(name: string, code: string, chain: Chain | undefined): Money {
  const money = moneyOf(code, chain)
  if (money !== undefined) return money
  if (chain === undefined && isToken(code))
    throw badRequest(`query parameter '${name}_chain' is required for a crypto currency`)
  if (chain === undefined)
    throw badRequest(`query parameter '${name}_code' names no currency of this service`)
  throw badRequest(`query parameters '${name}_code' and '${name}_chain' name no currency of this service`)
}

const additionalOf = (query: QuoteQuery): readonly Money[] => {
  const { additional_in_currency_codes: codes, additional_in_currency_chains: chains } = query
  return (codes ?? []).map((code, index) => {
    const money = moneyOf(code, chains?.[index])
    if (money !== undefined) return money
    throw badRequest(
      `query parameter 'additional_in_currency_codes' names no currency of this service at ${index}`,
    )
  })
}

/** Additional codes and chains must have the same number of items, before they are resolved. */
const checkAligned = (query: QuoteQuery): void => {
  const { additional_in_currency_codes: codes = [], additional_in_currency_chains: chains = [] } = query
  if (codes.length !== chains.length)
    throw badRequest(
      "query parameters 'additional_in_currency_codes' and 'additional_in_currency_chains' must have the same length",
    )
}

/** Resolves both currencies of a conversion. Throws `Refusal` 400 if the service does not support one. */
export function readPair(query: PairQuery): Pair {
  return {
    source: knownMoney('source_currency', query.source_currency_code, query.source_currency_chain),
    destination: knownMoney(
      'destination_currency',
      query.destination_currency_code,
      query.destination_currency_chain,
    ),
  }
}

/** Resolves every currency of a request. Throws `Refusal` 400 if the service does not support one. */
export function readRequest(query: QuoteQuery): QuoteRequest {
  checkAligned(query)
  return { query, ...readPair(query), additional: additionalOf(query) }
}

/** Whether a currency is on the chain of the source; false for a fiat source. */
export function sharesChain({ source }: QuoteRequest, money: Money): boolean {
  return chainOf(source) !== undefined && chainOf(money) === chainOf(source)
}
