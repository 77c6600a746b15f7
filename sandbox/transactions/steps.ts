import type { Transaction, TransactionStatus } from '../api/schemas.js'
import type { Service } from '../service/service.js'
import type { TransactionRecord } from '../state/records.js'

/** The states that a simulated transaction can be moved to. */
export type SimulatedState = 'Pending' | 'Completed' | 'Failed'

/** The older scale of states, which the documents still show beside the status. */
const older: Readonly<Record<TransactionStatus, Transaction['state']>> = {
  FundsReviewInProgress: 'Pending',
  ConversionInProgress: 'Pending',
  PayoutInProgress: 'PayoutPending',
  Completed: 'Completed',
  Failed: 'Failed',
  RejectedAml: 'AmlRejected',
  RejectedFraud: 'FraudRejected',
  RejectedMinAmount: 'AmountRejected',
}

/** The state of a transaction on the older scale. */
export function olderState({ status }: TransactionRecord): Transaction['state'] {
  return older[status]
}

/** The statuses of a transaction in order; each step is reported before the next. */
const steps: Readonly<Record<SimulatedState, readonly TransactionStatus[]>> = {
  Pending: [],
  Completed: ['ConversionInProgress', 'PayoutInProgress', 'Completed'],
  Failed: ['Failed'],
}

/** The state as the sandbox operations spell it. */
export function simulatedState({ status }: TransactionRecord): SimulatedState {
  return status === 'Completed' || status === 'Failed' ? status : 'Pending'
}

/** Whether the simulation of a transaction is over. */
export function isFinal(record: TransactionRecord): boolean {
  return simulatedState(record) !== 'Pending'
}

const stepTo = (
  service: Service,
  record: TransactionRecord,
  status: TransactionStatus,
): TransactionRecord => {
  const refund = { id: service.random.uuid('refund'), createdAt: service.clock() }
  const moved = { ...record, status, ...(status === 'Failed' ? { refund } : {}) }
  service.store.transactions.save(moved)
  return moved
}

/** Moves a transaction step by step to a state and saves each step; a failed one is refunded. */
export function moveTo(
  service: Service,
  record: TransactionRecord,
  state: SimulatedState,
): TransactionRecord {
  return steps[state].reduce((current, status) => stepTo(service, current, status), record)
}
