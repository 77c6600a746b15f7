import { feeProfile } from '../fee-profiles/fee-profiles.js'
import type { Call, Handlers, Service } from '../service/service.js'
import { defined } from '../primitives/defined.js'
import { badRequest, Refusal } from '../primitives/refusal.js'
import type { RateQuote } from '../api/schemas.js'
import { type Money, moneyOfWire, sameMoney, supportedMoney, wireCurrency } from '../money/money.js'
import type { AutorampRecord } from '../state/records.js'
import { openAutoramp, renderAutoramp } from './autoramps.js'
import { checkRequest, knownMoney, type QuoteRequest } from '../quotes/request.js'
import { priceOf, timesOf } from '../quotes/price.js'
import { signatureOf, isGenuine, attachedQuote } from '../quotes/signature.js'

type Ask = Call<'getAutorampRateQuote'>

/** The autoramp of a rate quote, which must use quotes and must not be final. Throws `Refusal` 404 or 400. */
const quotedAutoramp = (owner: Pick<Ask, 'service' | 'partnerId'>, id: string): AutorampRecord => {
  const record = openAutoramp(owner, id)
  if (record.source === 'Standalone' && owner.service.faults.checks(true, 'market-quotes'))
    throw badRequest('the autoramp was made from market parameters and accepts no quotes')
  return record
}

const isTaken = ({ faults }: Service, record: AutorampRecord, source: Money): boolean =>
  record.sources.some((currency) => {
    const money = moneyOfWire(currency)
    if (money === undefined) return false
    return faults.checks(true, 'source-chain') ? sameMoney(money, source) : money.code === source.code
  })

const requestOf = ({ query, service }: Ask, record: AutorampRecord): QuoteRequest => {
  const source = knownMoney('source_currency', query.source_currency_code, query.source_currency_chain)
  if (!isTaken(service, record, source) && service.faults.checks(true, 'source-taken'))
    throw badRequest(
      "query parameter 'source_currency_code' names a currency that the autoramp does not accept",
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
    ...defined({ slippage_tolerance_in_bips: slippage, payment_reference: reference }),
  }
}

const checkQuote = ({ service, body }: Call<'attachQuoteToAutoramp'>, record: AutorampRecord): void => {
  if (!isGenuine(body, service.random))
    throw badRequest('request body at /signature does not match the quote: send the quote unchanged')
  if (body.autoramp_id !== record.id) throw badRequest('request body at /autoramp_id is another autoramp')
  if (record.quotes.some((quote) => quote.quote_id === body.quote_id))
    throw new Refusal(409, 'the quote is already attached')
  if (new Date(body.valid_until) <= service.clock()) throw badRequest('the quote has expired')
}

/** Quotes for autoramps that exist. */
export const rateQuoteHandlers = {
  /** GET /autoramps/{id}/quote: a signed quote for one of the autoramp's source currencies; it is not stored. */
  getAutorampRateQuote: (call) => {
    const quote = draft(call, quotedAutoramp(call, call.path.id))
    return { status: 200, body: { ...quote, signature: signatureOf(quote, call.service.random) } }
  },
  /** POST /autoramps/{id}/quotes: attaches an unchanged, unused, valid rate quote as the newest. */
  attachQuoteToAutoramp: (call) => {
    const { service, body, path } = call
    const record = quotedAutoramp(call, path.id)
    checkQuote(call, record)
    const quotes = [attachedQuote(body), ...record.quotes]
    const paymentReference = body.payment_reference ?? undefined
    const changed = { ...record, quotes, ...defined({ paymentReference }) }
    service.store.autoramps.save(changed)
    return { status: 201, body: renderAutoramp(call, changed) }
  },
} satisfies Handlers
