import type { Scenario, ScenarioContext } from '../../../conformance/rules/context.js'
import { ifPossible } from '../../../conformance/model/outcome.js'
import type { Exchange } from '../../../conformance/exchange/exchange.js'
import { isSuccess, objectBody } from '../../../conformance/exchange/reading.js'
import { otherFeeProfile } from '../../fixtures/fee-profile.js'
import { coins } from '../../fixtures/currencies.js'
import { railQuotes } from '../../fixtures/rails.js'
import { inTurn } from '../../fixtures/steps.js'
import { referenceLimits } from '../../tables/parameters.js'
import {
  additionalOn,
  askQuote,
  changed,
  type Changes,
  otherPairs,
  type Query,
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

const references: Changes = Object.fromEntries(Object.keys(referenceLimits).map((name) => [name, usualText]))

/** Options that depend on data of the service; it may refuse each of them. */
const found = async (context: ScenarioContext): Promise<readonly Changes[]> => {
  const { source } = await quoteSubject(context)
  const additional = additionalOn(source.chain, codeBeside(source.token))
  const profile = await ifPossible(otherFeeProfile(context))
  const alone = [
    additional,
    { external_id: `Rampart ${context.session.uuid()}` },
    { ...options['policy Return'], ...additional },
    references,
    ...(profile === undefined ? [] : [{ fee_profile_id: profile }]),
  ]
  const all = [...Object.values(options), ...alone]
  const chains = new Map((await coins(context)).map(({ token, chain }) => [chain, token]))
  chains.delete(source.chain)
  const elsewhere = [...chains].map(([source_currency_chain, source_currency_code]) => {
    return { source_currency_code, source_currency_chain }
  })
  const returned = underReturn(all)
  return [...alone, ...elsewhere, ...forAmountOut('61.07', [...all, ...returned]), ...returned]
}

const pairOptions = ({ session }: ScenarioContext, { query }: QuoteSubject): readonly Changes[] => {
  const { source_currency_chain: chain, source_currency_code, destination_currency_code } = query
  const code = codeBeside(source_currency_code, destination_currency_code)
  const alone = [
    { pay_by_reference: 'true' },
    options['policy Return'],
    options['third party'],
    { ...options['rate lock'], external_id: session.uuid() },
    ...(typeof chain === 'string' ? [additionalOn(chain, code)] : []),
  ]
  const returned = underReturn(alone)
  return [...alone, ...returned, ...forAmountOut('42.125', [{}, ...alone, ...returned])]
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

const collect = async (context: ScenarioContext): Promise<readonly QuoteSample[]> => {
  const plain = await quoteSubject(context)
  const asked = await inTurn(Object.keys(options).filter(isOption), (name) => askOption(context, name))
  const pairs = await otherPairs(context)
  const ofPairs = await inTurn(pairs, (pair) => askEach(context, pair, pairOptions(context, pair)))
  const ofOptions = await askEach(context, plain, await found(context))
  const ofRails = await railQuotes(context)
  return [...[plain, ...asked, ...pairs, ...ofRails].flatMap(served), ...ofPairs.flat(), ...ofOptions]
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
