import type { Scenario, ScenarioContext } from '../../../conformance/rules/context.js'
import { ifPossible } from '../../../conformance/model/outcome.js'
import type { Exchange } from '../../../conformance/exchange/exchange.js'
import { isSuccess } from '../../../conformance/exchange/reading.js'
import { askQuote, type Changes, onrampSubject, type QuoteSubject, quoteSubject } from '../subjects/quote.js'
import { expectRefusal, expectRefused } from './refusals.js'

/** Values that are none of the type that the table gives a parameter of which every quote has a use. */
const wrongValues: Readonly<Record<string, readonly string[]>> = {
  customer_id: ['not-a-uuid', ''],
  recipient_account_id: ['not-a-uuid'],
  fee_profile_id: ['not-a-uuid'],
  amount_in: ['ten', '1,5', '1.2.3', 'NaN', 'Infinity', '0x64', '100 USDC', '$100', '1,000'],
  slippage_tolerance_in_bips: ['much', '1.2.3', '0,5', '50%'],
  expiry_in_hours: ['soon', '1.5', '1h', ''],
  rate_expiry_policy: ['Never', ''],
  source_currency_chain: ['Dogecoin'],
  is_third_party: ['perhaps', 'yes', ''],
  pay_by_reference: ['perhaps', 'no'],
  batch_payout: ['perhaps', 'no'],
}

const typeTable: readonly Changes[] = [
  ...Object.entries(wrongValues).flatMap(([name, values]) => values.map((value) => ({ [name]: value }))),
  { amount_in: undefined, amount_out: 'ten' },
  { amount_in: undefined, amount_out: '1,5' },
]

const noType = 'the value is not of its type'

/** Asks a quote that has no use of a parameter for a wrong value of it: that may be left out of account. */
const noteUnused = async (context: ScenarioContext, changes: Changes): Promise<void> => {
  const exchange = await askQuote(context, await quoteSubject(context), changes)
  const [name] = Object.keys(changes)
  if (isSuccess(exchange)) context.note(`served: a wrong ${name}, where none is used`)
}

/** A member of an enumeration in other letters: who takes it too breaks nothing for whoever spells it right. */
const noteSpelling = async (
  context: ScenarioContext,
  subject: QuoteSubject,
  changes: Changes,
): Promise<void> => {
  const exchange = await askQuote(context, subject, changes)
  const [name] = Object.keys(changes)
  if (isSuccess(exchange)) context.note(`served: ${name} in another letter case than the enumeration has`)
}

const spellings = async (context: ScenarioContext): Promise<void> => {
  const subject = await quoteSubject(context)
  const chain = { source_currency_chain: subject.source.chain.toLowerCase() }
  for (const changes of [{ rate_expiry_policy: 'return' }, { rate_expiry_policy: 'SLIPPAGE' }, chain])
    await noteSpelling(context, subject, changes)
}

/** A rate is locked for certain under the policy Return, where such a quote is served at all. */
const lockTypes = async (context: ScenarioContext): Promise<void> => {
  const subject = await quoteSubject(context)
  const policy: Changes = { rate_expiry_policy: 'Return', slippage_tolerance_in_bips: undefined }
  const locked = { ...policy, rate_lock_duration_minutes: '60' }
  const isServed = isSuccess(await askQuote(context, subject, locked))
  for (const value of ['long', '1.5', '10m']) {
    const wrong = { rate_lock_duration_minutes: value }
    await noteUnused(context, wrong)
    if (isServed) await expectRefused(context, { ...policy, ...wrong }, noType)
  }
}

/** The chain of a destination is used where that is a crypto currency. */
const destinationTypes = async (context: ScenarioContext): Promise<void> => {
  await noteUnused(context, { destination_currency_chain: 'Dogecoin' })
  const onramp = await ifPossible(onrampSubject(context))
  if (!onramp) return
  const wrong = { destination_currency_chain: 'Dogecoin' }
  const exchange: Exchange = await askQuote(context, onramp, wrong)
  expectRefusal(context, exchange, wrong, noType)
  await noteSpelling(context, onramp, { destination_currency_chain: 'ethereum' })
}

const parameterTypes: Scenario = async (context) => {
  for (const changes of typeTable) await expectRefused(context, changes, noType)
  await lockTypes(context)
  await destinationTypes(context)
  await spellings(context)
}

/** Values of another type than the table gives a parameter of GET /autoramps/quote. */
export const quoteTypeScenarios: Readonly<Record<string, Scenario>> = {
  'quote/parameter-types': parameterTypes,
}
