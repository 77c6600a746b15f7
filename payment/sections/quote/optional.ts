import type { Scenario, ScenarioContext } from '../../../conformance/rules/context.js'
import { ifPossible } from '../../../conformance/model/outcome.js'
import { isRefusal, isSuccess, isTurnedDown } from '../../../conformance/exchange/reading.js'
import { groupedBy, walk } from '../../../document/index.js'
import { quoteParameters } from '../../tables/parameters.js'
import {
  askQuote,
  type Changes,
  everyOption,
  otherPairs,
  pairQueries,
  type Query,
  type QuoteSubject,
  quoteSubject,
} from '../../fixtures/quote.js'
import { fiatRecipient, freshIban } from '../../fixtures/recipient.js'
import { railQuotes } from '../../fixtures/rails.js'
import { findLike } from '../../fixtures/routes.js'
import { inTurn } from '../../fixtures/steps.js'
import { askOption, options } from './samples.js'

/** Parameters that the specification does not clearly make optional for a quote from crypto to euro. */
const undecided = new Set([
  'amount_in',
  'amount_out',
  'recipient_account_id',
  'slippage_tolerance_in_bips',
  'source_currency_chain',
])

const additional = /^additional_in_currency_/

/** Parameters that can be removed; the deprecated recipient only beside a recipient's id, two of them only together. */
const leftOut = (query: Query): Changes[] => {
  const spare = Object.keys(query)
    .filter((name) => quoteParameters[name] && !quoteParameters[name].isRequired && !undecided.has(name))
    .filter((name) => name !== 'recipient_account' || 'recipient_account_id' in query)
  const groups = groupedBy(spare, (name) => (additional.test(name) ? 'additional' : name))
  return [...groups.values()].map((names) => Object.fromEntries(names.map((name) => [name, undefined])))
}

/** Headers that the document has as optional are optional. */
const expectWithoutHeaders = async (context: ScenarioContext, subject: QuoteSubject): Promise<void> => {
  const { headers = [] } = subject
  for (const [name] of headers) {
    const others = headers.filter(([other]) => other !== name)
    const exchange = await askQuote(context, { ...subject, headers: others })
    const message = `the header ${name} is optional by the document; without it no quote is served`
    context.expect(!isTurnedDown(exchange), message, exchange)
  }
}

/** Options without an effect, so that only the option itself can be refused. */
const harmless = ['external id', 'no batched payout', 'no pay by reference'] as const

const namesThirdParties = (context: ScenarioContext): boolean => {
  const operation = findLike(context, 'post', '/addresses/fiat')
  const body =
    operation && context.sampleBody(operation, (path) => path.at(-1) === 'is_third_party' || undefined)
  return walk(body).some(([pointer, value]) => pointer.endsWith('/is_third_party') && value === true)
}

// Either the customer's own address or a third party's must be payable with the option. Who may pay third parties is
// not shown, but a service that registers such an address allows payments to it.
const thirdParty = async (context: ScenarioContext): Promise<void> => {
  const { exchange } = await askOption(context, 'third party')
  if (!isTurnedDown(exchange)) return
  const subject = await quoteSubject(context)
  const iban = freshIban(context)
  const registering = () => fiatRecipient(context, subject.customerId, context.version, iban, true)
  const id = namesThirdParties(context) ? await ifPossible(registering()) : undefined
  if (id === undefined) return context.note(`served: ${exchange.response.status} for a third party`)
  const again = await askQuote(context, subject, { is_third_party: 'true', recipient_account_id: id })
  context.expect(!isTurnedDown(again), 'is_third_party may be true; no such quote is served', again)
}

/** Whether Slippage requires a tolerance is open; Return does not use one. */
const expectWithoutSlippage = async (context: ScenarioContext): Promise<void> => {
  const { exchange } = await askOption(context, 'policy Return')
  if (!isTurnedDown(exchange)) return
  const subject = await quoteSubject(context)
  const withIt = { ...options['policy Return'], slippage_tolerance_in_bips: '50' }
  const message = 'slippage_tolerance_in_bips is optional; under Return no quote is served without it'
  context.expect(!isSuccess(await askQuote(context, subject, withIt)), message, exchange)
}

/** Quotes of other pairs are served with options without an effect too. */
const expectHarmless = async (context: ScenarioContext, pair: QuoteSubject): Promise<void> => {
  for (const changes of [{ external_id: context.session.uuid() }, { pay_by_reference: 'false' }]) {
    const exchange = await askQuote(context, pair, changes)
    const [name] = Object.keys(changes)
    const message = `a quote for ${String(pair.query['source_currency_code'])} with ${name} is refused; without it one is served`
    context.expect(!isTurnedDown(exchange), message, exchange)
  }
}

/** Requests of other pairs and to accounts of other rails, without options. */
const plainQueries = async (context: ScenarioContext): Promise<readonly Query[]> => {
  const rails = (await ifPossible(railQuotes(context))) ?? []
  return [...(await pairQueries(context)), ...rails.map(({ query }) => query)]
}

/** No pair and no rail needs an option: what is served with all of them is served without. */
const expectWithoutOptions = async (context: ScenarioContext): Promise<void> => {
  const subject = await quoteSubject(context)
  const all = everyOption(context)
  for (const query of await plainQueries(context)) {
    const plain = { ...subject, query }
    const exchange = await askQuote(context, plain)
    if (!isTurnedDown(exchange) || !isSuccess(await askQuote(context, plain, all))) continue
    const alone = await inTurn(Object.entries(all), async ([name, value]) =>
      isSuccess(await askQuote(context, plain, { [name]: value })) ? [name] : [],
    )
    const names = alone.flat().join(', ') || 'any of the others'
    const pair = `${String(query['source_currency_code'])} to ${String(query['destination_currency_code'])}`
    context.violate(`${names} is optional; from ${pair} no quote is served without it`, exchange)
  }
}

export const optionalParameters: Scenario = async (context) => {
  const subject = await quoteSubject(context)
  for (const changes of leftOut(subject.query)) {
    const exchange = await askQuote(context, subject, changes)
    const names = Object.keys(changes).join(' and ')
    context.expect(!isRefusal(exchange), `${names} is optional; without it no quote is served`, exchange)
  }
  for (const name of harmless) {
    const { exchange } = await askOption(context, name)
    const message = `a quote with ${name} is refused with ${exchange.response.status}; without it one is served`
    context.expect(!isRefusal(exchange), message, exchange)
  }
  await expectWithoutHeaders(context, subject)
  await expectWithoutSlippage(context)
  for (const pair of await otherPairs(context)) await expectHarmless(context, pair)
  await ifPossible(expectWithoutOptions(context))
  await thirdParty(context)
}
