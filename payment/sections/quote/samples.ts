import type { Scenario, ScenarioContext } from '../../../conformance/rules/context.js'
import { ifPossible } from '../../../conformance/model/outcome.js'
import type { Exchange } from '../../../conformance/exchange/exchange.js'
import { isSuccess, objectBody } from '../../../conformance/exchange/reading.js'
import { otherFeeProfile } from '../../fixtures/fee-profile.js'
import { type Coin, coins } from '../../fixtures/currencies.js'
import { walletRecipient } from '../../fixtures/recipient.js'
import { isMade } from '../../fixtures/wallets.js'
import { type RailQuote, railQuotes } from '../../fixtures/rails.js'
import { inTurn, type Steps, wherePossible } from '../../fixtures/steps.js'
import { defaultVersion } from '../../../versions/index.js'
import { referenceLimits } from '../../tables/parameters.js'
import {
  additionalOn,
  askQuote,
  byAmountOut,
  changed,
  type Changes,
  flowQueries,
  onrampSubject,
  otherFiat,
  otherPairs,
  payingTo,
  type Query,
  quotedFlows,
  type QuoteSubject,
  quoteSubject,
} from '../../fixtures/quote.js'

interface Asked {
  readonly query: Query
  readonly exchange: Exchange
}

/** A served quote with its request and response. */
export interface QuoteSample extends Asked {
  readonly quote: Readonly<Record<string, unknown>>
}

/** Requests that differ from the plain one in one option; a service may refuse some for its own reasons. */
export const options = {
  'amount out': { amount_in: undefined, amount_out: '73.21' },
  'policy Return': {
    rate_expiry_policy: 'Return',
    slippage_tolerance_in_bips: undefined,
    rate_lock_duration_minutes: '60',
  },
  'policy Return alone': { rate_expiry_policy: 'Return', slippage_tolerance_in_bips: undefined },
  'rate lock': { rate_lock_duration_minutes: '10' },
  'third party': { is_third_party: 'true' },
  'external id': {},
  'batched payout': { batch_payout: 'true' },
  'pay by reference': { pay_by_reference: 'true' },
  'no batched payout': { batch_payout: 'false' },
  'no pay by reference': { pay_by_reference: 'false' },
  'another tolerance': { slippage_tolerance_in_bips: '37.5' },
  'a large tolerance': { slippage_tolerance_in_bips: '250' },
} as const satisfies Readonly<Record<string, Changes>>

type OptionName = keyof typeof options

/** Changes with an exact amount out added, in place of the amount in. */
export function forAmountOut(amount: string, all: readonly Changes[]): readonly Changes[] {
  return all.flatMap((changes) =>
    'amount_out' in changes ? [] : [{ ...changes, amount_in: undefined, amount_out: amount }],
  )
}

/** Changes with the policy Return added, which uses no tolerance. */
const underReturn = (all: readonly Changes[]): readonly Changes[] =>
  all.flatMap((changes) =>
    'slippage_tolerance_in_bips' in changes ? [] : [{ ...options['policy Return'], ...changes }],
  )

const isOption = (name: string): name is OptionName => name in options

const changesFor = ({ session }: ScenarioContext, name: OptionName): Changes =>
  name === 'external id' ? { external_id: session.uuid() } : options[name]

const codeBeside = (...codes: readonly unknown[]): string =>
  ['EURC', 'USDC', 'USDT'].find((code) => !codes.includes(code)) ?? 'DAI'

/** A text within the limits of every reference. */
export const usualText = 'abcdefgh'

/** One text for each reference, within the limits of all, by which they are told apart. */
export const references: Readonly<Record<string, string>> = Object.fromEntries(
  Object.keys(referenceLimits).map((name, index) => [name, `abcdefg${'vwxyz'[index] ?? ''}`]),
)

/** A coin of each other chain, and each other coin on some chain. */
const otherSources = async (context: ScenarioContext): Promise<readonly Coin[]> => {
  const { source } = await quoteSubject(context)
  const all = await coins(context)
  const byChain = new Map(all.map((coin) => [coin.chain, coin]))
  byChain.delete(source.chain)
  const others = all.filter(({ token }) => token !== source.token).toReversed()
  const byToken = new Map(others.map((coin) => [coin.token, coin]))
  return [...new Set([...byChain.values(), ...byToken.values()])]
}

/** Quotes with options that depend on data of the service; it may refuse each of them. */
const ofOptions = async (context: ScenarioContext): Promise<readonly QuoteSample[]> => {
  const plain = await quoteSubject(context)
  const { source } = plain
  const additional = additionalOn(source.chain, codeBeside(source.token))
  const profile = await ifPossible(otherFeeProfile(context))
  const alone = [
    additional,
    { external_id: `Rampart ${context.session.uuid()}` },
    { external_id: `${context.session.uuid()}${'-0123456789'.repeat(15)}` },
    { external_id: `Order #7/${context.session.uuid()}: "é" & 100%` },
    references,
    ...(profile === undefined ? [] : [{ fee_profile_id: profile }]),
  ]
  const elsewhere = (await otherSources(context)).map(({ token, chain }) => {
    return { source_currency_code: token, source_currency_chain: chain }
  })
  return [
    ...(await askEach(context, plain, [...alone, ...elsewhere, ...underReturn([additional])])),
    ...(await askTogether(context, plain, [...Object.values(options), ...alone], '61.07')),
  ]
}

/** Quotes that pay to each other chain, whose network fees have types of their own. */
const ofChains = async (context: ScenarioContext): Promise<readonly QuoteSample[]> => {
  const plain = await quoteSubject(context)
  const others = (await otherSources(context)).filter(({ chain }) => isMade(chain))
  const samples = await inTurn(others, async (coin) => {
    const wallet = await walletRecipient(context, plain.customerId, coin.chain)
    return askEach(context, plain, [payingTo(coin, wallet)])
  })
  return samples.flat()
}

const ofPair: Steps<[QuoteSubject], readonly QuoteSample[]> = async (context, pair) => {
  const { source_currency_chain: chain, source_currency_code, destination_currency_code } = pair.query
  const code = codeBeside(source_currency_code, destination_currency_code)
  const alone = [
    { pay_by_reference: 'true' },
    options['policy Return'],
    options['third party'],
    { ...options['rate lock'], external_id: context.session.uuid() },
    ...(typeof chain === 'string' ? [additionalOn(chain, code)] : []),
  ]
  return [
    ...(await askEach(context, pair, [...alone, ...forAmountOut('42.125', [{}])])),
    ...(await askTogether(context, pair, alone, '42.125')),
  ]
}

/** The quotes that are served with each of some changes. */
export async function askEach(
  context: ScenarioContext,
  subject: QuoteSubject,
  all: readonly Changes[],
): Promise<readonly QuoteSample[]> {
  const samples = await inTurn(all, async (changes) =>
    served({ query: changed(subject.query, changes), exchange: await askQuote(context, subject, changes) }),
  )
  return samples.flat()
}

/**
 * The quotes that are served with each of some changes under the policy Return by an exact amount out, and otherwise
 * with each of the two, because a quote that is wrong with one is wrong with both.
 */
const askTogether = async (
  context: ScenarioContext,
  subject: QuoteSubject,
  all: readonly Changes[],
  amount: string,
): Promise<readonly QuoteSample[]> => {
  const samples = await inTurn(all, async (changes) => {
    const returned = underReturn([changes])
    const together = await askEach(context, subject, forAmountOut(amount, returned))
    if (together.length > 0) return together
    return askEach(context, subject, [...returned, ...forAmountOut(amount, [changes])])
  })
  return samples.flat()
}

/** A request with one option, sent once for all rules. */
export async function askOption(context: ScenarioContext, name: OptionName): Promise<Asked> {
  return context.given(`quote with ${name}`, async () => {
    const subject = await quoteSubject(context)
    const changes = changesFor(context, name)
    return { query: changed(subject.query, changes), exchange: await askQuote(context, subject, changes) }
  })
}

const served = (one: Asked): QuoteSample[] =>
  isSuccess(one.exchange) ? [{ ...one, quote: objectBody(one.exchange) }] : []

/** Quotes with options to the accounts of each rail. */
const ofRails = async (
  context: ScenarioContext,
  rails: readonly RailQuote[],
): Promise<readonly QuoteSample[]> => {
  const plain = await quoteSubject(context)
  const batched = { batch_payout: 'true', external_id: context.session.uuid() }
  const samples = await inTurn(
    rails.filter(({ exchange }) => isSuccess(exchange)),
    async ({ query }) => {
      const rail = { ...plain, query }
      return [
        ...(await askEach(context, rail, [byAmountOut, references, batched])),
        ...(await askTogether(context, rail, [{}], '73.21')),
      ]
    },
  )
  return samples.flat()
}

/** Quotes from each fiat currency, of which pairs have the first that is served alone. */
const ofFiat = async (context: ScenarioContext): Promise<readonly QuoteSample[]> => {
  const onramp = await ifPossible(onrampSubject(context))
  const all = otherFiat(context)
  if (!onramp) return []
  return [...(await askEach(context, onramp, all)), ...(await askTogether(context, onramp, all, '61.07'))]
}

/** Quotes that are asked for without a version, or with an empty one, where those are the default version. */
const unversioned = async (context: ScenarioContext): Promise<readonly QuoteSample[]> => {
  if (context.version !== defaultVersion) return []
  const { operation, query, headers = [] } = await quoteSubject(context)
  const asked = await inTurn([[], ['']], async (version) => {
    const exchange = await context.call(operation, { query, headers, version, exactQuery: true })
    return served({ query, exchange })
  })
  return asked.flat()
}

/** Quotes of a business in each flow; those of others are of one customer, by default a person. */
const ofBusiness = async (context: ScenarioContext): Promise<readonly QuoteSample[]> => {
  if (context.session.plan.subjects.customerId !== undefined) return []
  const subject = await quoteSubject(context)
  const samples = await wherePossible(quotedFlows, async (flow) => {
    for (const query of await flowQueries(context, flow, context.version, 'Business')) {
      const own = { ...subject, query }
      const found = await askEach(context, own, [{}])
      if (found.length > 0) return [...found, ...(await askTogether(context, own, [{}], '73.21'))]
    }
    return undefined
  })
  return samples.flat()
}

const collect = async (context: ScenarioContext): Promise<readonly QuoteSample[]> => {
  const plain = await quoteSubject(context)
  const asked = await inTurn(Object.keys(options).filter(isOption), (name) => askOption(context, name))
  const pairs = await otherPairs(context)
  const ofPairs = await inTurn(pairs, (pair) => ofPair(context, pair))
  const rails = await railQuotes(context)
  return [
    ...[plain, ...asked, ...pairs, ...rails].flatMap(served),
    ...ofPairs.flat(),
    ...(await ofOptions(context)),
    ...(await ofChains(context)),
    ...(await ofRails(context, rails)),
    ...(await ofFiat(context)),
    ...(await ofBusiness(context)),
    ...(await unversioned(context)),
  ]
}

/** Quotes of every kind that the service serves, found once. @throws Skip when there are none */
export function quoteSamples(context: ScenarioContext): Promise<readonly QuoteSample[]> {
  return context.given('quote samples', () => collect(context))
}

/** Expects something of a quote, with a pointer into it. */
export type ExpectQuote = (holds: boolean, message: string, pointer?: string) => void

/** The scenario of a rule about every quote that is served. */
export function ofQuotes(
  judge: (sample: QuoteSample, expect: ExpectQuote, context: ScenarioContext) => void,
): Scenario {
  return async (context) => {
    for (const sample of await quoteSamples(context)) {
      const expect: ExpectQuote = (holds, message, pointer) =>
        context.expect(holds, message, sample.exchange, pointer)
      judge(sample, expect, context)
    }
  }
}
