import type { Scenario, ScenarioContext } from '../engine/context.js'
import { Skip } from '../engine/outcome.js'
import { type Exchange, jsonBody } from '../model/exchange.js'
import { idIn, isSuccess, outcomeOf } from './reading.js'
import { askQuote, type QuoteSubject, quoteSubject } from './subjects/quote.js'
import { walletRecipient } from './subjects/recipient.js'

/** Dollars for crypto: the direction whose deposits come over a bank's rails. */
const onrampQuote = async (context: ScenarioContext, subject: QuoteSubject): Promise<Exchange> =>
  askQuote(context, subject, {
    source_currency_code: 'USD',
    source_currency_chain: undefined,
    destination_currency_code: String(subject.query['source_currency_code']),
    destination_currency_chain: 'Ethereum',
    recipient_account_id: await walletRecipient(context, subject.customerId),
  })

// How an autoramp is created is not shown; where the document has the operation, the quote is posted back unchanged.
const create = async (context: ScenarioContext, quote: Exchange): Promise<string> => {
  const created = await context.call(context.operation('post', '/autoramps'), {
    body: jsonBody(quote.response),
  })
  const id = idIn(created)
  if (isSuccess(created) && id !== undefined) return id
  throw new Skip(`no autoramp could be created: ${outcomeOf(created)}`)
}

const expectReadable = async (context: ScenarioContext, quote: Exchange): Promise<void> => {
  const read = context.operation('get', '/autoramps/{}')
  const id = await create(context, quote)
  const approve = context.find('put', '/sandbox/autoramp/{}')
  if (approve) await context.call(approve, { path: [id], body: 'Approved' })
  const exchange = await context.call(read, { path: [id] })
  context.expect(
    isSuccess(exchange),
    `the autoramp just created is due, ${outcomeOf(exchange)} came`,
    exchange,
  )
  const cancel = context.find('delete', '/autoramps/{}')
  if (cancel) await context.call(cancel, { path: [id] })
}

const readable: Scenario = async (context) => {
  const subject = await quoteSubject(context)
  await expectReadable(context, await askQuote(context, subject))
  const onramp = await onrampQuote(context, subject)
  if (isSuccess(onramp)) await expectReadable(context, onramp)
}

/** GET /autoramps/{id}. */
export const autorampScenarios: Readonly<Record<string, Scenario>> = { 'autoramp/read': readable }
