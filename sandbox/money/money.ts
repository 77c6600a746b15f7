import { type Chain, type DepositAccountType, fiatEntry, tokenEntry } from './currencies.js'
import { type Decimal, formatDecimal } from './decimal.js'
import type { AutorampType, Currency } from '../api/schemas.js'

/** A supported currency, with the data for its arithmetic. */
export type Money =
  | {
      readonly type: 'Fiat'
      readonly code: string
      readonly scale: number
      readonly usd: string
      readonly peg: string
      readonly deposit: DepositAccountType
    }
  | {
      readonly type: 'Crypto'
      readonly code: string
      readonly chain: Chain
      readonly scale: number
      readonly usd: string
      readonly peg?: string
    }

/** A currency as the documents spell it. */
export type WireCurrency =
  | { readonly type: 'Fiat'; readonly code: string }
  | { readonly type: 'Crypto'; readonly token: string; readonly blockchain: Chain }

export interface WireAmount {
  readonly amount: string
  readonly currency: WireCurrency
}

/**
 * The currency of a code: with a chain a token on that chain, without one a fiat currency.
 * `undefined` if the sandbox does not support it.
 */
export function moneyOf(code: string, chain: Chain | undefined): Money | undefined {
  if (chain === undefined) {
    const entry = fiatEntry(code)
    if (entry === undefined) return undefined
    const { scale, usd, deposit } = entry
    return { type: 'Fiat', code, scale, usd, peg: code, deposit }
  }
  const entry = tokenEntry(code, chain)
  if (entry === undefined) return undefined
  const { scale, usd, peg } = entry
  return { type: 'Crypto', code, chain, scale, usd, ...(peg === undefined ? {} : { peg }) }
}

/** The currency of a value in the documents' form; `undefined` if the sandbox does not support it. */
export function moneyOfWire(currency: WireCurrency): Money | undefined {
  return currency.type === 'Fiat'
    ? moneyOf(currency.code, undefined)
    : moneyOf(currency.token, currency.blockchain)
}

/** Whether two currencies are the same, on the same blockchain. */
export function sameMoney(one: Money, other: Money): boolean {
  return one.code === other.code && chainOf(one) === chainOf(other)
}

/** The blockchain of a token; undefined for a fiat currency. */
export function chainOf(money: Money): Chain | undefined {
  return money.type === 'Crypto' ? money.chain : undefined
}

/** A currency in the form of requests and responses. */
export function wireCurrency(money: Money): WireCurrency {
  return money.type === 'Fiat'
    ? { type: 'Fiat', code: money.code }
    : { type: 'Crypto', token: money.code, blockchain: money.chain }
}

/** An amount in plain digits, with at least the decimal places of its currency. */
export function wireAmount(value: Decimal, money: Money): WireAmount {
  return {
    amount: formatDecimal(value, money.scale),
    currency: wireCurrency(money),
  }
}

/** The type of a conversion, derived from its two currencies. */
export function rampTypeOf(source: Currency, destination: Currency): AutorampType {
  if (source.type === 'Fiat') return 'Onramp'
  return destination.type === 'Fiat' ? 'Offramp' : 'Swap'
}
