import { endOfReferences } from '../../../document/index.js'
import type { JsonSchemaObject } from '../../../runtime/surface.js'
import type { Scenario, ScenarioContext } from '../../../conformance/rules/context.js'
import type { Exchange } from '../../../conformance/exchange/exchange.js'
import { askOption, options } from './samples.js'
import { isRefusal, isSuccess } from '../../../conformance/exchange/reading.js'
import { quoteParameters } from '../../tables/parameters.js'
import {
  african,
  askQuote,
  byAmountOut,
  changed,
  type Changes,
  namedSender,
  onrampSubject,
  otherPairs,
  type QuoteSubject,
  quoteSubject,
} from '../../fixtures/quote.js'

const show = (changes: Changes): string =>
  Object.entries(changes)
    .map(([name, value]) => (value === undefined ? `no ${name}` : `${name}=${String(value).slice(0, 40)}`))
    .join(', ')

/** Expects a changed request to be refused with any 4xx. */
export async function expectRefused(
  context: ScenarioContext,
  changes: Changes,
  promise: string,
): Promise<void> {
  const exchange = await askQuote(context, await quoteSubject(context), changes)
  expectRefusal(context, exchange, changes, promise)
}

/** Expects the response to a changed request to be a refusal. */
export function expectRefusal(
  context: ScenarioContext,
  exchange: Exchange,
  changes: Changes,
  promise: string,
): void {
  const message = `${show(changes)} must be refused (${promise}), got ${exchange.response.status}`
  context.expect(isRefusal(exchange), message, exchange)
}

/** True when the served document limits a parameter of the quote. */
export function declaresLimit(
  context: ScenarioContext,
  name: string,
  keyword: keyof JsonSchemaObject,
): boolean {
  const { parameters = [] } = context.find('get', '/autoramps/quote') ?? {}
  const declared = parameters.find((parameter) => parameter.name === name)?.schema
  const schema = endOfReferences(declared, context.under.surface.schemas)
  return typeof schema === 'object' && schema[keyword] !== undefined
}

/** Expects a quote of another pair to be refused with each of some changes; the messages name the pair. */
export async function expectPairRefused(
  context: ScenarioContext,
  subject: QuoteSubject,
  table: readonly Changes[],
  promise: string,
): Promise<void> {
  const { source_currency_code, destination_currency_code } = subject.query
  for (const changes of table) {
    const exchange = await askQuote(context, subject, changes)
    expectRefusal(context, exchange, { source_currency_code, destination_currency_code, ...changes }, promise)
  }
}

const isRequired = 'the parameter is required'

export const missingParameter: Scenario = async (context) => {
  const required = Object.keys(quoteParameters).filter((name) => quoteParameters[name]?.isRequired)
  const table: readonly Changes[] = required.map((name) => ({ [name]: undefined }))
  for (const changes of table) await expectRefused(context, changes, isRequired)
  const isLocked = isSuccess((await askOption(context, 'policy Return')).exchange)
  for (const changes of isLocked ? table : [])
    await expectRefused(context, { ...options['policy Return'], ...changes }, isRequired)
  for (const pair of await otherPairs(context)) {
    const subject = { ...pair, query: changed(pair.query, byAmountOut) }
    if (isSuccess(await askQuote(context, subject)))
      await expectPairRefused(context, subject, table, isRequired)
  }
}

/** `quote/code-length`: a service that truncates input might accept a long code that begins like a valid one. */
export const codeLength: Scenario = async (context) => {
  const { query } = await quoteSubject(context)
  for (const name of ['source_currency_code', 'destination_currency_code']) {
    const good = String(query[name])
    for (const code of ['X'.repeat(33), good.padEnd(33, 'X')])
      for (const amount of [{}, byAmountOut])
        await expectRefused(context, { [name]: code, ...amount }, 'at most 32 characters')
  }
}

const senders = ['sender_account_number', 'sender_mobile_number']

/** Accounts beside an id and senders of crypto are unused: their length is judged if the document limits it. */
export const accountLength: Scenario = async (context) => {
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

/** If a shorter value is accepted, a refusal is due to the length, and 256 characters are allowed. */
export const accountBound: Scenario = async (context) => {
  const subject = await quoteSubject(context)
  for (const name of ['recipient_account', ...senders]) {
    const shorter = await askQuote(context, subject, { [name]: '1'.repeat(200) })
    if (!isSuccess(shorter)) continue
    const exchange = await askQuote(context, subject, { [name]: '1'.repeat(256) })
    const message = `${name} of 200 characters is served, one of 256 is refused`
    context.expect(!isRefusal(exchange), message, exchange)
  }
}

const withoutNumber: Changes = { sender_account_number: undefined, sender_mobile_number: undefined }
const withoutSender: readonly (readonly [Changes, string])[] = [
  [{ sender_bank: undefined }, 'sender_bank is required for an African currency'],
  [withoutNumber, 'one of the sender numbers is required for an African currency'],
]

/**
 * `quote/sender`: only a few currencies are certainly African, and the payment type of a quote is unknown, so only a
 * quote without either number must be refused. A complete one must be served first.
 */
export const quoteSender: Scenario = async (context) => {
  const onramp = await onrampSubject(context)
  for (const code of african) {
    const source = { source_currency_code: code, source_currency_chain: undefined }
    const whole = { ...namedSender(context), ...source, amount_in: '500000' }
    const plain = await askQuote(context, onramp, whole)
    if (!isSuccess(plain)) {
      context.refused ??= plain
      continue
    }
    for (const [missing, promise] of withoutSender) {
      const exchange = await askQuote(context, onramp, { ...whole, ...missing })
      expectRefusal(context, exchange, missing, promise)
    }
  }
}
