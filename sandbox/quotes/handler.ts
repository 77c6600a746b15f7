import { customerOf } from '../customer/customers.js'
import { feeProfile } from '../fee-profiles/fee-profiles.js'
import type { Call, Handlers, Service } from '../service/service.js'
import { defined } from '../primitives/defined.js'
import { badRequest } from '../primitives/refusal.js'
import type { SignedQuote, PayoutRoute } from '../api/schemas.js'
import { type Money, wireCurrency } from '../money/money.js'
import { payeeOf } from './recipient.js'
import {
  checkRequest,
  isGiven,
  checkMoney,
  textReferences,
  type QuoteQuery,
  type QuoteRequest,
  readRequest,
  readPair,
} from './request.js'
import { payouts, priceOf, timesOf } from './price.js'
import { signatureOf } from './signature.js'

const depositAccount = (
  source: Money,
  { sender_account_number: account }: QuoteQuery,
): NonNullable<SignedQuote['deposit_account_type']> => {
  if (source.type === 'Crypto') return 'Wallet'
  return source.deposit === 'AfricanBankTransfer' && !isGiven(account) ? 'MobileMoney' : source.deposit
}

/** The caller's options that the quote repeats; unset ones are omitted. */
const choices = (query: QuoteQuery, cut: boolean) => ({
  ...defined({
    slippage_tolerance_in_bips: query.slippage_tolerance_in_bips,
    external_id: query.external_id,
    batch_payout: query.batch_payout,
  }),
  pay_by_reference: query.pay_by_reference ?? false,
  ...textReferences(query, cut),
})

/** The checks of a request, adjusted for the selected readings. */
const checkByReading = (request: QuoteRequest, { faults, usesAlternative }: Service): void => {
  const cuts = usesAlternative('texts-cut')
  checkRequest(request, (check) => faults.checks(!(cuts && check === 'references'), check))
  const { rate_expiry_policy: policy, slippage_tolerance_in_bips: slippage } = request.query
  if (usesAlternative('slippage-required') && policy === 'Slippage' && slippage === undefined)
    throw badRequest("query parameter 'slippage_tolerance_in_bips' is required under Slippage")
}

/** Optional members of a quote, which are null in one reading. */
const nullMembers = {
  slippage_tolerance_in_bips: null,
  external_id: null,
  batch_payout: null,
  wire_message: null,
  swift_payment_reference: null,
  sepa_payment_reference: null,
  ach_payment_reference: null,
  fps_payment_reference: null,
} as const satisfies Partial<SignedQuote>

const draft = (call: Call<'getAutorampQuote'>): Omit<SignedQuote, 'signature'> => {
  const { service, query } = call
  const customer = customerOf(call, query.customer_id)
  const request = readRequest(query)
  checkByReading(request, service)
  const { source, destination, additional } = request
  const payee = payeeOf(service, customer, query, destination)
  const profile = feeProfile(call, query.fee_profile_id)
  const { amount_in: amountIn, amount_out: amountOut } = query
  const conversion = { source, destination, amountIn, amountOut, profile, account: payee.network }
  const price = priceOf(conversion, service.rates)
  const { rateLockUntil, validUntil } = timesOf(request, service.clock())
  return {
    quote_id: service.random.uuid('quote'),
    customer_id: customer.id,
    source_currency: wireCurrency(source),
    destination_currency: wireCurrency(destination),
    additional_in_currencies: additional.map(wireCurrency),
    recipient_account: payee.account,
    ...price,
    fee_settlement: profile.settlement,
    fee_profile_id: profile.id,
    rate_expiry_policy: query.rate_expiry_policy,
    rate_lock_valid_until: rateLockUntil.toISOString(),
    valid_until: validUntil.toISOString(),
    is_third_party: query.is_third_party,
    deposit_account_type: depositAccount(source, query),
    ...choices(query, service.usesAlternative('texts-cut')),
  }
}

const assumedPayouts: Readonly<Record<string, PayoutRoute>> = { USD: 'ACH', EUR: 'SEPA', GBP: 'FPS' }

/** The assumed payout for an unknown recipient; undefined for crypto. */
export function assumedPayout(destination: Money): PayoutRoute | undefined {
  return destination.type === 'Fiat' ? assumedPayouts[destination.code] : undefined
}

/** Signed quotes, and previews of rates and fees. */
export const quoteHandlers = {
  /** GET /autoramps/quote: prices and signs a quote; it is not stored until it is used. */
  getAutorampQuote: (call) => {
    const nulls = call.service.usesAlternative('nulls-for-absent') ? nullMembers : {}
    const quote = { ...nulls, ...draft(call) }
    return { status: 200, body: { ...quote, signature: signatureOf(quote, call.service.random) } }
  },
  /** GET /autoramps/quotes-preview: a quote without a recipient and without a signature. */
  getAutorampQuotePreview: (call) => {
    const { service, query } = call
    const customer = customerOf(call, query.customer_id)
    const { source, destination } = readPair(query)
    checkMoney({ query, source, destination })
    const profile = feeProfile(call, query.fee_profile_id)
    const account = assumedPayout(destination)
    const { amount_in: amountIn, amount_out: amountOut } = query
    const price = priceOf({ source, destination, amountIn, amountOut, profile, account }, service.rates)
    return {
      status: 200,
      body: {
        ...price,
        customer_id: customer.id,
        source_currency: wireCurrency(source),
        destination_currency: wireCurrency(destination),
        fee_profile_id: profile.id,
        fee_settlement: profile.settlement,
        ...defined({ assumed_payout_rail: account && payouts[account].network }),
      },
    }
  },
} satisfies Handlers
