import type { Scenario, ScenarioContext } from '../../../conformance/rules/context.js'
import { answered } from '../../../conformance/model/outcome.js'
import { type Exchange, headerValue } from '../../../conformance/exchange/exchange.js'
import { isSuccess, objectBody, outcomeOf } from '../../../conformance/exchange/reading.js'
import { declaresLimit, expectRefusal } from './refusals.js'
import { askOption, forAmountOut, ofQuotes } from './samples.js'
import { succeeded } from '../../fixtures/steps.js'
import { isTime } from '../../values/checks.js'
import {
  askQuote,
  byAmountOut,
  changed,
  type Changes,
  pairSubjects,
  type QuoteSubject,
} from '../../fixtures/quote.js'

const skewMs = 120_000
const minuteMs = 60_000

type EndName = 'valid_until' | 'rate_lock_valid_until'

/** The lifetime by the service's own clock, in milliseconds; undefined when the field is missing. */
const lifetime = (exchange: Exchange, name: EndName): number | undefined => {
  const until = objectBody(exchange)[name]
  if (typeof until !== 'string' || !isTime(until)) return undefined
  const sent = Date.parse(headerValue(exchange.response.headers, 'date') ?? '') || exchange.sentAt
  return Date.parse(until) - sent
}

const expectEnds = (
  context: ScenarioContext,
  exchange: Exchange,
  minutes: number,
  when: string,
  name: EndName = 'valid_until',
): void => {
  const lasts = lifetime(exchange, name)
  if (!isSuccess(exchange) || lasts === undefined) return
  const message = `${when} the ${name} of a quote lies within ${minutes} minutes; it lies beyond`
  context.expect(lasts <= minutes * minuteMs + skewMs, message, exchange, `/${name}`)
}

/** Where the document limits the parameter, a greater value is refused; otherwise it may be capped. */
export const expiryLimit: Scenario = async (context) => {
  for (const pair of await pairSubjects(context)) {
    await expectLimit(context, pair)
    const byOut = { ...pair, query: changed(pair.query, byAmountOut) }
    if (isSuccess(await askQuote(context, byOut))) await expectLimit(context, byOut)
  }
}

const expectLimit = async (context: ScenarioContext, subject: QuoteSubject): Promise<void> => {
  const longest = answered(await askQuote(context, subject, { expiry_in_hours: '24' }))
  const message = `expiry_in_hours=24 is allowed and was refused: ${outcomeOf(longest)}`
  context.expect(isSuccess(longest), message, longest)
  expectEnds(context, longest, 24 * 60, 'with expiry_in_hours=24')
  for (const beyond of [{ expiry_in_hours: '25' }, { expiry_in_hours: '1000' }]) {
    const exchange = await askQuote(context, subject, beyond)
    if (isSuccess(exchange) && !declaresLimit(context, 'expiry_in_hours', 'maximum')) {
      expectEnds(context, exchange, 24 * 60, 'whatever is asked for,')
    } else expectRefusal(context, exchange, beyond, 'at most 24')
  }
}

/** Hours of expiry by minutes of the rate lock. */
const locks = { 10: '24', 30: '1', 90: '2', 180: '1' } as const

export const expiryWithinLock: Scenario = async (context) => {
  const policy: Changes = { rate_expiry_policy: 'Return', slippage_tolerance_in_bips: undefined }
  for (const subject of await pairSubjects(context))
    for (const [minutes, hours] of Object.entries(locks)) {
      const changes = { ...policy, rate_lock_duration_minutes: minutes, expiry_in_hours: hours }
      const when = `under Return with a rate lock of ${minutes} minutes and expiry_in_hours=${hours}`
      for (const asked of [changes, ...forAmountOut('61.07', [changes])]) {
        const exchange = await askQuote(context, subject, asked)
        expectEnds(context, exchange, Math.min(Number(minutes), Number(hours) * 60), when)
      }
    }
  // Refusing a value longer than the lock is correct too, if such quotes are served at all.
  const { exchange: plain } = await askOption(context, 'policy Return')
  if (context.expectations === 0) succeeded(plain, 'no quote is served under Return')
}

/** `quote/valid-until`: every sample requests at least ten minutes, so that clock differences do not matter. */
export const validUntil: Scenario = ofQuotes(({ exchange, query }, expect, context) => {
  const lasts = lifetime(exchange, 'valid_until')
  if (lasts === undefined) return
  expect(lasts > 0, 'valid_until of a new quote lies in the past', '/valid_until')
  const hours = Number(query['expiry_in_hours'])
  if (hours <= 24) expectEnds(context, exchange, hours * 60, `with expiry_in_hours=${hours}`)
})

/** `quote/lasts`: under Slippage and without a lock nothing but the requested expiry is said to end a quote. */
export const quoteLasts: Scenario = ofQuotes(({ exchange, query }, expect) => {
  const lasts = lifetime(exchange, 'valid_until')
  const hours = Number(query['expiry_in_hours'])
  if (query['rate_lock_duration_minutes'] !== undefined || query['rate_expiry_policy'] !== 'Slippage') return
  if (lasts === undefined || lasts <= 0 || hours > 24) return
  const message = `with expiry_in_hours=${hours} under Slippage the quote ends earlier`
  expect(lasts >= hours * 60 * minuteMs - skewMs, message, '/valid_until')
})

export const quoteRateLock: Scenario = ofQuotes(({ exchange, query }, expect, context) => {
  const minutes = Number(query['rate_lock_duration_minutes'] ?? Number.NaN)
  const lasts = lifetime(exchange, 'rate_lock_valid_until')
  if (Number.isNaN(minutes) || lasts === undefined) return
  expect(lasts > 0, 'the rate of a new quote was locked until a moment in the past', '/rate_lock_valid_until')
  expectEnds(context, exchange, minutes, `with a rate lock of ${minutes} minutes`, 'rate_lock_valid_until')
})
