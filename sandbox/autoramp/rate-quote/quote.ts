import { feeProfile } from '../../fee-profiles/profiles.js'
import type { Call, Handlers } from '../../service/call.js'
import { badRequest } from '../../primitives/refusal.js'
import type { RateQuote } from '../../api/schemas.js'
import { type Money, moneyOfWire, sameMoney, wireCurrency } from '../../money/money.js'
import type { AutorampRecord } from '../../state/records.js'
import { openAutoramp } from '../find.js'
import { supportedMoney } from '../from-market.js'
import { checkRequest } from '../../quotes/checks.js'
import { priceOf } from '../../quotes/price.js'
import { knownMoney, type QuoteRequest } from '../../quotes/request.js'
import { signatureOf } from '../../quotes/signature.js'
import { timesOf } from '../../quotes/timing.js'

type Ask = Call<'getAutorampRateQuote'>

/** The autoramp of a rate quote, which must use quotes and must not be final. Throws `Refusal` 404 or 400. */
export function quotedAutoramp(owner: Pick<Ask, 'service' | 'partnerId'>, id: string): AutorampRecord {
  const record = openAutoramp(owner, id)
  if (record.source === 'Standalone' && owner.service.faults.checks(true, 'market-quotes'))
    throw badRequest('the autoramp was made from market parameters and takes no quotes')
  return record
}

const isTaken = (record: AutorampRecord, source: Money): boolean =>
  record.sources.some((currency) => {
    const money = moneyOfWire(currency)
    return money !== undefined && sameMoney(money, source)
  })

const requestOf = ({ query, service }: Ask, record: AutorampRecord): QuoteRequest => {
  const source = knownMoney('source_currency', query.source_currency_code, query.source_currency_chain)
  if (!isTaken(record, source) && service.faults.checks(true, 'source-taken'))
    throw badRequest(
      "query parameter 'source_currency_code' names a currency that the autoramp does not take",
    )
  const destination = supportedMoney('/destination_currency', record.destination)
  const known = {
    customer_id: record.customerId,
    destination_currency_code: destination.code,
    is_third_party: record.isThirdParty,
  }
  return { query: { ...query, ...known }, source, destination, additional: [] }
}

const draft = (call: Ask, record: AutorampRecord): Omit<RateQuote, 'signature'> => {
  const { service, query } = call
  const request = requestOf(call, record)
  // The sender of an African currency was named on creation of the autoramp.
  checkRequest(request, (check) => service.faults.checks(check !== 'sender', check))
  const { source, destination } = request
  const profile = feeProfile(call, record.feeProfileId)
  const { amount_in: amountIn, amount_out: amountOut } = query
  const conversion = { source, destination, amountIn, amountOut, profile, account: record.network }
  const { rateLockUntil, validUntil } = timesOf(request, service.clock())
  const { slippage_tolerance_in_bips: slippage, payment_reference: reference } = query
  return {
    quote_id: service.random.uuid('quote'),
    autoramp_id: record.id,
    source_currency: wireCurrency(source),
    destination_currency: wireCurrency(destination),
    ...priceOf(conversion, service.rates),
    fee_settlement: profile.settlement,
    rate_expiry_policy: query.rate_expiry_policy,
    rate_lock_valid_until: rateLockUntil.toISOString(),
    valid_until: validUntil.toISOString(),
    ...(slippage === undefined ? {} : { slippage_tolerance_in_bips: slippage }),
    ...(reference === undefined ? {} : { payment_reference: reference }),
  }
}

/** GET /autoramps/{id}/quote: a signed quote for one of the autoramp's source currencies; it is not stored. */
export const rateQuoteHandlers = {
  getAutorampRateQuote: (call) => {
    const quote = draft(call, quotedAutoramp(call, call.path.id))
    return { status: 200, body: { ...quote, signature: signatureOf(quote, call.service.random) } }
  },
} satisfies Handlers
