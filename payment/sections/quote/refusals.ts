import { endOfReferences } from '../../../document/index.js'
import type { JsonSchemaObject } from '../../../runtime/json-schema.js'
import type { Scenario, ScenarioContext } from '../../../conformance/rules/context.js'
import type { Exchange } from '../../../conformance/exchange/exchange.js'
import { ifPossible } from '../../../conformance/model/outcome.js'
import { isRefusal, isSuccess } from '../../../conformance/exchange/reading.js'
import { quoteParameters } from '../../tables/parameters.js'
import { askQuote, type Changes, onrampSubject, quoteSubject } from '../../fixtures/quote.js'

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
  const schema = endOfReferences(declared, context.under.surface.schemas)
  return typeof schema === 'object' && schema[keyword] !== undefined
}

const isRequired = 'the parameter is required'
const requiredOnes = Object.entries(quoteParameters).filter(([, required]) => required)

/** `quote/missing-parameter`. */
export const missingParameter: Scenario = async (context) => {
  const table = requiredOnes.map(([name]) => ({ [name]: undefined }))
  for (const changes of table) await expectRefused(context, changes, isRequired)
  const onramp = await ifPossible(onrampSubject(context))
  const byAmountOut: Changes = { amount_in: undefined, amount_out: '42.125' }
  if (!onramp || !isSuccess(await askQuote(context, onramp, byAmountOut))) return
  for (const changes of table) {
    const exchange = await askQuote(context, onramp, { ...byAmountOut, ...changes })
    expectRefusal(context, exchange, { source_currency_code: 'USD', ...changes }, isRequired)
  }
}

/** `quote/code-length`: a code that begins like a good one could be taken for it by a service that cuts what it gets. */
export const codeLength: Scenario = async (context) => {
  const { query } = await quoteSubject(context)
  for (const name of ['source_currency_code', 'destination_currency_code']) {
    const good = String(query[name])
    for (const code of ['X'.repeat(33), good.padEnd(33, 'X')]) {
      await expectRefused(context, { [name]: code }, 'at most 32 characters')
    }
  }
}

const senders = ['sender_account_number', 'sender_mobile_number']

/** `quote/account-length`: an account beside the id of one is not used, and neither is a sender where the source is crypto: there the length need not be looked at unless the document limits it. */
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

/** `quote/account-bound`: where one character less is taken, a refusal is about the length alone, and 256 characters are allowed. */
export const accountBound: Scenario = async (context) => {
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
