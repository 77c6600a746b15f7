import { openAutoramp } from '../autoramp/find.js'
import { badRequest } from '../primitives/refusal.js'
import type { OpenBankingPayment } from '../api/schemas.js'
import type { Service } from '../service/service.js'
import type { OpenBankingPaymentRecord } from '../state/records.js'
import { deposit } from '../transactions/deposit.js'

type Status = OpenBankingPayment['status']

/** The states that a payer and their bank can set. */
export const moves: readonly Status[] = ['Processing', 'Completed', 'Failed']

const isFinal = ({ status }: OpenBankingPaymentRecord): boolean =>
  status === 'Completed' || status === 'Failed'

/**
 * Simulates the payer and their bank: a completed payment becomes a deposit to its autoramp. Throws `Refusal` 400 if
 * the payment is completed or failed already, or if its autoramp accepts no deposits any more.
 */
export function movePayment(
  service: Service,
  record: OpenBankingPaymentRecord,
  status: Status,
): OpenBankingPaymentRecord {
  if (record.status === status) return record
  if (isFinal(record)) throw badRequest(`the payment is ${record.status} and cannot change any more`)
  const { partnerId, autorampId, amountIn, currency, providerId } = record
  const owner = { service, partnerId }
  const moved = { ...record, status }
  if (status !== 'Completed') {
    service.store.openBankingPayments.save(moved)
    return moved
  }
  const body = { amount: amountIn, input_currency: currency }
  const { id: transactionId } = deposit(owner, openAutoramp(owner, autorampId), body, providerId)
  const paid = { ...moved, transactionId }
  service.store.openBankingPayments.save(paid)
  return paid
}
