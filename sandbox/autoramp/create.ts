import { customerOf } from '../customer/records.js'
import { feeProfile } from '../fee-profiles/profiles.js'
import type { BodyOf, Call, Handlers } from '../http/call.js'
import { badRequest, Refusal } from '../http/refusal.js'
import type { Account, SignedQuote } from '../model.js'
import { moneyOf } from '../money/money.js'
import type { CustomerRecord } from '../state/entities.js'
import { newest } from '../state/lookup.js'
import { isGenuine } from './quote/signature.js'
import { type Payee, payeeOf } from './recipient.js'
import { renderAutoramp } from './render.js'

type Create = Call<'createAutoramp'>

const isQuote = (body: BodyOf<'createAutoramp'>): body is SignedQuote => 'signature' in body

/** The bare text by which a recipient account of a quote is registered. */
const textOf = (account: Account): string => {
  if (account.type === 'Crypto') return account.address
  if (account.type === 'Pix') return account.id
  const { account_identifier: identifier } = account
  return identifier.type === 'SEPA' ? identifier.iban : identifier.account_number
}

const payeeOfQuote = (call: Create, customer: CustomerRecord, quote: SignedQuote): Payee => {
  const { destination_currency: currency } = quote
  const money =
    currency.type === 'Fiat'
      ? moneyOf(currency.code, undefined)
      : moneyOf(currency.token, currency.blockchain)
  if (money === undefined) throw badRequest('request body at /destination_currency is not dealt in')
  return payeeOf(call.service, customer, { recipient_account: textOf(quote.recipient_account) }, money)
}

const checkQuote = ({ service, partnerId }: Create, quote: SignedQuote): void => {
  if (!isGenuine(quote, service.chance))
    throw badRequest('request body at /signature does not fit the quote: send it back as it was answered')
  if (new Date(quote.valid_until) <= service.clock()) throw new Refusal(422, 'the quote has expired')
  const scope = { partnerId, index: 'quote', value: quote.quote_id }
  if (newest(service.store.autoramps, scope) !== undefined)
    throw new Refusal(422, 'the quote has been used already')
}

/** POST /autoramps from a signed quote: it has to come back with every value as it was signed, once, in time. */
const createAutoramp: NonNullable<Handlers['createAutoramp']> = (call) => {
  const { service, partnerId, body } = call
  if (!isQuote(body)) throw new Refusal(501, 'autoramps from market parameters are not emulated yet')
  const customer = customerOf(call, body.customer_id)
  checkQuote(call, body)
  if (customer.state !== 'Active') throw new Refusal(403, 'the customer is not active yet')
  const record = {
    id: service.chance.uuid('autoramp'),
    partnerId,
    customerId: customer.id,
    quote: body,
    feeProfileId: feeProfile(call, body.fee_profile_id).id,
    recipient: payeeOfQuote(call, customer, body).recipient,
    status: 'Authorized' as const,
    createdAt: service.clock(),
  }
  service.store.autoramps.save(record)
  return { status: 201, body: renderAutoramp(service, record, call.behaviours) }
}

export const creationHandlers = { createAutoramp } satisfies Handlers
