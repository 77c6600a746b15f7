import { type Answer, type Call, field, json, Refused } from './call.js'
import { newId } from './state.js'

const autorampOf = ({ state, path }: Call): { readonly id: string; readonly quote: unknown } => {
  const id = path.split('/')[2] ?? ''
  const quote = state.autoramps.get(id)
  if (quote === undefined) throw new Refused(404, 'no such autoramp')
  return { id, quote }
}

/** Makes an autoramp of a quote that is posted back unchanged. */
export const createAutoramp = ({ state, body: sent, choices }: Call): Answer => {
  const body = choices.quotePosted === 'alone' ? sent : field(sent, 'quote')
  const quote = state.quotes.get(String(field(body, 'quote_id')))
  if (quote === undefined || quote !== JSON.stringify(body)) throw new Refused(400, 'no such quote')
  const id = newId(choices)
  state.autoramps.set(id, body)
  return json(choices.created, { autoramp_id: id, customer_id: field(body, 'customer_id') })
}

export const readAutoramp = (call: Call): Answer => {
  const { id, quote } = autorampOf(call)
  return json(200, { autoramp_id: id, customer_id: field(quote, 'customer_id') })
}

/** The rate of today, which has everything that a request for a further quote needs, and no signature. */
export const readRate = (call: Call): Answer => {
  if (call.choices.autoramps !== 'with rates') throw new Refused(404, 'nothing is here')
  const { quote } = autorampOf(call)
  const known = field(quote, 'source_currency')
  const token = call.query.get('source_currency_code') ?? field(known, 'token')
  return json(200, { source_currency: { ...Object(known), token }, amount_in: '1', rate: '1' })
}

/** A quote for a currency that the request names, if the quote of the autoramp accepts it. */
export const quoteFurther = (call: Call): Answer => {
  const { quote } = autorampOf(call)
  if (call.choices.autoramps === 'with rates') throw new Refused(400, 'a rate is not a quote')
  const currency = field(call.body, 'source_currency')
  const added = field(quote, 'additional_in_currencies')
  const accepted = [field(quote, 'source_currency'), ...(Array.isArray(added) ? added : [])]
  const isAccepted = accepted.some((one) =>
    ['token', 'blockchain'].every((name) => field(one, name) === field(currency, name)),
  )
  const isElsewhere = !isAccepted && call.choices.autoramps === 'by currency or in their own'
  if (!isAccepted && !isElsewhere) throw new Refused(400, 'the quote does not name this currency')
  const quoted = isElsewhere ? accepted[0] : currency
  return json(call.choices.created, { quote_id: newId(call.choices), source_currency: quoted })
}
