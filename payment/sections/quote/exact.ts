import { Big } from '#bundled/big.js'
import type { Scenario, ScenarioContext } from '../../../conformance/rules/context.js'
import { Inconclusive } from '../../../conformance/model/outcome.js'
import { memberAt } from '../../../document/index.js'
import { isSuccess, isTurnedDown, objectBody, sameDecimal } from '../../../conformance/exchange/reading.js'
import { inTurn, noneServed } from '../../fixtures/steps.js'
import { type Exchange, headerValue } from '../../../conformance/exchange/exchange.js'
import { askQuote, type Changes, otherPairs, quoteSubject } from '../../fixtures/quote.js'
import { askEach, ofQuotes, quoteSamples } from './samples.js'

type Side = 'amount_in' | 'amount_out'

/** Amounts that show any rounding, within the decimals of the currency; a service may have limits. */
const amounts: Readonly<Record<Side, readonly string[]>> = {
  amount_in: ['12.34', '73.21', '100.10', '250.000001', '98765432.123457', '5000'],
  amount_out: ['73.21', '100.10', '99.99', '7654321.07', '5000'],
}

const amountAlone = (side: Side, amount: string): Changes => {
  return { amount_in: undefined, amount_out: undefined, [side]: amount }
}

/** Amounts beside a served whole one. A service may have limits: a violation needs refusals above and below. */
const expectDecimals = async (context: ScenarioContext, side: Side, whole: string): Promise<void> => {
  const subject = await quoteSubject(context)
  for (const amount of [new Big(whole).plus('0.5'), new Big(whole).minus('0.5')]) {
    const exchange = await askQuote(context, subject, amountAlone(side, amount.toFixed(2)))
    if (!isTurnedDown(exchange)) return
  }
  const exchange = await askQuote(context, subject, amountAlone(side, whole))
  const message = `${side} is a decimal: ${whole} is served, and half a unit more or less is refused`
  context.expect(!isSuccess(exchange), message, exchange)
}

const isWhole = (amount: unknown): amount is string => typeof amount === 'string' && /^\d+$/.test(amount)

/** Expects the amount that was asked for; one that is missing or malformed is a finding of the rules about fields. */
const expectAmount = (context: ScenarioContext, exchange: Exchange, side: Side, asked: unknown): void => {
  const came = memberAt(objectBody(exchange), side, 'amount')
  if (!isSuccess(exchange) || typeof asked !== 'string' || typeof came !== 'string') return
  const message = `${side}=${asked} was asked for; the quote states ${came.slice(0, 40)}`
  context.expect(sameDecimal(came, asked), message, exchange, `/${side}/amount`)
}

/** The scenario of a rule that one amount is exact. */
export function expectExact(side: Side): Scenario {
  return async (context) => {
    const subject = await quoteSubject(context)
    let refused: Exchange | undefined
    const served: string[] = []
    for (const amount of amounts[side]) {
      const exchange = await askQuote(context, subject, amountAlone(side, amount))
      if (isSuccess(exchange)) served.push(amount)
      else refused ??= exchange
      expectAmount(context, exchange, side, amount)
    }
    const isJudged = context.expectations > 0
    const whole = [...served, subject.query[side]].find(isWhole)
    if (served.every(isWhole) && whole !== undefined) await expectDecimals(context, side, whole)
    await expectSamples(context, side)
    if (isJudged) return
    if (served.length === 0 && refused) throw noneServed(`a quote for ${side} alone is not served`, refused)
    throw new Inconclusive(`${side} of no quote is an amount; see quote/amounts`)
  }
}

/** Expects exact amounts in quotes with options, and in quotes of other pairs, in the decimals of their currencies. */
const expectSamples = async (context: ScenarioContext, side: Side): Promise<void> => {
  const chain = side === 'amount_in' ? 'source_currency_chain' : 'destination_currency_chain'
  const more = await inTurn(await otherPairs(context), (pair) => {
    const all = [chain in pair.query ? '37.190123' : '37.19', '100.10']
    const changes = all.map((amount) => amountAlone(side, amount))
    return askEach(context, pair, changes)
  })
  for (const { query, exchange } of [...(await quoteSamples(context)), ...more.flat()])
    expectAmount(context, exchange, side, query[side])
}

export const quoteContentType: Scenario = ofQuotes(({ exchange }, expect) => {
  const value = headerValue(exchange.response.headers, 'content-type') ?? ''
  const [type, ...parameters] = value.split(';').map((part) => part.trim().toLowerCase())
  const charset = parameters.find((one) => one.startsWith('charset='))?.replaceAll(/^charset=|"/g, '')
  const isRight = type === 'application/json' && (charset ?? 'utf-8') === 'utf-8'
  expect(isRight, `expected application/json; charset=utf-8, got ${value === '' ? 'none' : value}`)
})

export const amountPair: Scenario = async (context) => {
  const subject = await quoteSubject(context)
  const pairs = {
    'both amounts': { amount_in: '100', amount_out: '90' },
    'neither amount': { amount_in: undefined, amount_out: undefined },
  }
  for (const [what, changes] of Object.entries(pairs)) {
    const { response } = await askQuote(context, subject, changes)
    context.note(`served: ${response.status} for a quote with ${what}`)
  }
}

const decimalOf = (root: unknown, ...names: readonly string[]): Big =>
  new Big(String(memberAt(root, ...names)))

/** The deviation of amount_out from amount_in by rate and fees, in a word. */
const reconciled = (quote: Readonly<Record<string, unknown>>): string => {
  try {
    const paid = decimalOf(quote, 'amount_in', 'amount')
    const taken = decimalOf(quote, 'fee', 'transaction_fee', 'amount')
    const due = paid.minus(taken).times(decimalOf(quote, 'rate'))
    const gap = due.minus(decimalOf(quote, 'amount_out', 'amount')).abs()
    return gap.lt('0.02') ? 'gives' : 'does not give'
  } catch {
    return 'cannot be compared with'
  }
}

export const quoteArithmetic: Scenario = ofQuotes(({ quote }, _, context) =>
  context.note(`served: amount_in less fee.transaction_fee, times rate, ${reconciled(quote)} amount_out`),
)
