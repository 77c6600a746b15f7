import type { Operation } from '../../../runtime/surface.js'
import type { ScenarioContext } from '../../../conformance/rules/context.js'
import { ifPossible, NotApplicable, unmet } from '../../../conformance/model/outcome.js'
import type { ParameterValue } from '../../../conformance/rules/serialize.js'
import type { Exchange } from '../../../conformance/exchange/exchange.js'
import { isSuccess, outcomeOf } from '../../../conformance/exchange/reading.js'
import { type Coin, coins } from './currencies.js'
import { type Customer, customer } from './customer.js'
import { onboardedCustomer } from './onboarding.js'
import { anyFeeProfile } from './fee-profile.js'
import { euroRecipients, type Recipient, sampleIbans, walletRecipient } from './recipient.js'
import { defaultVersion } from '../../../versions/index.js'

export type Query = Readonly<Record<string, ParameterValue>>

/** A quote request that the service is known to serve, and its answer. */
export interface QuoteSubject {
  readonly operation: Operation
  readonly query: Query
  readonly exchange: Exchange
  readonly customerId: string
  readonly source: Coin
}

/** Values of optional parameters, for a service that serves nothing without one of them. */
const everyOption = (context: ScenarioContext): Query => ({
  external_id: `rampart-${context.session.uuid()}`,
  rate_lock_duration_minutes: '60',
  pay_by_reference: 'false',
  batch_payout: 'false',
  sender_account_number: '12345678',
  sender_mobile_number: '+4915112345678',
  sender_bank: sampleBank(context),
  wire_message: 'INVOICE 1',
  swift_payment_reference: 'INVOICE 1',
  sepa_payment_reference: 'INVOICE 1',
  ach_payment_reference: 'INVOICE 1',
  fps_payment_reference: 'INVOICE',
})

/** Optional parameters that a service may demand all the same, the fewer the better. */
const richerQueries = async (context: ScenarioContext, { chain }: Coin): Promise<readonly Query[]> => {
  const options = everyOption(context)
  // Where profiles cannot be listed, a service that merely demands one may take any id.
  const profile = (await ifPossible(anyFeeProfile(context))) ?? context.session.uuid()
  const additional = { additional_in_currency_codes: ['EURC'], additional_in_currency_chains: [chain] }
  const others = [
    additional,
    { destination_currency_chain: 'Ethereum' },
    { recipient_account: sampleIbans[0] },
  ] as const
  const ofProfile = [{ fee_profile_id: profile }, { ...options, fee_profile_id: profile }]
  return [options, ...ofProfile, ...others.map((more) => changed(options, more))]
}

/** Changes to a query; undefined leaves a parameter out. */
export type Changes = Readonly<Record<string, ParameterValue | undefined>>

/** A query with some parameters changed; undefined leaves one out. */
export function changed(query: Query, changes: Changes): Query {
  const merged: Record<string, ParameterValue> = {}
  for (const [name, value] of Object.entries({ ...query, ...changes })) {
    if (value !== undefined) merged[name] = value
  }
  return merged
}

const plainQuery = (customerId: string, { token, chain }: Coin, recipient: Recipient): Query => ({
  customer_id: customerId,
  source_currency_code: token,
  source_currency_chain: chain,
  destination_currency_code: 'EUR',
  ...recipient,
  amount_in: '100',
  rate_expiry_policy: 'Slippage',
  slippage_tolerance_in_bips: '50',
  expiry_in_hours: '1',
  is_third_party: 'false',
})

/** A bank to name as the sender's: one that the document lists, where it lists any. */
export function sampleBank(context: ScenarioContext): string {
  const parameters = context.find('get', '/autoramps/quote')?.parameters ?? []
  const declared = parameters.find(({ name }) => name === 'sender_bank')
  const sampled = declared && context.sampler().parameter(declared)
  return sampled === undefined || sampled === 'Sample' ? 'Access Bank' : sampled
}

const anyCustomer = async (context: ScenarioContext, version: string): Promise<Customer> => {
  const isGiven = context.session.plan.subjects.customerId !== undefined
  const onboarded = isGiven ? undefined : await ifPossible(onboardedCustomer(context, version))
  return onboarded ?? customer(context, version)
}

const mostCoins = 6

const candidates = async (context: ScenarioContext, customerId: string, version: string) => {
  const recipients = await euroRecipients(context, customerId, version)
  const sources = (await coins(context)).slice(0, mostCoins)
  return recipients.flatMap((recipient) => sources.map((source) => ({ source, recipient })))
}

const find = async (context: ScenarioContext): Promise<QuoteSubject> => {
  const operation = context.operation('get', '/autoramps/quote')
  const version = context.version === '*' ? defaultVersion : context.version
  const { id } = await anyCustomer(context, version)
  let first: Exchange | undefined
  const all = await candidates(context, id, version)
  const attempt = async ({ source, recipient }: (typeof all)[number], more: Query = {}) => {
    const query = context.filledQuery(operation, { ...plainQuery(id, source, recipient), ...more })
    const exchange = await context.call(operation, { query, version: [version] })
    first ??= exchange
    return exchange.response.status === 200
      ? { operation, query, exchange, customerId: id, source }
      : undefined
  }
  for (const one of all) {
    const subject = await attempt(one)
    if (subject) return subject
  }
  for (const more of all[0] ? await richerQueries(context, all[0].source) : []) {
    const subject = all[0] && (await attempt(all[0], more))
    if (subject) return subject
  }
  if (!first) throw new NotApplicable('no currency is known that a quote could be asked for')
  const how = 'name a customer and a recipient that one is served for'
  throw unmet(`no plain quote is served (${outcomeOf(first)}); ${how}`, first, 'customer')
}

/** A served quote of crypto for euro under the version at hand, found once. @throws an ending when none is. */
export function quoteSubject(context: ScenarioContext): Promise<QuoteSubject> {
  return context.once(`quote ${context.version}`, () => find(context))
}

/** Asks for the subject's quote with some parameters changed; undefined leaves one out. */
export function askQuote(
  context: ScenarioContext,
  { operation, query }: QuoteSubject,
  changes: Changes = {},
): Promise<Exchange> {
  return context.call(operation, { query: changed(query, changes), exactQuery: true })
}

/** Fiat that coins are bought with, in the order of trial. */
export const onrampCodes = ['USD', 'EUR'] as const

/** The subject's quote the other way: fiat for its coin, to a wallet. */
export function onrampQuery(
  { query, source }: QuoteSubject,
  code: (typeof onrampCodes)[number],
  recipient: Recipient,
): Query {
  return changed(query, {
    source_currency_code: code,
    source_currency_chain: undefined,
    destination_currency_code: source.token,
    destination_currency_chain: 'Ethereum',
    recipient_account_id: undefined,
    recipient_account: undefined,
    ...recipient,
  })
}

/**
 * A served quote of fiat for crypto, which the subject's coin is bought by, found once. @throws an ending when none is.
 * @returns the subject with the query of that quote
 */
export function onrampSubject(context: ScenarioContext): Promise<QuoteSubject> {
  return context.once(`onramp quote ${context.version}`, async () => {
    const subject = await quoteSubject(context)
    const recipient = await walletRecipient(context, subject.customerId)
    let first: Exchange | undefined
    for (const code of onrampCodes) {
      const query = onrampQuery(subject, code, recipient)
      const exchange = await askQuote(context, { ...subject, query })
      if (isSuccess(exchange)) return { ...subject, query, exchange }
      first ??= exchange
    }
    if (!first) throw new NotApplicable('no fiat currency is known that crypto could be bought with')
    throw unmet(`no quote of fiat for crypto is served: ${outcomeOf(first)}`, first)
  })
}
