import { feeProfile } from '../fee-profiles/profiles.js'
import type { Call } from '../service/call.js'
import { badRequest, Refusal } from '../primitives/refusal.js'
import type { SignedQuote } from '../api/schemas.js'
import { moneyOfWire } from '../money/money.js'
import type { CustomerRecord } from '../state/records.js'
import { newest } from '../state/lookup.js'
import { type AutorampDetails, referencesOf } from './details.js'
import { attachedQuote } from '../quotes/attached.js'
import { isGenuine } from '../quotes/signature.js'
import { type Payee, payeeOfAccount } from '../quotes/recipient.js'

type Create = Call<'createAutoramp'>

const checkQuote = ({ service, partnerId }: Create, quote: SignedQuote): void => {
  if (!isGenuine(quote, service.random))
    throw badRequest('request body at /signature does not fit the quote: send it back as it was answered')
  if (new Date(quote.valid_until) <= service.clock()) throw new Refusal(422, 'the quote has expired')
  const scope = { partnerId, index: 'quote', value: quote.quote_id }
  if (newest(service.store.autoramps, scope) !== undefined)
    throw new Refusal(422, 'the quote has been used already')
}

const payeeOfQuote = ({ service }: Create, customer: CustomerRecord, quote: SignedQuote): Payee => {
  const money = moneyOfWire(quote.destination_currency)
  if (money === undefined) throw badRequest('request body at /destination_currency is not dealt in')
  return payeeOfAccount(service, customer, quote.recipient_account, money)
}

/**
 * The members of an autoramp from a signed quote. Throws `Refusal` 400 for a quote that was changed, 422 for one that
 * has expired or was used.
 */
export function fromQuote(call: Create, customer: CustomerRecord, quote: SignedQuote): AutorampDetails {
  checkQuote(call, quote)
  const { recipient, network } = payeeOfQuote(call, customer, quote)
  const { external_id: externalId } = quote
  return {
    source: 'Quote',
    sources: [quote.source_currency, ...(quote.additional_in_currencies ?? [])],
    destination: quote.destination_currency,
    recipient,
    ...(network === undefined ? {} : { network }),
    isThirdParty: quote.is_third_party,
    batchPayout: quote.batch_payout ?? false,
    payByReference: quote.pay_by_reference ?? false,
    feeProfileId: feeProfile(call, quote.fee_profile_id).id,
    ...(externalId === undefined || externalId === null ? {} : { externalId }),
    references: referencesOf(quote),
    quoteId: quote.quote_id,
    quotes: [attachedQuote(quote)],
  }
}
