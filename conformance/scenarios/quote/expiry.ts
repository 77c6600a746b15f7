import type { Scenario, ScenarioContext } from '../../engine/context.js'
import { type Exchange, headerValue } from '../../model/exchange.js'
import { isSuccess, objectBody, outcomeOf } from '../reading.js'
import { declaresLimit, expectRefusal } from './refusals.js'
import { isTime } from '../spec-values.js'
import { askQuote, quoteSubject } from '../subjects/quote.js'

const skewMs = 120_000
const minuteMs = 60_000

/** How long a quote lasts by the service's own clock, in milliseconds; undefined when it does not say. */
const lifetime = (exchange: Exchange): number | undefined => {
  const until = objectBody(exchange)['valid_until']
  if (typeof until !== 'string' || !isTime(until)) return undefined
  const sent = Date.parse(headerValue(exchange.response.headers, 'date') ?? '') || exchange.sentAt
  return Date.parse(until) - sent
}

const expectEnds = (context: ScenarioContext, exchange: Exchange, minutes: number, when: string): void => {
  const lasts = lifetime(exchange)
  if (!isSuccess(exchange) || lasts === undefined) return
  const message = `${when} a quote lasts ${minutes} minutes at most; this one is valid for ${Math.round(lasts / minuteMs)}`
  context.expect(lasts <= minutes * minuteMs + skewMs, message, exchange, '/valid_until')
}

// Where the document limits the parameter, more is refused; elsewhere it may as well be cut to what is allowed.
const expiryLimit: Scenario = async (context) => {
  const subject = await quoteSubject(context)
  const longest = await askQuote(context, subject, { expiry_in_hours: '24' })
  const message = `expiry_in_hours=24 is allowed and was refused: ${outcomeOf(longest)}`
  context.expect(isSuccess(longest), message, longest)
  const beyond = { expiry_in_hours: '25' }
  const exchange = await askQuote(context, subject, beyond)
  if (isSuccess(exchange) && !declaresLimit(context, 'expiry_in_hours', 'maximum')) {
    expectEnds(context, exchange, 24 * 60, 'whatever is asked for,')
  } else expectRefusal(context, exchange, beyond, 'at most 24')
}

const expiryWithinLock: Scenario = async (context) => {
  const lockMinutes = 10
  const exchange = await askQuote(context, await quoteSubject(context), {
    rate_expiry_policy: 'Return',
    slippage_tolerance_in_bips: undefined,
    rate_lock_duration_minutes: String(lockMinutes),
    expiry_in_hours: '24',
  })
  expectEnds(context, exchange, lockMinutes, `under Return with a rate lock of ${lockMinutes} minutes`)
}

/** How long a quote lasts. */
export const quoteExpiryScenarios: Readonly<Record<string, Scenario>> = {
  'quote/expiry-limit': expiryLimit,
  'quote/expiry-within-lock': expiryWithinLock,
}
