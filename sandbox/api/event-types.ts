/** Every kind of event: its type in deliveries, and the topic that webhooks subscribe to (Event kinds). */
export const topicByType = {
  transaction: 'Transaction',
  new_autoramp: 'NewAutoramp',
  new_bank_account: 'NewBankAccount',
  deposit_address_created: 'DepositAddressCreated',
  customer_created: 'CustomerCreated',
  transaction_status: 'TransactionStatus',
  transaction_refunded: 'TransactionRefunded',
  register_fiat_address_status: 'RegisterFiatAddressStatus',
  customer_status: 'CustomerStatus',
  customer_fiat_abilities: 'CustomerFiatAbilities',
  register_autoramp_status: 'RegisterAutorampStatus',
  identification_status: 'IdentificationStatus',
  ping: 'Ping',
} as const

export type EventType = keyof typeof topicByType

/** Every type, in the order of the specification. */
export const eventTypes: readonly string[] = Object.keys(topicByType)

/** Whether a value names a type of event. */
export function isEventType(value: unknown): value is EventType {
  return typeof value === 'string' && Object.hasOwn(topicByType, value)
}

export type Topic = (typeof topicByType)[EventType]
