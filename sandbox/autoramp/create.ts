import { customerOf } from '../customer/records.js'
import type { BodyOf, Handlers } from '../service/call.js'
import { Refusal } from '../primitives/refusal.js'
import type { SignedQuote } from '../api/schemas.js'
import { fromMarket } from './from-market.js'
import { fromQuote } from './from-quote.js'
import { renderAutoramp } from './render.js'

const isQuote = (body: BodyOf<'createAutoramp'>): body is SignedQuote => 'signature' in body

/** POST /autoramps: from an unchanged signed quote, or from market parameters, for an active customer. */
const createAutoramp: NonNullable<Handlers['createAutoramp']> = (call) => {
  const { service, partnerId, body } = call
  const customer = customerOf(call, body.customer_id)
  const particulars = isQuote(body) ? fromQuote(call, customer, body) : fromMarket(call, customer, body)
  if (customer.state !== 'Active') throw new Refusal(403, 'the customer is not active')
  const record = {
    id: service.random.uuid('autoramp'),
    partnerId,
    customerId: customer.id,
    ...particulars,
    status: 'Authorized' as const,
    createdAt: service.clock(),
  }
  service.store.autoramps.save(record)
  return { status: 201, body: renderAutoramp(service, record, call.behaviours) }
}

export const creationHandlers = { createAutoramp } satisfies Handlers
