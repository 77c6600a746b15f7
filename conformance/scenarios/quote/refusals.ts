import type { JsonSchemaObject } from '../../../runtime/json-schema.js'
import type { Scenario, ScenarioContext } from '../../engine/context.js'
import type { Exchange } from '../../model/exchange.js'
import { ifPossible } from '../../engine/outcome.js'
import { isRefusal, isSuccess, isTurnedDown, walk } from '../reading.js'
import { followReferences } from '../schema-shape.js'
import { quoteParameters } from '../spec-table.js'
import { askQuote, type Changes, type Query, quoteSubject } from '../subjects/quote.js'
import { fiatRecipient, freshIban } from '../subjects/recipient.js'
import { askOption } from './samples.js'

const show = (changes: Changes): string =>
  Object.entries(changes)
    .map(([name, value]) => (value === undefined ? `no ${name}` : `${name}=${String(value).slice(0, 40)}`))
    .join(', ')

/** A changed request must not be served; anything from 400 to 499 refuses it. */
export async function expectRefused(
  context: ScenarioContext,
  changes: Changes,
  promise: string,
): Promise<void> {
  const exchange = await askQuote(context, await quoteSubject(context), changes)
  expectRefusal(context, exchange, changes, promise)
}

/** Holds the answer to a changed request against the promise that it is refused. */
export function expectRefusal(
  context: ScenarioContext,
  exchange: Exchange,
  changes: Changes,
  promise: string,
): void {
  const message = `${show(changes)} is due a refusal (${promise}); ${exchange.response.status} came`
  context.expect(isRefusal(exchange), message, exchange)
}

/** True when the served document itself gives a parameter of the quote a limit. */
export function declaresLimit(
  context: ScenarioContext,
  name: string,
  keyword: keyof JsonSchemaObject,
): boolean {
  const { parameters = [] } = context.find('get', '/autoramps/quote') ?? {}
  const declared = parameters.find((parameter) => parameter.name === name)?.schema
  const schema = followReferences(declared, context.under.surface.schemas)
  return typeof schema === 'object' && schema[keyword] !== undefined
}

const refusals =
  (promise: string, table: readonly Changes[]): Scenario =>
  async (context) => {
    for (const changes of table) await expectRefused(context, changes, promise)
  }

const missingParameter = refusals(
  'the parameter is required',
  Object.entries(quoteParameters)
    .filter(([, required]) => required)
    .map(([name]) => ({ [name]: undefined })),
)

// A code that begins like a good one could be taken for it by a service that cuts what it gets.
const codeLength: Scenario = async (context) => {
  const { query } = await quoteSubject(context)
  for (const name of ['source_currency_code', 'destination_currency_code']) {
    const good = String(query[name])
    for (const code of ['X'.repeat(33), good.padEnd(33, 'X')]) {
      await expectRefused(context, { [name]: code }, 'at most 32 characters')
    }
  }
}

const senders = ['sender_account_number', 'sender_mobile_number']

// An account beside the id of one is not used, and neither is a sender where the source is crypto: there the length
// need not be looked at unless the document limits it.
const accountLength: Scenario = async (context) => {
  const longAccount = '1'.repeat(257)
  const promise = 'at most 256 characters'
  const isLimited = (name: string): boolean => declaresLimit(context, name, 'maxLength')
  const alone = isLimited('recipient_account') ? {} : { recipient_account_id: undefined }
  await expectRefused(context, { ...alone, recipient_account: longAccount }, promise)
  const subject = await quoteSubject(context)
  for (const name of senders) {
    const exchange = await askQuote(context, subject, { [name]: longAccount })
    if (isLimited(name)) expectRefusal(context, exchange, { [name]: longAccount }, promise)
    else if (isSuccess(exchange)) context.note(`served: a ${name} of 257 characters, where none is used`)
  }
}

// Where one character less is taken, a refusal is about the length alone, and 256 characters are allowed.
const accountBound: Scenario = async (context) => {
  const subject = await quoteSubject(context)
  const names = 'recipient_account_id' in subject.query ? ['recipient_account', ...senders] : senders
  for (const name of names) {
    const shorter = await askQuote(context, subject, { [name]: '1'.repeat(200) })
    if (!isSuccess(shorter)) continue
    const exchange = await askQuote(context, subject, { [name]: '1'.repeat(256) })
    const message = `${name} of 200 characters is served, one of 256 is refused`
    context.expect(!isRefusal(exchange), message, exchange)
  }
}

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

/** What can be left out of a query by itself: the deprecated recipient only beside the id of one. */
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

/** True where the document has a place to say that an address is a third party's. */
const namesThirdParties = (context: ScenarioContext): boolean => {
  const operation = context.find('post', '/addresses/fiat')
  const body =
    operation && context.sampleBody(operation, (place) => place.at(-1) === 'is_third_party' || undefined)
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

const optionalParameters: Scenario = async (context) => {
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
  await thirdParty(context)
}

/** What GET /autoramps/quote must refuse: missing parameters and values that are too long. */
export const quoteRefusalScenarios: Readonly<Record<string, Scenario>> = {
  'quote/missing-parameter': missingParameter,
  'quote/code-length': codeLength,
  'quote/account-length': accountLength,
  'quote/account-bound': accountBound,
  'quote/optional-parameters': optionalParameters,
}
