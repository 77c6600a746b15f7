import { renderCustomer } from '../customer/customers.js'
import { settle } from '../onboarding/onboarding.js'
import { moves, movePayment, renderPayment } from '../open-banking/payments.js'
import { badRequest } from '../primitives/refusal.js'
import type { Result } from '../service/call.js'
import { requireRecord } from '../state/repository.js'
import { publishTerms } from '../terms-and-conditions/handlers.js'
import { type Controls, type ControlCall, membersOf } from './control.js'

const review = ({ service, partnerId, id, body }: ControlCall): Result => {
  const customer = requireRecord(service.store.customers, partnerId, id, 'customer')
  const suspended = membersOf(body).get('suspended')
  if (typeof suspended !== 'boolean') throw badRequest('request body at /suspended must be true or false')
  if (customer.hold === 'Archived') throw badRequest('the customer is archived and cannot change any more')
  const { hold: _hold, ...free } = customer
  const reviewed = settle(service, suspended ? { ...free, hold: 'Suspended' } : free)
  return { status: 200, body: renderCustomer(service, reviewed) }
}

const move = ({ service, partnerId, id, body }: ControlCall): Result => {
  const record = requireRecord(service.store.openBankingPayments, partnerId, id, 'payment')
  const wanted = membersOf(body).get('status')
  const status = moves.find((one) => one === wanted)
  if (status === undefined) throw badRequest(`request body at /status must be one of ${moves.join(', ')}`)
  return { status: 200, body: renderPayment(service, movePayment(service, record, status)) }
}

/** Simulated actions of others: compliance reviews of customers, new terms, and payers at their bank. */
export const simulationControls: Controls = {
  'POST /terms': [
    'publishes new global terms: customers pinned to them must sign again',
    ({ service, partnerId }) => ({ status: 200, body: publishTerms(service, partnerId) }),
  ],
  'PUT /customers/:id/review': [
    'suspends a customer with {"suspended": true}, or frees it with false',
    review,
  ],
  'PUT /open-banking/:id': [
    'pays an open-banking payment with {"status": "Completed"}, or lets it be Processing or Failed',
    move,
  ],
}
