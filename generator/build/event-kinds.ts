/**
 * The kinds of events that the specification lists (Events, event kinds), with the component that describes the
 * message of each. For documents whose container leaves its type open.
 */
export const eventKinds: Readonly<Record<string, string>> = {
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
