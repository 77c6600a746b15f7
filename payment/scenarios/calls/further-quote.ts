import type { Operation } from '../../../runtime/surface.js'
import type { CallOptions } from '../../../conformance/rules/call-options.js'
import type { ScenarioContext } from '../../../conformance/rules/context.js'
import { unmet } from '../../../conformance/model/outcome.js'
import { jsonBody } from '../../../conformance/exchange/exchange.js'
import { createAutoramp } from '../subjects/autoramp.js'
import { isSuccess, outcomeOf } from '../../../conformance/exchange/reading.js'
import { askQuote, changed, type Query, type QuoteSubject, quoteSubject } from '../subjects/quote.js'

/** How a further quote is posted. */
interface FurtherQuote {
  readonly name: string
  readonly operation: Operation
  readonly options: CallOptions
}

const further = 'EURC'

/** The subject with a second currency, where such a quote is served, and the code that further quotes are in. */
const withSecond = async (
  context: ScenarioContext,
): Promise<{ readonly subject: QuoteSubject; readonly code: string }> => {
  const subject = await quoteSubject(context)
  const changes = {
    additional_in_currency_codes: [further],
    additional_in_currency_chains: [subject.source.chain],
  }
  if (!isSuccess(await askQuote(context, subject, changes))) return { subject, code: subject.source.token }
  return { subject: { ...subject, query: changed(subject.query, changes) }, code: further }
}

/** A further quote, posted to an autoramp that takes its currency. @throws an ending where none is served. */
export async function furtherQuote(context: ScenarioContext): Promise<FurtherQuote> {
  const operation = context.operation('post', '/autoramps/{}/quotes')
  const ask = context.operation('get', '/autoramps/{}/quote')
  const { subject, code } = await withSecond(context)
  const id = await createAutoramp(context, subject)
  const names = new Set(ask.parameters.filter((one) => one.in === 'query').map(({ name }) => name))
  const wanted: Query = { ...subject.query, source_currency_code: code }
  const query = Object.fromEntries(Object.entries(wanted).filter(([name]) => names.has(name)))
  const quote = await context.call(ask, { path: [id], query })
  if (!isSuccess(quote)) throw unmet(`no further quote is served: ${outcomeOf(quote)}`, quote)
  const options = { path: [id], body: jsonBody(quote.response) }
  return { name: 'POST /autoramps/{}/quotes', operation, options }
}
