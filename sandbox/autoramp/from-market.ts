import { feeProfile } from '../fee-profiles/profiles.js'
import type { BodyOf, Call } from '../service/call.js'
import { badRequest } from '../primitives/refusal.js'
import type { Currency } from '../api/schemas.js'
import { parseDecimal } from '../money/decimal.js'
import { type Money, moneyOfWire } from '../money/money.js'
import type { CustomerRecord } from '../state/records.js'
import { type AutorampDetails, referencesOf } from './details.js'
import { pairProblem } from '../quotes/checks.js'
import { payeeOfAccount } from '../quotes/recipient.js'

type Market = Exclude<BodyOf<'createAutoramp'>, { signature: string }>

/** The currency at a location of the body. Throws `Refusal` 400 if the service does not support it. */
export function supportedMoney(place: string, currency: Currency): Money {
  const money = moneyOfWire(currency)
  if (money === undefined) throw badRequest(`request body at ${place} is no currency of this service`)
  return money
}

/** Throws `Refusal` 400 for a list of source currencies that cannot be converted to the destination. */
export function checkSources(sources: readonly Currency[], destination: Money): void {
  for (const [index, source] of sources.entries()) {
    const place = `/source_currencies/${index}`
    const problem = pairProblem(supportedMoney(place, source), destination)
    if (problem !== undefined) throw badRequest(`request body at ${place}: ${problem}`)
  }
}

const checkSurcharge = (text: string | undefined): void => {
  const bips = text === undefined ? undefined : parseDecimal(text)
  if (text !== undefined && (bips === undefined || bips.lt(0) || bips.gt(10_000)))
    throw badRequest('request body at /additional_partner_fee_in_bips must be a decimal from 0 to 10000')
}

const optional = ({
  name,
  external_id: externalId,
  additional_partner_fee_in_bips: additionalPartnerFee,
}: Market) => ({
  ...(name === undefined ? {} : { name }),
  ...(externalId === undefined ? {} : { externalId }),
  ...(additionalPartnerFee === undefined ? {} : { additionalPartnerFee }),
})

/** The members of an autoramp from market parameters. Throws `Refusal` 400, or 404 for an unknown fee profile. */
export function fromMarket(
  call: Call<'createAutoramp'>,
  customer: CustomerRecord,
  market: Market,
): AutorampDetails {
  const destination = supportedMoney('/destination_currency', market.destination_currency)
  const [first, ...others] = market.source_currencies
  if (first === undefined) throw badRequest('request body at /source_currencies must not be empty')
  checkSources(market.source_currencies, destination)
  checkSurcharge(market.additional_partner_fee_in_bips)
  const batchPayout = market.batch_payout ?? false
  if (batchPayout && destination.type !== 'Fiat')
    throw badRequest('request body at /batch_payout may be true for a fiat destination only')
  const payee = payeeOfAccount(call.service, customer, market.recipient_account, destination)
  return {
    source: 'Standalone',
    sources: [first, ...others],
    destination: market.destination_currency,
    recipient: payee.recipient,
    ...(payee.network === undefined ? {} : { network: payee.network }),
    isThirdParty: market.source_is_third_party ?? false,
    batchPayout,
    payByReference: market.pay_by_reference ?? false,
    feeProfileId: feeProfile(call, market.fee_profile_id).id,
    references: referencesOf(market),
    quotes: [],
    ...optional(market),
  }
}
