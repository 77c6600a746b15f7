import { customerOf } from '../customer/records.js'
import { feeProfile } from '../fee-profiles/profiles.js'
import type { Handlers } from '../service/call.js'
import type { PayoutRoute, PaymentNetwork } from '../api/schemas.js'
import { type Money, wireCurrency } from '../money/money.js'
import { checkMoney } from './checks.js'
import { priceOf } from './price.js'
import { readPair } from './request.js'

interface AssumedPayout {
  readonly account: PayoutRoute
  readonly rail: PaymentNetwork
}

const assumedTerms: Readonly<Record<string, AssumedPayout>> = {
  USD: { account: 'ACH', rail: 'Ach' },
  EUR: { account: 'SEPA', rail: 'Sepa' },
  GBP: { account: 'FPS', rail: 'Fps' },
}

/** The assumed payout for an unknown recipient; undefined for crypto. */
export function assumedPayout(destination: Money): AssumedPayout | undefined {
  return destination.type === 'Fiat' ? assumedTerms[destination.code] : undefined
}

/** GET /autoramps/quotes-preview: a quote without a recipient and without a signature. */
export const previewHandlers = {
  getAutorampQuotePreview: (call) => {
    const { service, query } = call
    const customer = customerOf(call, query.customer_id)
    const { source, destination } = readPair(query)
    checkMoney({ query, source, destination })
    const profile = feeProfile(call, query.fee_profile_id)
    const assumed = assumedPayout(destination)
    const { amount_in: amountIn, amount_out: amountOut } = query
    const account = assumed?.account
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
        ...(assumed === undefined ? {} : { assumed_payout_rail: assumed.rail }),
      },
    }
  },
} satisfies Handlers
