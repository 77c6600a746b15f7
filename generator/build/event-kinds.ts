/**
 * The event kinds of the specification (Events, event kinds), each with the component of its message. For documents
 * that do not restrict the type in the container.
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
