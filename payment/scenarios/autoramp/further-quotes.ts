import type { Scenario, ScenarioContext } from '../../../conformance/rules/context.js'
import { NotApplicable, unmet } from '../../../conformance/model/outcome.js'
import { type Exchange, jsonBody } from '../../../conformance/exchange/exchange.js'
import { cancelAutoramp, createAutoramp } from '../subjects/autoramp.js'
import { shapesOf } from '../../schema/document-shape.js'
import { acceptedCodes } from '../quote/additional.js'
import { memberAt, walk } from '../../../document/index.js'
import { isSuccess, objectBody, outcomeOf, sameDecimal } from '../../../conformance/exchange/reading.js'
import { coins } from '../subjects/currencies.js'
import { changed, type QuoteSubject, quoteSubject } from '../subjects/quote.js'

// An amount that no other quote of the run has, so that the answer is recognised by it.
const amount = '137.21'

const askRate = async (context: ScenarioContext, id: string, code: string): Promise<Exchange> => {
  const operation = context.find('get', '/autoramps/{}/quote')
  if (!operation) throw new NotApplicable('the document has no operation that gives the quotes to send back')
  const { source } = await quoteSubject(context)
  const wanted: Readonly<Record<string, string>> = {
    source_currency_code: code,
    source_currency_chain: source.chain,
    amount_in: amount,
    rate_expiry_policy: 'Slippage',
    slippage_tolerance_in_bips: '50',
    expiry_in_hours: '1',
  }
  const known = operation.parameters.flatMap(({ name }) =>
    name in wanted ? [[name, wanted[name] ?? '']] : [],
  )
  return context.call(operation, { path: [id], query: Object.fromEntries(known) })
}

/** True for a signed quote in the currency, in the shape that the document wants to have sent. */
const isSendable = (context: ScenarioContext, exchange: Exchange, code: string): boolean => {
  const quote = objectBody(exchange)
  const { requestBody } = context.operation('post', '/autoramps/{}/quotes')
  const { schema } = Object.values(requestBody?.content ?? {})[0] ?? {}
  const isWhole = shapesOf(schema, context.under.surface.schemas).some(
    ({ properties, required }) => properties.size > 0 && [...required].every((name) => name in quote),
  )
  const isSigned =
    typeof quote['signature'] === 'string' && memberAt(quote, 'source_currency', 'token') === code
  return isSuccess(exchange) && isWhole && isSigned
}

const sendBack = (context: ScenarioContext, id: string, quote: Exchange): Promise<Exchange> =>
  context.call(context.operation('post', '/autoramps/{}/quotes'), {
    path: [id],
    body: jsonBody(quote.response),
  })

const isAbout = (answer: Exchange, quote: Exchange): boolean => {
  const id = objectBody(quote)['quote_id']
  return walk(jsonBody(answer.response)).some(
    ([, value]) =>
      (id !== undefined && value === id) ||
      (typeof value === 'string' && sameDecimal(value, amount)) ||
      (typeof value === 'number' && sameDecimal(value, amount)),
  )
}

const judge = async (context: ScenarioContext, id: string, code: string): Promise<void> => {
  const quote = await askRate(context, id, code)
  if (!isSuccess(quote))
    throw unmet(`no quote for an additional currency could be had: ${outcomeOf(quote)}`, quote)
  if (!isSendable(context, quote, code)) {
    throw new NotApplicable(`no quote for an additional currency could be had: ${outcomeOf(quote)}`)
  }
  const answer = await sendBack(context, id, quote)
  const refused = 'a further quote for a currency of additional_in_currencies is refused'
  context.expect(isSuccess(answer), refused, answer)
  const lost = 'the answer to a further quote holds no such quote'
  context.expect(!isSuccess(answer) || isAbout(answer, quote), lost, answer)
}

const judgeUnnamed = async (
  context: ScenarioContext,
  id: string,
  named: readonly string[],
): Promise<void> => {
  const { source } = await quoteSubject(context)
  const onChain = (await coins(context)).filter(({ chain }) => chain === source.chain)
  const other = [...onChain.map(({ token }) => token), 'EURC', 'USDT'].find((code) => !named.includes(code))
  const quote = other === undefined ? undefined : await askRate(context, id, other)
  if (!quote || other === undefined || !isSendable(context, quote, other)) return
  const answer = await sendBack(context, id, quote)
  const message = 'a further quote is taken for a currency that additional_in_currencies does not name'
  context.expect(!isSuccess(answer), message, answer)
}

const withAdditional = ({ query, source, ...subject }: QuoteSubject, code: string): QuoteSubject => ({
  ...subject,
  source,
  query: changed(query, {
    additional_in_currency_codes: [code],
    additional_in_currency_chains: [source.chain],
  }),
})

const further: Scenario = async (context) => {
  context.operation('post', '/autoramps/{}/quotes')
  context.operation('post', '/autoramps')
  const subject = await quoteSubject(context)
  const [code] = await acceptedCodes(context)
  const id = await createAutoramp(context, withAdditional(subject, code))
  try {
    await judge(context, id, code)
    await judgeUnnamed(context, id, [code, subject.source.token])
  } finally {
    await cancelAutoramp(context, id)
  }
}

/** Further quotes of an autoramp. */
export const furtherQuoteScenarios: Readonly<Record<string, Scenario>> = {
  'autoramp/further-served': further,
}
