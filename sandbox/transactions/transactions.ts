import type { Transaction, TransactionStatus, PaymentTracking, PayoutRoute } from '../api/schemas.js'
import type { Service, Call, Handlers } from '../service/service.js'
import type { TransactionRecord, AutorampRecord } from '../state/records.js'
import { inboundReference } from '../autoramp/autoramps.js'
import { rampTypeOf } from '../money/money.js'
import { ofCustomer, requireRecord, type Scope, pageOf } from '../state/repository.js'
import { isVisible } from '../customer/customers.js'
import { defined } from '../primitives/defined.js'
import { badRequest } from '../primitives/refusal.js'

/** The states that a simulated transaction can be moved to. */
type SimulatedState = 'Pending' | 'Completed' | 'Failed'

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

const stepTo = (service: Service, record: TransactionRecord, status: TransactionStatus) => {
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

/** The hash of a completed payout on a chain; `undefined` for payouts to a bank. */
export function payoutHash({ random }: Service, record: TransactionRecord): string | undefined {
  return record.status === 'Completed' && record.destinationCurrency.type === 'Crypto'
    ? `0x${random.sign(`payout:${record.id}`)}`
    : undefined
}

const traceOf = ({ random }: Service, { id }: TransactionRecord, network: PayoutRoute): PaymentTracking => {
  const number = random.integer(`trace:${id}`, 100_000_000, 999_999_999).toString()
  if (network === 'ACH') return { ach_trace_number: `021000${number}` }
  if (network === 'SWIFT') return { uetr: random.named(`uetr:${id}`) }
  return network === 'Wire' ? { imad: `I${number}`, omad: `O${number}` } : {}
}

/** The tracking data of a completed bank payout. */
const tracking = (
  service: Service,
  record: TransactionRecord,
  { network, references }: AutorampRecord,
): PaymentTracking | undefined =>
  record.status === 'Completed' && network !== undefined
    ? { ...references, ...traceOf(service, record, network) }
    : undefined

/** Payouts of one day share a batch. */
const batchOf = ({ random }: Service, { partnerId, createdAt }: TransactionRecord): string =>
  random.named(`batch:${partnerId}:${createdAt.toISOString().slice(0, 10)}`)

type Details = Partial<Transaction>

const details = (service: Service, record: TransactionRecord, autoramp: AutorampRecord): Details => {
  const hash = payoutHash(service, record)
  return defined({
    inbound_payment_reference: inboundReference(autoramp),
    payout_crypto_transaction: hash === undefined ? undefined : { transaction_hash: hash },
    payment_tracking: tracking(service, record, autoramp),
    source: record.origin,
    ob_payment_id: record.openBankingId,
    batch_id: autoramp.batchPayout ? batchOf(service, record) : undefined,
  })
}

/** A transaction as the documents show it, with data from its autoramp. */
const renderTransaction = (service: Service, record: TransactionRecord): Transaction => {
  const autoramp = requireRecord(service.store.autoramps, record.partnerId, record.autorampId, 'autoramp')
  return {
    id: record.id,
    autoramp_id: record.autorampId,
    customer_id: record.customerId,
    kind: rampTypeOf(record.sourceCurrency, record.destinationCurrency),
    status: record.status,
    state: olderState(record),
    source_amount: { amount: record.amountIn, currency: record.sourceCurrency },
    destination_amount: { amount: record.amountOut, currency: record.destinationCurrency },
    exchange_rate: record.rate,
    fee: record.fee,
    fee_settlement: 'deductedImmediately',
    is_third_party: autoramp.isThirdParty,
    recipient: autoramp.recipient,
    created_at: record.createdAt.toISOString(),
    ...details(service, record, autoramp),
  }
}

type List = Call<'getAutorampTransactions'>

const mostIds = 100

/** The narrowest scope in the request, so that no other records have to be read. */
const scopeOf = ({ partnerId, query }: List): Scope => {
  const { autoramp_id: autoramp, customer_id: customer } = query
  if (autoramp !== undefined) return { partnerId, index: 'autoramp', value: autoramp }
  return customer === undefined ? { partnerId } : ofCustomer({ id: customer, partnerId })
}

const isInTime = ({ createdAt }: TransactionRecord, { query }: List): boolean =>
  (query.from_date === undefined || createdAt >= new Date(query.from_date)) &&
  (query.to_date === undefined || createdAt <= new Date(query.to_date))

/** A leap second is a valid date-time, but cannot be compared as a moment. */
const checkMoments = ({ from_date: from, to_date: to }: List['query']): void => {
  for (const [name, text] of Object.entries({ from_date: from, to_date: to }))
    if (text !== undefined && text !== null && Number.isNaN(Date.parse(text)))
      throw badRequest(`query parameter '${name}' must not be a leap second`)
}

const isBatched = ({ service }: List, { partnerId, autorampId }: TransactionRecord): boolean =>
  service.store.autoramps.find(partnerId, autorampId)?.batchPayout ?? false

const isWanted = (call: List, record: TransactionRecord): boolean => {
  const { query, service } = call
  return (
    isVisible(call, service.store.customers.find(record.partnerId, record.customerId)) &&
    (query.customer_id === undefined || query.customer_id === record.customerId) &&
    (query.status === undefined || query.status.includes(record.status)) &&
    (query.ramp_type === undefined ||
      query.ramp_type === rampTypeOf(record.sourceCurrency, record.destinationCurrency)) &&
    (query.is_batch_payout === undefined || query.is_batch_payout === isBatched(call, record)) &&
    isInTime(record, call)
  )
}

/** Listing transactions: paged and filtered, or those of the ids given, in that order. */
export const transactionHandlers = {
  getAutorampTransactions: (call) => {
    const { service, query } = call
    checkMoments(query)
    const shown = (record: TransactionRecord): Transaction => renderTransaction(service, record)
    const fits = (record: TransactionRecord): boolean => isWanted(call, record)
    return { status: 200, body: pageOf(service.store.transactions, scopeOf(call), query, shown, fits) }
  },
  getAutorampTransactionsByIds: ({ service, partnerId, query }) => {
    const { ids = [] } = query
    if (ids.length === 0 || ids.length > mostIds)
      throw badRequest(`query parameter 'ids' must hold from 1 to ${mostIds} ids`)
    const records = [...new Set(ids)].flatMap((id) => service.store.transactions.find(partnerId, id) ?? [])
    return { status: 200, body: { items: records.map((record) => renderTransaction(service, record)) } }
  },
} satisfies Handlers
