import type { QueryOf, Check } from '../service/service.js'
import { badRequest } from '../primitives/refusal.js'
import { type Chain, tokens, chainOf, type Money, moneyOf, sameMoney } from '../money/money.js'
import { parseDecimal, placesOf } from '../money/decimal.js'
import type { References } from '../state/records.js'

export type QuoteQuery = QueryOf<'getAutorampQuote'>

interface Pair {
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

const unaligned =
  "query parameters 'additional_in_currency_codes' and 'additional_in_currency_chains' must have the same length"

/** Resolves both currencies of a conversion. Throws `Refusal` 400 if the service does not support one. */
export function readPair(query: PairQuery): Pair {
  const { destination_currency_code: code, destination_currency_chain: chain } = query
  return {
    source: knownMoney('source_currency', query.source_currency_code, query.source_currency_chain),
    destination: knownMoney('destination_currency', code, chain),
  }
}

/** Resolves every currency of a request. Throws `Refusal` 400 if the service does not support one. */
export function readRequest(query: QuoteQuery): QuoteRequest {
  const { additional_in_currency_codes: codes = [], additional_in_currency_chains: chains = [] } = query
  if (codes.length !== chains.length) throw badRequest(unaligned)
  return { query, ...readPair(query), additional: additionalOf(query) }
}

/** Whether a currency is on the chain of the source; false for a fiat source. */
const sharesChain = ({ source }: QuoteRequest, money: Money): boolean =>
  chainOf(source) !== undefined && chainOf(money) === chainOf(source)

const textPattern = /^[A-Za-z0-9 /\-?:().+]*$/
const letters = /^[A-Za-z]*$/

interface Limit {
  readonly name: keyof References
  readonly shortest: number
  readonly longest: number
  readonly pattern: RegExp
}

/** The limits that a signed quote promises (Limits); a request that exceeds one is refused, never cut. */
const limits: readonly Limit[] = [
  { name: 'wire_message', shortest: 1, longest: 140, pattern: textPattern },
  { name: 'swift_payment_reference', shortest: 1, longest: 140, pattern: textPattern },
  { name: 'sepa_payment_reference', shortest: 6, longest: 140, pattern: textPattern },
  { name: 'ach_payment_reference', shortest: 1, longest: 10, pattern: textPattern },
  { name: 'fps_payment_reference', shortest: 6, longest: 18, pattern: letters },
]

const fits = ({ shortest, longest, pattern }: Limit, text: string): boolean =>
  text.length >= shortest && text.length <= longest && pattern.test(text)

/** The problem of the first text that violates its limits. */
const brokenText = (query: QuoteQuery): string | undefined => {
  const limit = limits.find((one) => query[one.name] !== undefined && !fits(one, query[one.name] ?? ''))
  if (limit === undefined) return undefined
  const { name, shortest, longest, pattern } = limit
  return `query parameter '${name}' must have ${shortest} to ${longest} characters matching ${pattern.source}`
}

/** The text cut to its limits, for the reading that cuts; `undefined` if cutting does not make it valid. */
const cutText = (limit: Limit, text: string): string | undefined => {
  const cut = text.slice(0, limit.longest)
  return fits(limit, cut) ? cut : undefined
}

/** The texts of a request for the quote; with `cut` they are cut to their limits instead of refused. */
export function textReferences(query: QuoteQuery, cut: boolean): References {
  return Object.fromEntries(
    limits.flatMap((limit) => {
      const text = query[limit.name]
      const kept = text !== undefined && cut ? cutText(limit, text) : text
      return kept === undefined ? [] : [[limit.name, kept]]
    }),
  )
}

/** One check of requests; `refuse` returns the problem, if there is one. */
interface RequestCheck<Request> {
  /** Its name, if it can be omitted. */
  readonly name?: Check
  readonly refuse: (request: Request) => string | undefined
}

/** The common part of price requests: two currencies and an amount. */
interface MoneyRequest extends Pair {
  readonly query: { readonly amount_in?: string; readonly amount_out?: string }
}

/** The problem of an amount in a currency; `what` names its location. */
export function amountProblem(what: string, text: string | undefined, money: Money): string | undefined {
  if (text === undefined) return undefined
  const value = parseDecimal(text)
  if (value === undefined) return `${what} must be a plain decimal of at most 18 digits a side`
  if (value.lte(0)) return `${what} must be greater than zero`
  if (placesOf(value) > money.scale)
    return `${what} must have at most ${money.scale} decimal places for ${money.code}`
  return undefined
}

const slippageProblem = ({ query }: QuoteRequest): string | undefined => {
  const { slippage_tolerance_in_bips: text } = query
  if (text === undefined) return undefined
  const bips = parseDecimal(text)
  return bips !== undefined && bips.gte(0) && bips.lte(10_000)
    ? undefined
    : "query parameter 'slippage_tolerance_in_bips' must be a decimal from 0 to 10000"
}

/** Whether a text is neither absent nor blank. */
export function isGiven(text: string | undefined): boolean {
  return text !== undefined && text.trim() !== ''
}

/** The specification does not show how a payment type is selected: either of the two sender fields suffices. */
const senderProblem = ({ query, source }: QuoteRequest): string | undefined => {
  if (source.type !== 'Fiat' || source.deposit !== 'AfricanBankTransfer') return undefined
  if (!isGiven(query.sender_bank)) return "query parameter 'sender_bank' is required for an African currency"
  return !isGiven(query.sender_account_number) && !isGiven(query.sender_mobile_number)
    ? "query parameter 'sender_account_number' or 'sender_mobile_number' is required for an African currency"
    : undefined
}

const moneyChecks: readonly RequestCheck<MoneyRequest>[] = [
  {
    refuse: ({ query: { amount_in: amountIn, amount_out: amountOut } }) =>
      (amountIn === undefined) === (amountOut === undefined)
        ? "exactly one of the query parameters 'amount_in' and 'amount_out' must be given"
        : undefined,
  },
  {
    refuse: ({ query, source, destination }) =>
      amountProblem("query parameter 'amount_in'", query.amount_in, source) ??
      amountProblem("query parameter 'amount_out'", query.amount_out, destination),
  },
  { refuse: ({ source, destination }) => pairProblem(source, destination) },
]

const quoteChecks: readonly RequestCheck<QuoteRequest>[] = [
  {
    refuse: ({ query }) =>
      query.expiry_in_hours < 1 ? "query parameter 'expiry_in_hours' must be at least 1" : undefined,
  },
  {
    refuse: ({ query: { rate_lock_duration_minutes: minutes } }) =>
      minutes !== undefined && minutes < 1
        ? "query parameter 'rate_lock_duration_minutes' must be at least 1"
        : undefined,
  },
  { refuse: slippageProblem },
  {
    name: 'additional-chain',
    refuse: (request) =>
      request.additional.every((money) => sharesChain(request, money))
        ? undefined
        : "query parameter 'additional_in_currency_chains' must name the chain of the source currency only",
  },
  {
    name: 'additional-source',
    refuse: ({ source, additional }) =>
      additional.some((money) => sameMoney(money, source))
        ? "query parameter 'additional_in_currency_codes' must not contain the source currency"
        : undefined,
  },
  { name: 'sender', refuse: senderProblem },
  { name: 'references', refuse: ({ query }) => brokenText(query) },
  {
    name: 'batch-payout',
    refuse: ({ query, destination }) =>
      query.batch_payout === true && destination.type !== 'Fiat'
        ? "query parameter 'batch_payout' may be true for a fiat destination only"
        : undefined,
  },
]

/** The problem of a currency pair: at least one must be crypto, and they must differ. */
export function pairProblem(source: Money, destination: Money): string | undefined {
  return (source.type === 'Fiat' && destination.type === 'Fiat') || sameMoney(source, destination)
    ? 'the source and destination currencies must differ, and one of them must be a crypto currency'
    : undefined
}

const refuseBroken = <Request>(
  checks: readonly RequestCheck<Request>[],
  request: Request,
  isMade: (check: Check) => boolean = () => true,
): void => {
  for (const { name, refuse } of checks) {
    const problem = name === undefined || isMade(name) ? refuse(request) : undefined
    if (problem !== undefined) throw badRequest(problem)
  }
}

/** Checks the amounts and currencies of a price request. Throws `Refusal` 400. */
export function checkMoney(request: MoneyRequest): void {
  refuseBroken(moneyChecks, request)
}

/** Checks the rules for a request that the document cannot express. Throws `Refusal` 400. */
export function checkRequest(request: QuoteRequest, isMade: (check: Check) => boolean): void {
  checkMoney(request)
  refuseBroken(quoteChecks, request, isMade)
}
