import { payoutHash } from '../transactions/render.js'
import { olderState } from '../transactions/steps.js'
import type { Service } from '../service/service.js'
import type { TransactionRecord } from '../state/records.js'
import { type EventType, type GeneralType, topicByType } from '../api/event-types.js'

/** An event before it is dated: whom it is about, and the message of its kind (Message types). */
export interface Draft {
  readonly type: EventType
  readonly customerId: string
  readonly message: Readonly<Record<string, unknown>>
}

/** WebhookEventMessage: something is new. */
export function generalEvent(type: GeneralType, customerId: string, id: string): Draft {
  return {
    type,
    customerId,
    message: { id, kind: topicByType[type] },
  }
}

/** The status messages that hold an id and the status, and nothing else. */
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

/** WebhookTransactionStatusMessage: the hash is there for payouts on a chain alone. */
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

/** WebhookTransactionRefundedMessage: its fields are not shown; here the refund and the amount that went back. */
export function refundEvent({ id, customerId, refund, amountIn, sourceCurrency }: TransactionRecord): Draft {
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

/** WebhookPingMessage, about the webhook that is tried out; its container names a customer like every other. */
export function pingEvent(webhookId: string, customerId: string): Draft {
  return {
    type: 'ping',
    customerId,
    message: { id: webhookId },
  }
}
