import type { EventKind } from '../../conformance/exchange/delivery.js'
import type { RecordName } from './records.js'

/** The topic of a delivered type: the same name in PascalCase. */
export function topicOf(kind: string): string {
  return kind.replaceAll(/(^|_)([a-z])/g, (_match, _start, letter: string) => letter.toUpperCase())
}

/** Events: names of the container and the message types. */
export const messageNames = [
  'WebhookContainer',
  'WebhookEventMessage',
  'WebhookFiatAddressStatusMessage',
  'WebhookAutorampStatusMessage',
  'WebhookTransactionStatusMessage',
  'WebhookCustomerStatusMessage',
  'WebhookCustomerFiatAbilitiesMessage',
  'WebhookPingMessage',
  'WebhookIdentificationStatusMessage',
  'WebhookTransactionRefundedMessage',
] as const

type MessageName = (typeof messageNames)[number]

/** Events: the delivered types, each with the type of its message. */
export const messageOfKind: Readonly<Record<EventKind, MessageName>> = {
  transaction: 'WebhookEventMessage',
  new_autoramp: 'WebhookEventMessage',
  new_bank_account: 'WebhookEventMessage',
  deposit_address_created: 'WebhookEventMessage',
  customer_created: 'WebhookEventMessage',
  transaction_status: 'WebhookTransactionStatusMessage',
  transaction_refunded: 'WebhookTransactionRefundedMessage',
  register_fiat_address_status: 'WebhookFiatAddressStatusMessage',
  customer_status: 'WebhookCustomerStatusMessage',
  customer_fiat_abilities: 'WebhookCustomerFiatAbilitiesMessage',
  register_autoramp_status: 'WebhookAutorampStatusMessage',
  identification_status: 'WebhookIdentificationStatusMessage',
  ping: 'WebhookPingMessage',
}

/** The events for generated code, where a document does not restrict the type of a container. */
export const containedEvents = { container: 'WebhookContainer', messages: messageOfKind } as const

/** A message type with some named fields. */
export interface MessageFacts {
  /** Its delivered type. */
  readonly kind: EventKind
  readonly record: RecordName
  /** Members that it does not have. */
  readonly without: readonly string[]
}

/** Events: fields of messages. */
export const messageFacts: readonly MessageFacts[] = [
  { kind: 'transaction_status', record: 'TransactionStatusMessage', without: [] },
  { kind: 'customer_fiat_abilities', record: 'FiatAbilitiesMessage', without: ['currencies'] },
]

/** Events: headers of a delivery. */
export const deliveryHeaders = ['webhook-id', 'webhook-timestamp', 'webhook-signature'] as const
