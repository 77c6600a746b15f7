/** The kinds of events that the specification lists. */
export const eventKinds = (
  'transaction new_autoramp new_bank_account deposit_address_created customer_created transaction_status ' +
  'transaction_refunded register_fiat_address_status customer_status customer_fiat_abilities ' +
  'register_autoramp_status identification_status ping'
).split(' ')
