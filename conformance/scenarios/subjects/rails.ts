import type { ScenarioContext } from '../../engine/context.js'
import { ifPossible } from '../../engine/outcome.js'
import type { Hint } from '../../engine/sample.js'
import type { Exchange } from '../../model/exchange.js'
import { idIn, isSuccess } from '../reading.js'
import { askQuote, changed, type Query, quoteSubject } from './quote.js'
import { addressId, recipientHint } from './recipient.js'

/** A kind of bank account: what it is paid in, where it is, and how it is identified. */
interface Rail {
  readonly type: string
  readonly currency: string
  readonly country: string
  readonly identifier: Readonly<Record<string, string>>
}

// The routing number, sort code and BIC are published examples; account numbers are made up by the run.
const american = { currency: 'USD', country: 'US', identifier: { routing_number: '021000021' } }
const british = { currency: 'GBP', country: 'GB', identifier: { sort_code: '200415' } }

const rails: readonly Rail[] = [
  { type: 'ACH', ...american },
  { type: 'Wire', ...american },
  { type: 'RTP', ...american },
  { type: 'FEDNOW', ...american },
  { type: 'SWIFT', ...american, identifier: { bic: 'CHASUS33', intermediary_bic: 'DEUTDEFF' } },
  { type: 'CHAPS', ...british },
  { type: 'FPS', ...british },
]

/** Identifiers that break one limit of the table each. */
const broken: Readonly<Record<string, readonly Readonly<Record<string, string>>[]>> = {
  ACH: [
    { routing_number: '02100002' },
    { routing_number: '0210000210' },
    { routing_number: '02100002A' },
    { account_number: '123' },
    { account_number: '123456789012345678' },
    { account_number: '12345-6789' },
  ],
  Wire: [{ routing_number: '02100002' }, { account_number: '123' }],
  RTP: [{ routing_number: '0210000210' }, { account_number: '123' }],
  FEDNOW: [{ routing_number: '02100002' }, { account_number: '123456789012345678' }],
}

/** What was asked for, and the answer. */
export interface RailQuote {
  readonly query: Query
  readonly exchange: Exchange
}

const railHint = (customerId: string, { country, currency, identifier }: Rail): Hint => {
  const plain = recipientHint(customerId, '')
  return (place, schema) => {
    const name = place.at(-1) ?? ''
    if (name === 'code') return place.at(-2)?.endsWith('currency') === true ? currency : country
    return identifier[name] ?? plain(place, schema)
  }
}

const digits = (context: ScenarioContext): string =>
  String(Number.parseInt(context.session.uuid().slice(-8), 16) + 10_000_000).slice(-8)

const register = async (context: ScenarioContext, rail: Rail): Promise<Exchange | undefined> => {
  const operation = context.find('post', '/addresses/fiat')
  if (!operation) return undefined
  const { customerId } = await quoteSubject(context)
  const tags = [rail.type, 'Fiat', 'Individual']
  return context.call(operation, {
    body: context.sampleBody(operation, railHint(customerId, rail), tags),
  })
}

const quoteOf = async (context: ScenarioContext, rail: Rail): Promise<RailQuote | undefined> => {
  const subject = await quoteSubject(context)
  const registered = await register(context, rail)
  const id = registered && isSuccess(registered) ? idIn(registered, addressId) : undefined
  if (id === undefined) return undefined
  const verify = context.find('put', '/sandbox/fiat-verification/{}')
  if (verify) await context.call(verify, { path: [id], body: 'Registered' })
  const changes = {
    destination_currency_code: rail.currency,
    recipient_account_id: id,
    recipient_account: undefined,
  }
  return { query: changed(subject.query, changes), exchange: await askQuote(context, subject, changes) }
}

const withIdentifier = (context: ScenarioContext, rail: Rail, more: Rail['identifier'] = {}): Rail => ({
  ...rail,
  identifier: { account_number: digits(context), ...rail.identifier, ...more },
})

const quotesOf = async (context: ScenarioContext, all: readonly Rail[]): Promise<readonly RailQuote[]> => {
  const quotes: RailQuote[] = []
  for (const rail of all) {
    const quote = await ifPossible(quoteOf(context, rail))
    if (quote) quotes.push(quote)
  }
  return quotes
}

/** Quotes to bank accounts of every kind that the service registers; none where it registers none. */
export function railQuotes(context: ScenarioContext): Promise<readonly RailQuote[]> {
  return quotesOf(
    context,
    rails.map((rail) => withIdentifier(context, rail)),
  )
}

/**
 * Registers an American bank account whose number is as long as asked for, digits and capital letters.
 * @returns the answer; undefined where the service registers no bank accounts
 */
export function registerNumber(
  context: ScenarioContext,
  type: string,
  length: number,
): Promise<Exchange | undefined> {
  const number = `Z${digits(context)}${'A1'.repeat(4)}`.slice(-length)
  return register(context, {
    type,
    ...american,
    identifier: { ...american.identifier, account_number: number },
  })
}

/** Quotes to accounts whose identifiers break a limit; whether these are refused, and where, is open. */
export function brokenRailQuotes(context: ScenarioContext): Promise<readonly RailQuote[]> {
  const all = rails.flatMap((rail) =>
    (broken[rail.type] ?? []).map((more) => withIdentifier(context, rail, more)),
  )
  return quotesOf(context, all)
}
