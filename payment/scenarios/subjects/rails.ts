import type { ScenarioContext } from '../../../conformance/rules/context.js'
import { ifPossible } from '../../../conformance/model/outcome.js'
import { type Hint, isObject, walk } from '../../../document/index.js'
import type { Exchange } from '../../../conformance/exchange/exchange.js'
import { idIn, isSuccess } from '../../../conformance/exchange/reading.js'
import { askQuote, changed, type Query, quoteSubject } from './quote.js'
import { addressId, freshIban, recipientHint } from './recipient.js'

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
  { type: 'SEPA', currency: 'EUR', country: 'DE', identifier: {} },
  { type: 'ACH', ...american },
  { type: 'Wire', ...american },
  { type: 'RTP', ...american },
  { type: 'FEDNOW', ...american },
  { type: 'SWIFT', ...american, identifier: { bic: 'CHASUS33', intermediary_bic: 'DEUTDEFF' } },
  { type: 'CHAPS', ...british },
  { type: 'FPS', ...british },
]

/** A member of an identifier with another value; without a value it is left out. */
export interface Change {
  readonly member: string
  readonly value?: string
}

const short: readonly Change[] = [
  { member: 'routing_number', value: '02100002' },
  { member: 'account_number', value: '123' },
  { member: 'account_number', value: '123456789012345678' },
  { member: 'routing_number' },
  { member: 'account_number' },
]
const long: readonly Change[] = [
  ...short,
  { member: 'routing_number', value: '0210000210' },
  { member: 'routing_number', value: '02100002A' },
  { member: 'account_number', value: '12345-6789' },
  { member: 'account_number', value: 'abc456789' },
]

/** Changes by which an identifier breaks its table, each in one way. */
const broken: Readonly<Record<string, readonly Change[]>> = {
  SEPA: [{ member: 'iban' }, { member: 'type', value: 'NoSuchNetwork' }],
  ACH: long,
  Wire: short,
  RTP: short,
  FEDNOW: short,
  SWIFT: [{ member: 'bic' }, { member: 'account_number' }],
  CHAPS: [{ member: 'sort_code' }, { member: 'account_number' }],
  FPS: [{ member: 'sort_code' }, { member: 'account_number' }],
}

/** The request for a quote over a rail, and the answer. */
export interface RailQuote {
  readonly query: Query
  readonly exchange: Exchange
}

/** A bank account that was asked to be registered, and the answer. */
export interface Registration {
  readonly type: string
  readonly change?: Change
  readonly exchange: Exchange
}

const railHint = (customerId: string, { country, currency, identifier }: Rail): Hint => {
  const plain = recipientHint(customerId, identifier['iban'] ?? '')
  return (path, schema) => {
    const name = path.at(-1) ?? ''
    if (name === 'code') return path.at(-2)?.endsWith('currency') === true ? currency : country
    return identifier[name] ?? plain(path, schema)
  }
}

const digits = (context: ScenarioContext): string =>
  String(Number.parseInt(context.session.uuid().slice(-8), 16) + 10_000_000).slice(-8)

const identified = (context: ScenarioContext, rail: Rail): Rail => {
  const own = rail.type === 'SEPA' ? { iban: freshIban(context) } : { account_number: digits(context) }
  return { ...rail, identifier: { ...own, ...rail.identifier } }
}

/** Records of other sorts have types too: only that of the bank account is the one meant. */
const isMeant = (name: string, value: unknown, { member }: Change, type: string): boolean =>
  name === member && (member !== 'type' || value === type)

const changedIn = (value: unknown, change: Change, type: string): unknown => {
  if (Array.isArray(value)) return value.map((item) => changedIn(item, change, type))
  if (!isObject(value)) return value
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, inner]) => {
      if (!isMeant(name, inner, change, type)) return [[name, changedIn(inner, change, type)]]
      return change.value === undefined ? [] : [[name, change.value]]
    }),
  )
}

const hasMember = (value: unknown, change: Change, type: string): boolean =>
  walk(value)
    .flatMap(([, node]) => (isObject(node) ? Object.entries(node) : []))
    .some(([name, inner]) => isMeant(name, inner, change, type))

const send = async (
  context: ScenarioContext,
  type: string,
  change?: Change,
): Promise<Registration | undefined> => {
  const operation = context.find('post', '/addresses/fiat')
  const rail = rails.find((one) => one.type === type)
  if (!operation || !rail) return undefined
  const { customerId } = await quoteSubject(context)
  const hint = railHint(customerId, identified(context, rail))
  const body = context.sampleBody(operation, hint, [type, 'Fiat', 'Individual'])
  if (change === undefined) return { type, exchange: await context.call(operation, { body }) }
  if (!hasMember(body, change, type)) return undefined
  const exchange = await context.call(operation, { body: changedIn(body, change, type) })
  return { type, change, exchange }
}

/**
 * Asks once for a bank account of a kind, whole or with one change.
 * @returns what came of it; undefined where the service registers no bank accounts, or has no such member
 */
export function registerBank(
  context: ScenarioContext,
  type: string,
  change?: Change,
): Promise<Registration | undefined> {
  const what = change === undefined ? 'whole' : `${change.member}=${change.value ?? ''}`
  return context.once(`bank account ${context.version} ${type} ${what}`, () => send(context, type, change))
}

const isRegistered = (one: Registration | undefined): one is Registration =>
  one !== undefined && isSuccess(one.exchange)

/** Bank accounts of every kind that the service registers, each whole. */
export async function registeredBanks(context: ScenarioContext): Promise<readonly Registration[]> {
  const found: Registration[] = []
  for (const { type } of rails) {
    const one = await ifPossible(registerBank(context, type))
    if (isRegistered(one)) found.push(one)
  }
  return found
}

/** Attempts to register identifiers that break their table, of the kinds that are registered when whole. */
export async function brokenBanks(context: ScenarioContext): Promise<readonly Registration[]> {
  const tried: Registration[] = []
  for (const { type } of await registeredBanks(context)) {
    for (const change of broken[type] ?? []) {
      const one = await ifPossible(registerBank(context, type, change))
      if (one) tried.push(one)
    }
  }
  return tried
}

const quoteOf = async (
  context: ScenarioContext,
  { type, exchange: registered }: Registration,
): Promise<RailQuote | undefined> => {
  const subject = await quoteSubject(context)
  const id = idIn(registered, addressId)
  const rail = rails.find((one) => one.type === type)
  if (id === undefined || !rail) return undefined
  const verify = context.find('put', '/sandbox/fiat-verification/{}')
  if (verify) await context.call(verify, { path: [id], body: 'Registered' })
  const changes = {
    destination_currency_code: rail.currency,
    recipient_account_id: id,
    recipient_account: undefined,
  }
  return { query: changed(subject.query, changes), exchange: await askQuote(context, subject, changes) }
}

const quotesOf = async (
  context: ScenarioContext,
  all: readonly Registration[],
): Promise<readonly RailQuote[]> => {
  const quotes: RailQuote[] = []
  for (const one of all.filter(isRegistered)) {
    const quote = await ifPossible(quoteOf(context, one))
    if (quote) quotes.push(quote)
  }
  return quotes
}

/** Quotes to bank accounts of every kind that the service registers; none where it registers none. */
export async function railQuotes(context: ScenarioContext): Promise<readonly RailQuote[]> {
  return quotesOf(context, await registeredBanks(context))
}

/** Quotes to accounts whose identifiers break their table, where such are registered at all. */
export async function brokenRailQuotes(context: ScenarioContext): Promise<readonly RailQuote[]> {
  return quotesOf(context, await brokenBanks(context))
}

/** An account number as long as asked for, with digits and capital letters. */
export function accountNumber(context: ScenarioContext, length: number): string {
  return `Z${digits(context)}${'A1'.repeat(4)}`.slice(-length)
}
