import type { ScenarioContext } from '../../engine/context.js'
import { ifPossible } from '../../engine/outcome.js'
import type { Exchange } from '../../model/exchange.js'
import { isSuccess, objectBody } from '../reading.js'
import { railQuotes } from '../subjects/rails.js'
import {
  askQuote,
  type Changes,
  changed,
  onrampSubject,
  type Query,
  quoteSubject,
} from '../subjects/quote.js'

/** A served quote: what was asked for, and the answer. */
export interface QuoteSample {
  readonly query: Query
  readonly exchange: Exchange
  readonly quote: Readonly<Record<string, unknown>>
}

/** Requests that differ from the plain one in an option each; a service may refuse some for reasons of its own. */
export const options = {
  'amount out': { amount_in: undefined, amount_out: '73.21' },
  'policy Return': {
    rate_expiry_policy: 'Return',
    slippage_tolerance_in_bips: undefined,
    rate_lock_duration_minutes: '60',
  },
  'rate lock': { rate_lock_duration_minutes: '10' },
  'third party': { is_third_party: 'true' },
  'external id': {},
  'batched payout': { batch_payout: 'true' },
  'pay by reference': { pay_by_reference: 'true' },
  'no batched payout': { batch_payout: 'false' },
  'no pay by reference': { pay_by_reference: 'false' },
} as const satisfies Readonly<Record<string, Changes>>

export type OptionName = keyof typeof options

const isOption = (name: string): name is OptionName => name in options

const changesFor = ({ session }: ScenarioContext, name: OptionName): Changes =>
  name === 'external id' ? { external_id: session.uuid() } : options[name]

/** A request with one option, sent once for all rules. */
export async function askOption(
  context: ScenarioContext,
  name: OptionName,
): Promise<{ readonly query: Query; readonly exchange: Exchange }> {
  return context.once(`quote ${context.version} with ${name}`, async () => {
    const subject = await quoteSubject(context)
    const changes = changesFor(context, name)
    return { query: changed(subject.query, changes), exchange: await askQuote(context, subject, changes) }
  })
}

const served = (one: { readonly query: Query; readonly exchange: Exchange } | undefined): QuoteSample[] =>
  one !== undefined && isSuccess(one.exchange) ? [{ ...one, quote: objectBody(one.exchange) }] : []

const collect = async (context: ScenarioContext): Promise<readonly QuoteSample[]> => {
  const samples = served(await quoteSubject(context))
  for (const name of Object.keys(options).filter(isOption)) {
    samples.push(...served(await askOption(context, name)))
  }
  const onramp = await ifPossible(onrampSubject(context))
  samples.push(...served(onramp))
  if (onramp) {
    const byReference = { pay_by_reference: 'true' }
    const exchange = await askQuote(context, onramp, byReference)
    samples.push(...served({ query: changed(onramp.query, byReference), exchange }))
  }
  for (const one of await railQuotes(context)) samples.push(...served(one))
  return samples
}

/** Quotes of every sort that the service serves under the version at hand, found once. @throws Skip when none is. */
export function quoteSamples(context: ScenarioContext): Promise<readonly QuoteSample[]> {
  return context.once(`quote samples ${context.version}`, () => collect(context))
}
