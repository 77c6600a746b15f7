import type { Autoramp, AutorampQuote, AutorampType, SignedQuote } from '../model.js'
import type { Service } from '../service.js'
import type { AutorampRecord } from '../state/entities.js'
import type { Behaviours } from '../versions/index.js'
import { depositRails } from './rails.js'

/** What an autoramp does, as its two currencies tell. */
export const kindOf = ({
  source_currency: source,
  destination_currency: destination,
}: SignedQuote): AutorampType => {
  if (source.type === 'Fiat') return 'Onramp'
  return destination.type === 'Fiat' ? 'Offramp' : 'Swap'
}

const quotePart = (quote: SignedQuote): AutorampQuote => ({
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
  ...(quote.slippage_tolerance_in_bips === undefined
    ? {}
    : { slippage_tolerance_in_bips: quote.slippage_tolerance_in_bips }),
})

/** The texts and ids that an autoramp takes over from its quote, where the quote has them. */
const carried = (quote: SignedQuote, id: string): Partial<Autoramp> => ({
  ...(quote.external_id === undefined ? {} : { external_id: quote.external_id }),
  ...(quote.wire_message === undefined ? {} : { wire_message: quote.wire_message }),
  ...(quote.swift_payment_reference === undefined
    ? {}
    : { swift_payment_reference: quote.swift_payment_reference }),
  ...(quote.sepa_payment_reference === undefined
    ? {}
    : { sepa_payment_reference: quote.sepa_payment_reference }),
  ...(quote.fps_payment_reference === undefined
    ? {}
    : { fps_payment_reference: quote.fps_payment_reference }),
  ...(quote.pay_by_reference === true
    ? { inbound_payment_reference: `IR-${id.slice(0, 6).toUpperCase()}` }
    : {}),
})

/** An autoramp as the documents show it to a caller of the version with these behaviours. */
export const renderAutoramp = (
  service: Service,
  record: AutorampRecord,
  { fedNowRail }: Behaviours,
): Autoramp => {
  const { quote } = record
  const active = new Date(quote.valid_until) > service.clock() ? [quotePart(quote)] : []
  const [newest] = active
  return {
    id: record.id,
    customer_id: record.customerId,
    status: record.status,
    source: 'Quote',
    kind: kindOf(quote),
    source_currencies: [quote.source_currency, ...(quote.additional_in_currencies ?? [])],
    destination_currency: quote.destination_currency,
    recipient: record.recipient,
    is_third_party: quote.is_third_party,
    batch_payout: quote.batch_payout ?? false,
    fee_profile_id: record.feeProfileId,
    deposit_rails: depositRails(service, record, fedNowRail),
    quotes: active,
    ...(newest === undefined ? {} : { quote: newest }),
    created_at: record.createdAt.toISOString(),
    ...carried(quote, record.id),
  }
}
