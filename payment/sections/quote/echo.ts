import type { Scenario, ScenarioContext } from '../../../conformance/rules/context.js'
import { ifPossible } from '../../../conformance/model/outcome.js'
import type { ParameterValue } from '../../../conformance/rules/request.js'
import type { Exchange } from '../../../conformance/exchange/exchange.js'
import { memberAt, isObject } from '../../../document/index.js'
import { isSuccess, objectBody, sameDecimal } from '../../../conformance/exchange/reading.js'
import { isDecimal, isText } from '../../values/checks.js'
import { enumerations } from '../../tables/enumerations.js'
import { askQuote, onrampSubject, otherPairs, type Query, quoteSubject } from '../../fixtures/quote.js'
import { otherFeeProfile } from '../../fixtures/fee-profile.js'
import { inTurn, succeeded } from '../../fixtures/steps.js'
import { askEach, type ExpectQuote, ofQuotes, options, type QuoteSample } from './samples.js'

type Same = (came: unknown, asked: ParameterValue) => boolean

// A value of another type is a finding of the rules about fields, so it is not compared.
const exactly: Same = (came, asked) => typeof came !== 'string' || came === asked
const truth: Same = (came, asked) => typeof came !== 'boolean' || came === (asked === 'true')
const decimal: Same = (came, asked) => !isDecimal(came) || sameDecimal(came, asked)
const policy: Same = (came, asked) => (came !== 'Return' && came !== 'Slippage') || came === asked
const anyCase: Same = (came, asked) =>
  typeof came !== 'string' || came.toLowerCase() === String(asked).toLowerCase()

const currencyMatches = (currency: unknown, query: Query, side: string): boolean => {
  const [code, chain] = [query[`${side}_currency_code`], query[`${side}_currency_chain`]]
  const name = memberAt(currency, memberAt(currency, 'type') === 'Fiat' ? 'code' : 'token')
  const home = memberAt(currency, 'blockchain')
  const isNamed = code !== undefined && anyCase(name, code)
  return isNamed && (chain === undefined || !isChain(home) || anyCase(home, chain))
}

const isChain = (value: unknown): boolean => enumerations.Blockchain.some((chain) => chain === value)

/** A currency that can be compared, whatever else is wrong with it: `quote/currencies` judges its fields. */
const isCurrency = (value: unknown): boolean => {
  const names = { Fiat: ['code'], Crypto: ['token', 'blockchain'] }[String(memberAt(value, 'type'))]
  return names?.every((name) => isText(memberAt(value, name))) === true
}

const sameCurrency = (one: unknown, other: unknown): boolean => {
  const names = ['type', 'code', 'token', ...(isChain(memberAt(other, 'blockchain')) ? ['blockchain'] : [])]
  return names.every((name) => memberAt(one, name) === memberAt(other, name))
}

/** Required fields that repeat the request. */
const repeated: Readonly<Record<string, Same>> = {
  customer_id: anyCase,
  rate_expiry_policy: policy,
  is_third_party: truth,
}

/** Optional fields that repeat the request, if present. */
const repeatedIfThere: Readonly<Record<string, Same>> = {
  external_id: exactly,
  slippage_tolerance_in_bips: decimal,
  fee_profile_id: anyCase,
  batch_payout: truth,
  pay_by_reference: truth,
}

const expectEcho = (all: Readonly<Record<string, Same>>, one: QuoteSample, expect: ExpectQuote): void => {
  for (const [name, same] of Object.entries(all)) {
    const [came, asked] = [one.quote[name] ?? undefined, one.query[name]]
    if (asked !== undefined && came !== undefined)
      expect(same(came, asked), `${name} of a quote is another than the one asked for`, `/${name}`)
  }
}

export const quoteEcho: Scenario = ofQuotes((sample, expect) => {
  const { quote, query } = sample
  expectEcho(repeated, sample, expect)
  for (const side of ['source', 'destination']) {
    const message = `${side}_currency of a quote is another than the one asked for`
    const currency = quote[`${side}_currency`]
    const holds = !isObject(currency) || currencyMatches(currency, query, side)
    expect(holds, message, `/${side}_currency`)
  }
})

/** `quote/optional-echo`: an optional field may be missing; if present, it has the requested value. */
export const optionalEcho: Scenario = ofQuotes((sample, expect) =>
  expectEcho(repeatedIfThere, sample, expect),
)

const expectProfile = (context: ScenarioContext, exchange: Exchange, id: string): void => {
  const came = objectBody(exchange)['fee_profile_id']
  const message = 'a fee profile was asked for; the quote names another, or none, which means the default one'
  const isNamed = came !== undefined && came !== null && anyCase(came, id)
  context.expect(isNamed, message, exchange, '/fee_profile_id')
}

export const feeProfile: Scenario = async (context) => {
  const id = await otherFeeProfile(context)
  const subject = await quoteSubject(context)
  const exchange = await askQuote(context, subject, { fee_profile_id: id })
  succeeded(exchange, 'no quote is served for a fee profile of the list')
  expectProfile(context, exchange, id)
  const asked = { fee_profile_id: id }
  const own = await askEach(context, subject, [
    { ...options['policy Return'], ...asked },
    { ...options['amount out'], ...asked },
  ])
  const others = await inTurn(await otherPairs(context), (pair) => askEach(context, pair, [asked]))
  for (const one of [...own, ...others.flat()]) expectProfile(context, one.exchange, id)
}

const sides = { amount_in: 'source_currency', amount_out: 'destination_currency' } as const

export const amountCurrencies: Scenario = ofQuotes(({ quote }, expect) => {
  for (const [amount, currency] of Object.entries(sides)) {
    const [came, due] = [memberAt(quote[amount], 'currency'), quote[currency]]
    // Values that are not currencies are not compared.
    if (isCurrency(came) && isCurrency(due))
      expect(sameCurrency(came, due), `${amount} is not in ${currency}`, `/${amount}/currency`)
  }
})

const unaskedReference = ofQuotes(({ quote, query }, expect) => {
  const holds = query['pay_by_reference'] !== undefined || quote['pay_by_reference'] !== true
  expect(holds, 'pay_by_reference is false unless it is asked for; the quote says true', '/pay_by_reference')
})

// Absent means false by default, so a fiat quote requested with a reference must have true.
export const payByReference: Scenario = async (context) => {
  await unaskedReference(context)
  const onramp = await ifPossible(onrampSubject(context))
  const exchange = onramp && (await askQuote(context, onramp, { pay_by_reference: 'true' }))
  if (!exchange || !isSuccess(exchange)) return
  const came = objectBody(exchange)['pay_by_reference']
  const message = 'pay_by_reference was asked for; the quote says false, or nothing, which means false'
  const isSaid = came !== undefined && came !== null && came !== false
  context.expect(isSaid, message, exchange, '/pay_by_reference')
}
