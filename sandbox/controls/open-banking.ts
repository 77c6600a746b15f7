import type { Result } from '../service/call.js'
import { badRequest } from '../primitives/refusal.js'
import { moves, movePayment, renderPayment } from '../open-banking/payments.js'
import { found } from '../state/repository.js'
import { type Control, type ControlCall, membersOf } from './control.js'

const move = ({ service, partnerId, path, body }: ControlCall): Result => {
  const record = found(service.store.openBankingPayments, partnerId, path['id'] ?? '', 'payment')
  const wanted = membersOf(body).get('status')
  const status = moves.find((one) => one === wanted)
  if (status === undefined) throw badRequest(`request body at /status must be one of ${moves.join(', ')}`)
  return { status: 200, body: renderPayment(service, movePayment(service, record, status)) }
}

/** The actions of a payer at the bank. */
export const openBankingControls: readonly Control[] = [
  {
    method: 'PUT',
    path: '/open-banking/:id',
    does: 'pays an open-banking payment with {"status": "Completed"}, or lets it be Processing or Failed',
    run: move,
  },
]
