import type { RecordName } from './records.js'

/** Events: the delivered types. */
export const eventKinds =
  'transaction new_autoramp new_bank_account deposit_address_created customer_created transaction_status transaction_refunded register_fiat_address_status customer_status customer_fiat_abilities register_autoramp_status identification_status ping'.split(
    ' ',
  )

/** The topic of a delivered type: the same name in PascalCase. */
export function topicOf(kind: string): string {
  return kind.replaceAll(/(^|_)([a-z])/g, (_match, _start, letter: string) => letter.toUpperCase())
}

/** Events: names of the message types, and of what they come in. */
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

/** A message type whose fields are named in part. */
export interface MessageFacts {
  readonly name: (typeof messageNames)[number]
  /** The delivered type that it comes with. */
  readonly kind: string
  readonly record: RecordName
  /** Members that it does not have. */
  readonly without: readonly string[]
}

/** Events: what is said of the fields of messages. */
export const messageFacts: readonly MessageFacts[] = [
  {
    name: 'WebhookTransactionStatusMessage',
    kind: 'transaction_status',
    record: 'TransactionStatusMessage',
    without: [],
  },
  {
    name: 'WebhookCustomerFiatAbilitiesMessage',
    kind: 'customer_fiat_abilities',
    record: 'FiatAbilitiesMessage',
    without: ['currencies'],
  },
]

/** Events: headers of a delivery. */
export const deliveryHeaders = ['webhook-id', 'webhook-timestamp', 'webhook-signature'] as const
