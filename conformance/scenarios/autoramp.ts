import type { Scenario, ScenarioContext } from '../engine/context.js'
import { ifPossible, Skip } from '../engine/outcome.js'
import { type Exchange, jsonBody } from '../model/exchange.js'
import { idIn, isSuccess, outcomeOf } from './reading.js'
import { askQuote, onrampSubject, quoteSubject } from './subjects/quote.js'

// How an autoramp is created is not shown; where the document has the operation, the quote is posted back unchanged.
const create = async (context: ScenarioContext, quote: Exchange): Promise<string> => {
  const created = await context.call(context.operation('post', '/autoramps'), {
    body: jsonBody(quote.response),
  })
  const id = idIn(created, 'autoramp')
  if (isSuccess(created) && id !== undefined) return id
  throw new Skip(`no autoramp could be created: ${outcomeOf(created)}`)
}

const expectReadable = async (context: ScenarioContext, quote: Exchange): Promise<void> => {
  const read = context.operation('get', '/autoramps/{}')
  const id = await create(context, quote)
  const approve = context.find('put', '/sandbox/autoramp/{}')
  if (approve) await context.call(approve, { path: [id], body: 'Approved' })
  const exchange = await context.call(read, { path: [id] })
  const message = `the autoramp just created is due, ${outcomeOf(exchange)} came`
  context.expect(isSuccess(exchange), message, exchange)
  const cancel = context.find('delete', '/autoramps/{}')
  if (cancel) await context.call(cancel, { path: [id] })
}

// Fiat for crypto is the direction whose deposits come over the rails of a bank.
const readable: Scenario = async (context) => {
  await expectReadable(context, await askQuote(context, await quoteSubject(context)))
  const onramp = await ifPossible(onrampSubject(context))
  if (onramp) await ifPossible(expectReadable(context, await askQuote(context, onramp)))
}

/** GET /autoramps/{id}. */
export const autorampScenarios: Readonly<Record<string, Scenario>> = { 'autoramp/read': readable }
