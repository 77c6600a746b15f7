import { badRequest } from '../../http/refusal.js'
import { fiatEntry } from '../../money/currencies.js'
import { parseDecimal, placesOf } from '../../money/decimal.js'
import { type Money, sameMoney } from '../../money/money.js'
import { type QuoteRequest, sharesChain } from './request.js'
import { brokenText } from './text-references.js'

/** One rule about requests for a quote; `refuse` says what is wrong, or nothing. The name can be switched off. */
interface Check {
  readonly name: string
  readonly refuse: (request: QuoteRequest) => string | undefined
}

const TEN_THOUSAND = 10_000

const amountProblem = (
  name: 'amount_in' | 'amount_out',
  { query }: QuoteRequest,
  money: Money,
): string | undefined => {
  const text = query[name]
  if (text === undefined) return undefined
  const value = parseDecimal(text)
  if (value === undefined)
    return `query parameter '${name}' must be a plain decimal of at most 18 digits a side`
  if (value.lte(0)) return `query parameter '${name}' must be greater than zero`
  if (placesOf(value) > money.scale)
    return `query parameter '${name}' must have at most ${money.scale} decimal places for ${money.code}`
  return undefined
}

const slippageProblem = ({ query }: QuoteRequest): string | undefined => {
  const { slippage_tolerance_in_bips: text } = query
  if (text === undefined) return undefined
  const bips = parseDecimal(text)
  return bips !== undefined && bips.gte(0) && bips.lte(TEN_THOUSAND)
    ? undefined
    : "query parameter 'slippage_tolerance_in_bips' must be a decimal from 0 to 10000"
}

/** The specification does not show how a payment type is told: either of the two sender fields settles it. */
const senderProblem = ({ query, source }: QuoteRequest): string | undefined => {
  const african = source.type === 'Fiat' && fiatEntry(source.code)?.deposit === 'AfricanBankTransfer'
  if (!african) return undefined
  if (query.sender_bank === undefined)
    return "query parameter 'sender_bank' is required for an African currency"
  return query.sender_account_number === undefined && query.sender_mobile_number === undefined
    ? "query parameter 'sender_account_number' or 'sender_mobile_number' is required for an African currency"
    : undefined
}

const CHECKS: readonly Check[] = [
  {
    name: 'quote/one-amount',
    refuse: ({ query: { amount_in: amountIn, amount_out: amountOut } }) =>
      (amountIn === undefined) === (amountOut === undefined)
        ? "exactly one of the query parameters 'amount_in' and 'amount_out' must be given"
        : undefined,
  },
  {
    name: 'quote/amount-form',
    refuse: (request) =>
      amountProblem('amount_in', request, request.source) ??
      amountProblem('amount_out', request, request.destination),
  },
  {
    name: 'quote/pair',
    refuse: ({ source, destination }) =>
      (source.type === 'Fiat' && destination.type === 'Fiat') || sameMoney(source, destination)
        ? 'the source and destination currencies must differ, and one of them must be a crypto currency'
        : undefined,
  },
  {
    name: 'quote/expiry-positive',
    refuse: ({ query }) =>
      query.expiry_in_hours < 1 ? "query parameter 'expiry_in_hours' must be at least 1" : undefined,
  },
  {
    name: 'quote/rate-lock-positive',
    refuse: ({ query: { rate_lock_duration_minutes: minutes } }) =>
      minutes !== undefined && minutes < 1
        ? "query parameter 'rate_lock_duration_minutes' must be at least 1"
        : undefined,
  },
  { name: 'quote/slippage', refuse: slippageProblem },
  {
    name: 'quote/additional-chain',
    refuse: (request) =>
      request.additional.every((money) => sharesChain(request, money))
        ? undefined
        : "query parameter 'additional_in_currency_chains' must name the chain of the source currency only",
  },
  {
    name: 'quote/additional-source',
    refuse: ({ source, additional }) =>
      additional.some((money) => sameMoney(money, source))
        ? "query parameter 'additional_in_currency_codes' must not hold the source currency"
        : undefined,
  },
  { name: 'quote/sender', refuse: senderProblem },
  { name: 'quote/references', refuse: ({ query }) => brokenText(query) },
  {
    name: 'quote/batch-payout',
    refuse: ({ query, destination }) =>
      query.batch_payout === true && destination.type !== 'Fiat'
        ? "query parameter 'batch_payout' may be true for a fiat destination only"
        : undefined,
  },
]

/** Refuses a request that breaks a rule which the document cannot express. Throws `Refusal` 400. */
export const checkRequest = (request: QuoteRequest, isOff: (check: string) => boolean): void => {
  for (const { name, refuse } of CHECKS) {
    const problem = isOff(name) ? undefined : refuse(request)
    if (problem !== undefined) throw badRequest(problem)
  }
}
