import type { Call, Handlers } from '../../service/call.js'
import { badRequest, Refusal } from '../../primitives/refusal.js'
import type { AutorampRecord } from '../../state/records.js'
import { attachedQuote } from '../../quotes/attached.js'
import { isGenuine } from '../../quotes/signature.js'
import { renderAutoramp } from '../render.js'
import { quotedAutoramp } from './quote.js'

const check = ({ service, body }: Call<'attachQuoteToAutoramp'>, { id, quotes }: AutorampRecord): void => {
  if (!isGenuine(body, service.random))
    throw badRequest('request body at /signature does not fit the quote: send it back as it was answered')
  if (body.autoramp_id !== id) throw badRequest('request body at /autoramp_id is another autoramp')
  if (quotes.some((quote) => quote.quote_id === body.quote_id))
    throw new Refusal(409, 'the quote is attached already')
  if (new Date(body.valid_until) <= service.clock()) throw badRequest('the quote has expired')
}

/**
 * POST /autoramps/{id}/quotes: attaches a rate quote, which must be unchanged, unused and not expired, and is the
 * newest from then on.
 */
export const attachHandlers = {
  attachQuoteToAutoramp: (call) => {
    const { service, body, path } = call
    const record = quotedAutoramp(call, path.id)
    check(call, record)
    const { payment_reference: reference } = body
    const changed = {
      ...record,
      quotes: [attachedQuote(body), ...record.quotes],
      ...(reference === undefined || reference === null ? {} : { paymentReference: reference }),
    }
    service.store.autoramps.save(changed)
    return { status: 201, body: renderAutoramp(service, changed, call.behaviours) }
  },
} satisfies Handlers
