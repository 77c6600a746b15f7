import type { Scenario, ScenarioContext } from '../../../conformance/rules/context.js'
import type { Exchange } from '../../../conformance/exchange/exchange.js'
import { memberAt } from '../../../document/index.js'
import { isSuccess, objectBody, outcomeOf } from '../../../conformance/exchange/reading.js'
import { type ReferenceLimit, referenceLimits } from '../../tables/parameters.js'
import {
  askQuote,
  byAmountOut,
  onrampSubject,
  otherPairs,
  type QuoteSubject,
  quoteSubject,
} from '../../fixtures/quote.js'
import { askOption, ofQuotes, quoteSamples, references, usualText } from './samples.js'
import { inTurn, type Steps } from '../../fixtures/steps.js'
import { brief } from '../../../reporting/index.js'

const breaksLimit = (name: string, value: unknown): boolean => {
  const limit = referenceLimits[name]
  if (!limit || typeof value !== 'string') return false
  return !limit.pattern.test(value) || value.length < limit.min || value.length > limit.max
}

const isPlain = (limit: ReferenceLimit): boolean => limit.pattern.test('1')

const breaking = (limit: ReferenceLimit): string[] => [
  'a'.repeat(limit.max + 1),
  ...(limit.min > 1 ? ['a'.repeat(limit.min - 1)] : []),
  'abcde_g',
  'abcdef\u00E9',
  'abcdef\n',
  ...(isPlain(limit) ? ['abc#def'] : ['abcdef1', 'abc def']),
]

const expectOwnText = (context: ScenarioContext, exchange: Exchange, name: string): void => {
  const came = objectBody(exchange)[name]
  const message = `${name} of a quote is ${JSON.stringify(came)}, which breaks its limits`
  context.expect(!breaksLimit(name, came), message, exchange, `/${name}`)
}

/** `quote/references`: an invalid value may be refused, truncated or dropped, but a served quote never contains it. */
export const quoteReferences: Scenario = async (context) => {
  const subject = await quoteSubject(context)
  for (const [name, limit] of Object.entries(referenceLimits))
    for (const value of [usualText, ...breaking(limit)]) {
      const exchange = await askQuote(context, subject, { [name]: value })
      if (isSuccess(exchange)) expectOwnText(context, exchange, name)
    }
  await ofQuotes(({ exchange }) => {
    for (const name of Object.keys(referenceLimits)) expectOwnText(context, exchange, name)
  })(context)
}

const carries = (exchange: Exchange, name: string, value: string): boolean =>
  isSuccess(exchange) && objectBody(exchange)[name] === value

/** Valid values at the limits. Four lines of 35 are open, and so are the longest wire messages. */
const allowed = (limit: ReferenceLimit): string[] => [
  'a'.repeat(limit.min),
  ...(limit.hasLines ? [] : ['a'.repeat(limit.max)]),
  ...(isPlain(limit) ? ['A1/-?:().+', 'aB 9 z', '00123456'] : ['abcXYZ']),
]

/** A valid text is returned unchanged, if at all, and only for its own network. */
const expectUnchanged = (context: ScenarioContext, exchange: Exchange, name: string, text: string): void => {
  const body = isSuccess(exchange) ? objectBody(exchange) : {}
  for (const [one, came] of Object.entries(body)) {
    if (!(one in referenceLimits) || typeof came !== 'string' || came === '') continue
    if (one === name) {
      const message = `${name}=${text} is within its limits; the quote carries another text`
      context.expect(came === text, message, exchange, `/${name}`)
    } else if (came === text) context.violate(`a text for ${name} is carried as ${one}`, exchange, `/${one}`)
  }
}

/** Only a reference that the service returns can show its limits. */
const atLimits: Steps<[QuoteSubject, string, ReferenceLimit]> = async (context, subject, name, limit) => {
  const plain = await askQuote(context, subject, { [name]: usualText })
  expectUnchanged(context, plain, name, usualText)
  if (!carries(plain, name, usualText)) return
  for (const value of allowed(limit)) {
    const exchange = await askQuote(context, subject, { [name]: value })
    const what = isSuccess(exchange)
      ? 'the quote carries something else'
      : `it is refused: ${outcomeOf(exchange)}`
    const message = `${name} of ${value.length} characters, ${value.slice(0, 12)}, is within its limits; ${what}`
    context.expect(carries(exchange, name, value), message, exchange, `/${name}`)
  }
}

/** The networks of payouts, each with its reference. */
const ownReferences: Readonly<Record<string, string>> = {
  SEPA: 'sepa_payment_reference',
  ACH: 'ach_payment_reference',
  Wire: 'wire_message',
  SWIFT: 'swift_payment_reference',
  FPS: 'fps_payment_reference',
}

/** References that a quote carries when they are asked for alone. */
const carriedAlone = async (context: ScenarioContext): Promise<readonly string[]> => {
  const subject = await quoteSubject(context)
  const names = await inTurn(Object.keys(referenceLimits), async (name) =>
    carries(await askQuote(context, subject, { [name]: usualText }), name, usualText) ? [name] : [],
  )
  return names.flat()
}

/** A reference that is carried alone is also carried beside others, and for its own network. */
const expectTogether = async (context: ScenarioContext): Promise<void> => {
  const alone = await carriedAlone(context)
  const { query: plain } = await quoteSubject(context)
  for (const { query, quote, exchange } of await quoteSamples(context)) {
    const isPlain = plain['recipient_account_id'] === query['recipient_account_id']
    const own = ownReferences[String(memberAt(quote['recipient_account'], 'account_identifier', 'type'))]
    for (const [name, text] of Object.entries(references)) {
      if (query[name] !== text) continue
      const came = quote[name] ?? undefined
      const isDue = alone.includes(name) && (isPlain || name === own)
      const message = `${name}=${text} was asked for beside other references; the quote carries ${brief(came ?? 'none')}`
      context.expect(came === text || (came === undefined && !isDue), message, exchange, `/${name}`)
    }
  }
}

export const referenceBounds: Scenario = async (context) => {
  const subject = await quoteSubject(context)
  for (const [name, limit] of Object.entries(referenceLimits)) await atLimits(context, subject, name, limit)
  await expectTogether(context)
}

export const batchPayout: Scenario = async (context) => {
  const pairs = await otherPairs(context)
  for (const pair of pairs.length === 0 ? [await onrampSubject(context)] : pairs)
    for (const amount of [{}, byAmountOut]) {
      const exchange = await askQuote(context, pair, { batch_payout: 'true', ...amount })
      const isBatched = isSuccess(exchange) && objectBody(exchange)['batch_payout'] === true
      context.expect(!isBatched, 'batch_payout is true for a crypto destination', exchange, '/batch_payout')
    }
  await ofQuotes(({ quote }, expect) => {
    const isCrypto = memberAt(quote['destination_currency'], 'type') === 'Crypto'
    const message = 'batch_payout is true for a crypto destination, unasked'
    expect(!isCrypto || quote['batch_payout'] !== true, message, '/batch_payout')
  })(context)
}

export const optionSupport: Scenario = async (context) => {
  for (const name of ['batched payout', 'third party', 'policy Return'] as const) {
    const { exchange } = await askOption(context, name)
    context.note(`served: ${exchange.response.status} for a quote with ${name}`)
  }
  const body = objectBody((await quoteSubject(context)).exchange)
  for (const name of ['deposit_account_type', 'rate_lock_valid_until', 'fee_profile_id'])
    context.note(`served: a plain quote ${body[name] === undefined ? 'leaves out' : 'has'} ${name}`)
}
