import type { Scenario, ScenarioContext } from '../../conformance/rules/context.js'
import { ifPossible, NotApplicable } from '../../conformance/model/outcome.js'
import { type Exchange, jsonBody } from '../../conformance/exchange/exchange.js'
import { createAutoramp, whileOpen } from '../fixtures/autoramp.js'
import { jsonIn, shapesIn } from '../documents/view.js'
import { acceptedCodes } from './quote/additional.js'
import { memberAt, objectOf, walk, type Hint } from '../../document/index.js'
import { isSuccess, objectBody, outcomeOf, sameDecimal } from '../../conformance/exchange/reading.js'
import { type Coin, coins } from '../fixtures/currencies.js'
import { brief } from '../../reporting/index.js'
import { additionalOn, changed, quoteSubject } from '../fixtures/quote.js'
import { type Steps, succeeded } from '../fixtures/steps.js'

// Amounts that are unique in the run, to recognize responses by.
const amounts = ['137.21', '138.43'] as const

const noQuotes = 'the document has no operation that gives the quotes to send back'

/** The conditions of a further quote. */
const terms = { rate_expiry_policy: 'Slippage', slippage_tolerance_in_bips: '50' } as const

const askRate = async (
  context: ScenarioContext,
  id: string,
  code: string,
  { amount = amounts[0], chain }: { readonly amount?: string; readonly chain?: string } = {},
): Promise<Exchange> => {
  const operation = context.find('get', '/autoramps/{}/quote')
  if (!operation) throw new NotApplicable(noQuotes)
  const { source } = await quoteSubject(context)
  const wanted = {
    source_currency_code: code,
    source_currency_chain: chain ?? source.chain,
    amount_in: amount,
    ...terms,
    expiry_in_hours: '1',
  }
  const known = Object.entries(wanted).filter(([key]) =>
    operation.parameters.some(({ name }) => name === key),
  )
  return context.call(operation, { path: [id], query: Object.fromEntries(known) })
}

/** True for a signed quote in the currency that has the form of the document's request. */
const isSendable = (context: ScenarioContext, exchange: Exchange, code: string): boolean => {
  const quote = objectBody(exchange)
  const { requestBody } = context.operation('post', '/autoramps/{}/quotes')
  const isWhole = shapesIn(context.under, jsonIn(requestBody)).some(
    ({ properties, required }) => properties.size > 0 && [...required].every((name) => name in quote),
  )
  const isSigned =
    typeof quote['signature'] === 'string' && memberAt(quote, 'source_currency', 'token') === code
  return isSuccess(exchange) && isWhole && isSigned
}

const sendBack = (context: ScenarioContext, id: string, { response }: Exchange): Promise<Exchange> =>
  context.call(context.operation('post', '/autoramps/{}/quotes'), { path: [id], body: jsonBody(response) })

const isAbout = (exchange: Exchange, quote: Exchange, amount: string): boolean => {
  const id = objectBody(quote)['quote_id']
  return walk(jsonBody(exchange.response)).some(
    ([, value]) => (id !== undefined && value === id) || sameDecimal(value, amount),
  )
}

const judge = async (context: ScenarioContext, id: string, code: string, amount: string): Promise<void> => {
  const failure = 'no quote for an additional currency is served'
  const quote = succeeded(await askRate(context, id, code, { amount }), failure)
  if (!isSendable(context, quote, code)) throw new NotApplicable(`${failure}: ${outcomeOf(quote)}`)
  const exchange = await sendBack(context, id, quote)
  const refused = 'a further quote for a currency of additional_in_currencies is refused'
  context.expect(isSuccess(exchange), refused, exchange)
  const lost = 'the response to a further quote does not contain that quote'
  context.expect(!isSuccess(exchange) || isAbout(exchange, quote, amount), lost, exchange)
}

/** Currencies that no quote of an autoramp names. */
const unnamedCoins: Steps<[readonly string[]], readonly Coin[]> = async (context, named) => {
  const { source } = await quoteSubject(context)
  const known = await coins(context)
  const onChain = known.filter(({ chain }) => chain === source.chain)
  const other = [...onChain.map(({ token }) => token), 'EURC', 'USDT'].find((code) => !named.includes(code))
  // A currency is a token on a chain, so the same token on another chain is another currency.
  const elsewhere = known.find(({ token, chain }) => chain !== source.chain && named.includes(token))
  return [
    ...(other === undefined ? [] : [{ token: other, chain: source.chain }]),
    ...(elsewhere === undefined ? [] : [elsewhere]),
  ]
}

const unnamedTaken = 'a further quote is taken for a currency that additional_in_currencies does not name'

const judgeUnnamed: Steps<[string, readonly string[]]> = async (context, id, named) => {
  for (const { token, chain } of await unnamedCoins(context, named)) {
    const quote = await askRate(context, id, token, { chain })
    const home = memberAt(objectBody(quote), 'source_currency', 'blockchain')
    if (!isSendable(context, quote, token) || home !== chain) continue
    const exchange = await sendBack(context, id, quote)
    context.expect(!isSuccess(exchange), unnamedTaken, exchange)
  }
}

/** Asks POST /autoramps/{id}/quotes itself for a quote in a currency, if its body in the document names one. */
const askByCurrency = (
  context: ScenarioContext,
  id: string,
  { token, chain }: Coin,
  amount: string,
): Promise<Exchange> => {
  const operation = context.operation('post', '/autoramps/{}/quotes')
  const currency = { token, blockchain: chain, source_currency_code: token, source_currency_chain: chain }
  const values = { ...currency, ...terms, autoramp_id: id, amount_in: amount, amount, expiry_in_hours: 1 }
  const hint: Hint = (path) => Object.entries(values).find(([name]) => name === path.at(-1))?.[1]
  const body = context.sampleBody(operation, hint, ['Crypto'])
  if (!walk(body).some(([, value]) => value === token))
    throw new NotApplicable(`${noQuotes}, and no body with a currency`)
  return context.call(operation, { path: [id], body, isGuess: true })
}

/** The source currencies of all quotes in a response, which may repeat the request beside them. */
const quotedIn = ({ response }: Exchange): readonly unknown[] =>
  walk(jsonBody(response))
    .map(([, value]) => objectOf(value))
    .filter((one) => ['quote_id', 'rate', 'amount_out'].some((name) => name in one))
    .flatMap((quote) => ('source_currency' in quote ? [quote['source_currency']] : []))

const hasQuoteIn = (exchange: Exchange, { token, chain }: Coin): boolean =>
  quotedIn(exchange).some(
    (currency) => memberAt(currency, 'token') === token && memberAt(currency, 'blockchain') === chain,
  )

/** The request is not shown, so a refusal of a named currency proves nothing; a quote served for another one does. */
const judgeByCurrency: Steps<[string, readonly string[]]> = async (context, id, codes) => {
  const { source } = await quoteSubject(context)
  for (const [index, token] of codes.entries()) {
    const coin = { token, chain: source.chain }
    const exchange = await askByCurrency(context, id, coin, amounts[index] ?? amounts[0])
    if (!isSuccess(exchange)) throw new NotApplicable(`no further quote is served: ${outcomeOf(exchange)}`)
    const came = quotedIn(exchange).map((currency) => brief(memberAt(currency, 'token') ?? currency))
    const other = `expected a further quote for ${token}, got one for ${came.join(' and ')}`
    // The form of the response is not shown, so the currency may stand anywhere in it.
    const isShown = walk(jsonBody(exchange.response)).some(([, value]) => value === token)
    context.expect(came.length === 0 || isShown, other, exchange)
  }
}

const judgeUnnamedByCurrency: Steps<[string, readonly string[]]> = async (context, id, named) => {
  for (const coin of await unnamedCoins(context, named)) {
    const exchange = await askByCurrency(context, id, coin, amounts[0])
    context.expect(!isSuccess(exchange) || !hasQuoteIn(exchange, coin), unnamedTaken, exchange)
  }
}

/** Judges the further quotes for the additional currencies of a quote (Endpoints, POST /autoramps/{id}/quotes). */
export const furtherServed: Scenario = async (context) => {
  context.operation('post', '/autoramps/{}/quotes')
  context.operation('post', '/autoramps')
  const hasRates = context.find('get', '/autoramps/{}/quote') !== undefined
  const judgeOthers = hasRates ? judgeUnnamed : judgeUnnamedByCurrency
  const subject = await quoteSubject(context)
  const { token } = subject.source
  const codes = (await acceptedCodes(context)).slice(0, amounts.length)
  const query = changed(subject.query, additionalOn(subject.source.chain, ...codes))
  await whileOpen(context, await createAutoramp(context, { ...subject, query }), async (id) => {
    if (!hasRates) await judgeByCurrency(context, id, codes)
    else
      for (const [index, code] of codes.entries())
        await judge(context, id, code, amounts[index] ?? amounts[0])
    await judgeOthers(context, id, [...codes, token])
  })
  // Of a quote that names none, each is another one.
  const judgeBare = async (): Promise<void> =>
    whileOpen(context, await createAutoramp(context, subject), (id) => judgeOthers(context, id, [token]))
  await ifPossible(judgeBare())
}

/** A quote made for an autoramp, or else one made for another. */
export async function rateFor(context: ScenarioContext, id: string): Promise<Exchange> {
  const subject = await quoteSubject(context)
  const { token } = subject.source
  const own = await askRate(context, id, token)
  if (isSendable(context, own, token)) return own
  const quoted = await createAutoramp(context, subject)
  return whileOpen(context, quoted, () => askRate(context, quoted, token))
}
