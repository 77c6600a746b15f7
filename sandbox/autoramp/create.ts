import {
  type AutorampRecord,
  type CustomerRecord,
  referenceNames,
  type References,
} from '../state/records.js'
import { feeProfile } from '../fee-profiles/fee-profiles.js'
import type { BodyOf, Call, Handlers } from '../service/service.js'
import { badRequest, notFound, Refusal } from '../primitives/refusal.js'
import type { Currency, SignedQuote } from '../api/schemas.js'
import { parseDecimal } from '../money/decimal.js'
import { type Money, supportedMoney } from '../money/money.js'
import { defined } from '../primitives/defined.js'
import { pairProblem } from '../quotes/request.js'
import { payeeOfAccount } from '../quotes/recipient.js'
import { newest } from '../state/repository.js'
import { attachedQuote, isGenuine } from '../quotes/signature.js'
import { customerOf } from '../customer/customers.js'
import { openAutoramp, renderAutoramp } from './autoramps.js'

/** The members of an autoramp that its request determines; id, owner, status and time are added on creation. */
type AutorampDetails = Omit<AutorampRecord, 'id' | 'partnerId' | 'customerId' | 'status' | 'createdAt'>

type GivenReferences = { readonly [Name in keyof References]?: string | null | undefined }

/** The texts of a request that are neither absent nor null. */
const referencesOf = (given: GivenReferences): References =>
  defined(Object.fromEntries(referenceNames.map((name) => [name, given[name] ?? undefined])))

type Create = Call<'createAutoramp'>
type Market = Exclude<BodyOf<'createAutoramp'>, { signature: string }>

/** Throws `Refusal` 400 for a list of source currencies that cannot be converted to the destination. */
const checkSources = (sources: readonly Currency[], destination: Money): void => {
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

/** The members of an autoramp from market parameters. Throws `Refusal` 400, or 404 for an unknown fee profile. */
const fromMarket = (call: Create, customer: CustomerRecord, market: Market): AutorampDetails => {
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
    isThirdParty: market.source_is_third_party ?? false,
    batchPayout,
    payByReference: market.pay_by_reference ?? false,
    feeProfileId: feeProfile(call, market.fee_profile_id).id,
    references: referencesOf(market),
    quotes: [],
    ...defined({
      network: payee.network,
      name: market.name,
      externalId: market.external_id,
      additionalPartnerFee: market.additional_partner_fee_in_bips,
    }),
  }
}

const checkQuote = ({ service, partnerId }: Create, quote: SignedQuote): void => {
  if (service.faults.checks(true, 'signature') && !isGenuine(quote, service.random))
    throw badRequest('request body at /signature does not match the quote: send the quote unchanged')
  if (new Date(quote.valid_until) <= service.clock()) throw new Refusal(422, 'the quote has expired')
  const scope = { partnerId, index: 'quote', value: quote.quote_id }
  if (newest(service.store.autoramps, scope) !== undefined)
    throw new Refusal(422, 'the quote has already been used')
}

/** Throws `Refusal` 400 for a quote that was changed, 422 for one that has expired or was used. */
const fromQuote = (call: Create, customer: CustomerRecord, quote: SignedQuote): AutorampDetails => {
  checkQuote(call, quote)
  const destination = supportedMoney('/destination_currency', quote.destination_currency)
  const { recipient, network } = payeeOfAccount(call.service, customer, quote.recipient_account, destination)
  return {
    source: 'Quote',
    sources: [quote.source_currency, ...(quote.additional_in_currencies ?? [])],
    destination: quote.destination_currency,
    recipient,
    isThirdParty: quote.is_third_party,
    batchPayout: quote.batch_payout ?? false,
    payByReference: quote.pay_by_reference ?? false,
    feeProfileId: feeProfile(call, quote.fee_profile_id).id,
    ...defined({ network, externalId: quote.external_id ?? undefined }),
    references: referencesOf(quote),
    quoteId: quote.quote_id,
    quotes: [attachedQuote(quote)],
  }
}

const isQuote = (body: BodyOf<'createAutoramp'>): body is SignedQuote => 'signature' in body

type Patch = Call<'patchAutorampMarketById'>
type Change = Partial<Pick<AutorampRecord, 'destination' | 'recipient' | 'network' | 'feeProfileId'>>

/** A new destination requires a matching recipient; the recipient can also be changed alone. */
const changedPayout = (call: Patch, customer: CustomerRecord, record: AutorampRecord): Change => {
  const { destination_currency: destination = record.destination, recipient_account: account } = call.body
  if (account === undefined) {
    if (call.body.destination_currency === undefined) return {}
    throw badRequest('request body at /recipient_account is required with a new destination currency')
  }
  const money = supportedMoney('/destination_currency', destination)
  checkSources(record.sources, money)
  const { recipient, network } = payeeOfAccount(call.service, customer, account, money)
  return { destination, recipient, ...defined({ network }) }
}

/** Creates autoramps, and changes them. */
export const creationHandlers = {
  /** POST /autoramps: from an unchanged signed quote, or from market parameters, for an active customer. */
  createAutoramp: (call) => {
    const { service, partnerId, body } = call
    const customer = customerOf(call, body.customer_id)
    const particulars = isQuote(body) ? fromQuote(call, customer, body) : fromMarket(call, customer, body)
    if (customer.state !== 'Active') throw new Refusal(403, 'the customer is not active')
    const record = {
      id: service.random.uuid('autoramp'),
      partnerId,
      customerId: customer.id,
      ...particulars,
      status: 'Authorized' as const,
      createdAt: service.clock(),
    }
    service.store.autoramps.save(record)
    return { status: 201, body: renderAutoramp(call, record) }
  },
  /** PATCH /autoramps/{id}: changes an autoramp created from market parameters, with immediate effect. */
  patchAutorampMarketById: (call) => {
    const { service, body, path } = call
    const customer = customerOf(call, body.customer_id)
    const record = openAutoramp(call, path.id)
    if (record.customerId !== customer.id) throw notFound('autoramp')
    if (record.source === 'Quote')
      throw badRequest('an autoramp that was made from a quote cannot be changed')
    const { network, ...rest } = record
    const payout = changedPayout(call, customer, record)
    const kept = payout.recipient === undefined && network !== undefined ? { network } : {}
    const { id: feeProfileId } = feeProfile(call, body.fee_profile_id ?? record.feeProfileId)
    const changed = { ...rest, ...kept, ...payout, feeProfileId }
    service.store.autoramps.save(changed)
    return { status: 200, body: renderAutoramp(call, changed) }
  },
} satisfies Handlers
