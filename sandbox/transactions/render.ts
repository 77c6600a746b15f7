import { inboundReference } from '../autoramp/render.js'
import type { PaymentTracking, PayoutRoute, Transaction } from '../api/schemas.js'
import { rampTypeOf } from '../money/ramp-type.js'
import type { Service } from '../service/service.js'
import type { AutorampRecord, TransactionRecord } from '../state/records.js'
import { found } from '../service/find.js'
import { olderState } from './steps.js'

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
  const inbound = inboundReference(autoramp)
  const hash = payoutHash(service, record)
  const trace = tracking(service, record, autoramp)
  return {
    ...(inbound === undefined ? {} : { inbound_payment_reference: inbound }),
    ...(hash === undefined ? {} : { payout_crypto_transaction: { transaction_hash: hash } }),
    ...(trace === undefined ? {} : { payment_tracking: trace }),
    ...(record.origin === undefined ? {} : { source: record.origin }),
    ...(record.openBankingId === undefined ? {} : { ob_payment_id: record.openBankingId }),
    ...(autoramp.batchPayout ? { batch_id: batchOf(service, record) } : {}),
  }
}

/** A transaction as the documents show it, with data from its autoramp. */
export function renderTransaction(service: Service, record: TransactionRecord): Transaction {
  const autoramp = found(service.store.autoramps, record.partnerId, record.autorampId, 'autoramp')
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
