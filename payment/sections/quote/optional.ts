import type { Scenario, ScenarioContext } from '../../../conformance/rules/context.js'
import { ifPossible } from '../../../conformance/model/outcome.js'
import { isRefusal, isSuccess, isTurnedDown } from '../../../conformance/exchange/reading.js'
import { walk } from '../../../document/index.js'
import { quoteParameters } from '../../tables/parameters.js'
import { askQuote, type Changes, onrampSubject, type Query, quoteSubject } from '../../fixtures/quote.js'
import { fiatRecipient, freshIban } from '../../fixtures/recipient.js'
import { askOption, options } from './samples.js'

/** Parameters whose absence, or whose pairs, are not shown for a quote of crypto for euro. */
const undecided = new Set([
  'amount_in',
  'amount_out',
  'recipient_account_id',
  'slippage_tolerance_in_bips',
  'source_currency_chain',
])

/** Parameters that come together or not at all. */
const together: readonly (readonly string[])[] = [
  ['additional_in_currency_codes', 'additional_in_currency_chains'],
]

/** Parameters that can be left out of a query by themselves: the deprecated recipient only beside the id of one. */
const leftOut = (query: Query): Changes[] => {
  const isSpare = (name: string): boolean =>
    name in query &&
    quoteParameters[name] === false &&
    !undecided.has(name) &&
    (name !== 'recipient_account' || 'recipient_account_id' in query)
  const single = Object.keys(query).filter((name) => isSpare(name) && !together.flat().includes(name))
  const groups = [...single.map((name) => [name]), ...together.filter((names) => names.every(isSpare))]
  return groups.map((names) => Object.fromEntries(names.map((name) => [name, undefined])))
}

/** Options that change nothing by themselves, so that nothing but the option could be refused. */
const harmless = ['external id', 'no batched payout', 'no pay by reference'] as const

/** True where the document has a member for addresses of third parties. */
const namesThirdParties = (context: ScenarioContext): boolean => {
  const operation = context.find('post', '/addresses/fiat')
  const body =
    operation && context.sampleBody(operation, (path) => path.at(-1) === 'is_third_party' || undefined)
  return walk(body).some(([pointer, value]) => pointer.endsWith('/is_third_party') && value === true)
}

// A recipient may be registered as the customer's own, or as somebody else's: one of them is a third party's. Who may
// pay third parties at all is not shown; a service that registers the address of one lets it be paid.
const thirdParty = async (context: ScenarioContext): Promise<void> => {
  const { exchange } = await askOption(context, 'third party')
  if (!isTurnedDown(exchange)) return
  const subject = await quoteSubject(context)
  const iban = freshIban(context)
  const id = namesThirdParties(context)
    ? await ifPossible(fiatRecipient(context, subject.customerId, context.version, iban, true))
    : undefined
  if (id === undefined) {
    context.note(`served: ${exchange.response.status} for a third party`)
    return
  }
  const again = await askQuote(context, subject, { is_third_party: 'true', recipient_account_id: id })
  const message = 'is_third_party may be true; no such quote is served'
  context.expect(!isTurnedDown(again), message, again)
}

/** Whether Slippage can do without its tolerance is open; Return has no use for it. */
const expectWithoutSlippage = async (context: ScenarioContext): Promise<void> => {
  const { exchange } = await askOption(context, 'policy Return')
  if (!isTurnedDown(exchange)) return
  const subject = await quoteSubject(context)
  const withIt = { ...options['policy Return'], slippage_tolerance_in_bips: '50' }
  const message = 'slippage_tolerance_in_bips is optional; under Return no quote is served without it'
  context.expect(!isSuccess(await askQuote(context, subject, withIt)), message, exchange)
}

/** A quote of fiat for crypto is served with what changes nothing as well. */
const expectHarmlessForFiat = async (context: ScenarioContext): Promise<void> => {
  const onramp = await ifPossible(onrampSubject(context))
  for (const changes of onramp
    ? [{ external_id: context.session.uuid() }, { pay_by_reference: 'false' }]
    : []) {
    const exchange = onramp && (await askQuote(context, onramp, changes))
    const message = `a quote of fiat with ${Object.keys(changes).join()} is refused, and without it served`
    if (exchange) context.expect(!isTurnedDown(exchange), message, exchange)
  }
}

/** `quote/optional-parameters`. */
export const optionalParameters: Scenario = async (context) => {
  const subject = await quoteSubject(context)
  for (const changes of leftOut(subject.query)) {
    const exchange = await askQuote(context, subject, changes)
    const names = Object.keys(changes).join(' and ')
    context.expect(!isRefusal(exchange), `${names} is optional; without it no quote is served`, exchange)
  }
  for (const name of harmless) {
    const { exchange } = await askOption(context, name)
    const message = `a quote with ${name} is refused, and without it served: ${exchange.response.status}`
    context.expect(!isRefusal(exchange), message, exchange)
  }
  await expectWithoutSlippage(context)
  await expectHarmlessForFiat(context)
  await thirdParty(context)
}
