import { payoutHash } from '../transactions/render.js'
import { olderState } from '../transactions/steps.js'
import type { Service } from '../service/service.js'
import type { TransactionRecord } from '../state/records.js'
import { type EventType, type GeneralType, topicByType } from '../api/event-types.js'

/** An event before it is dated: its customer, and the message of its kind (Message types). */
export interface Draft {
  readonly type: EventType
  readonly customerId: string
  readonly message: Readonly<Record<string, unknown>>
}

/** WebhookEventMessage: a new record. */
export function generalEvent(type: GeneralType, customerId: string, id: string): Draft {
  return {
    type,
    customerId,
    message: { id, kind: topicByType[type] },
  }
}

/** Status messages that consist of an id and the status. */
export function statusEvent(
  type:
    | 'register_fiat_address_status'
    | 'register_autoramp_status'
    | 'customer_status'
    | 'identification_status',
  customerId: string,
  { id, status }: { readonly id: string; readonly status: string },
): Draft {
  return { type, customerId, message: { id, status } }
}

/** WebhookTransactionStatusMessage: the hash is only present for payouts on a chain. */
export function transactionStatusEvent(service: Service, record: TransactionRecord): Draft {
  const hash = payoutHash(service, record)
  return {
    type: 'transaction_status',
    customerId: record.customerId,
    message: {
      id: record.id,
      status: olderState(record),
      transaction_status: record.status,
      ...(hash === undefined ? {} : { transaction_hash: hash }),
    },
  }
}

/**
 * WebhookTransactionRefundedMessage: the specification does not show its fields; here the refund and the returned
 * amount.
 */
export function refundEvent({
  id,
  customerId,
  refund,
  amountIn,
  sourceCurrency,
}: Pick<TransactionRecord, 'id' | 'customerId' | 'amountIn' | 'sourceCurrency'> & {
  readonly refund?: Pick<NonNullable<TransactionRecord['refund']>, 'id' | 'createdAt'>
}): Draft {
  return {
    type: 'transaction_refunded',
    customerId,
    message: {
      id,
      refund_id: refund?.id,
      refunded_at: refund?.createdAt.toISOString(),
      amount: { amount: amountIn, currency: sourceCurrency },
    },
  }
}

/** WebhookPingMessage, about the webhook being tested; its container names a customer like every other. */
export function pingEvent(webhookId: string, customerId: string): Draft {
  return {
    type: 'ping',
    customerId,
    message: { id: webhookId },
  }
}
