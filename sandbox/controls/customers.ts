import { settle } from '../onboarding/onboarding.js'
import { renderCustomer } from '../customer/customers.js'
import type { Result } from '../service/call.js'
import { badRequest } from '../primitives/refusal.js'
import { found } from '../state/repository.js'
import { publishTerms } from '../terms-and-conditions/handlers.js'
import { type Control, type ControlCall, membersOf } from './control.js'

const review = ({ service, partnerId, path, body }: ControlCall): Result => {
  const customer = found(service.store.customers, partnerId, path['id'] ?? '', 'customer')
  const suspended = membersOf(body).get('suspended')
  if (typeof suspended !== 'boolean') throw badRequest('request body at /suspended must be true or false')
  if (customer.hold === 'Archived') throw badRequest('the customer is archived and cannot change any more')
  const { hold: _hold, ...free } = customer
  const reviewed = settle(service, suspended ? { ...free, hold: 'Suspended' } : free)
  return { status: 200, body: renderCustomer(service, reviewed) }
}

/** Compliance reviews of customers, and publishing of terms. */
export const customerControls: readonly Control[] = [
  {
    method: 'POST',
    path: '/terms',
    does: 'publishes new global terms: customers pinned to them have to sign again',
    run: ({ service, partnerId }) => ({ status: 200, body: publishTerms(service, partnerId) }),
  },
  {
    method: 'PUT',
    path: '/customers/:id/review',
    does: 'suspends a customer with {"suspended": true}, or frees it with false',
    run: review,
  },
]
