import type { Service } from '../service/service.js'
import type { FiatAddressRecord } from '../state/records.js'
import type { Change } from '../webhooks/changes.js'
import type { EventType } from '../api/event-types.js'

/** The promise of an event kind, by the name with which a fault disables it. */
const promises: Readonly<Partial<Record<EventType, string>>> = {
  customer_created: 'webhooks/customer-created',
  customer_status: 'webhooks/customer-status',
  identification_status: 'webhooks/identification-status',
  new_bank_account: 'webhooks/new-bank-account',
  register_fiat_address_status: 'webhooks/fiat-address-status',
  new_autoramp: 'webhooks/new-autoramp',
  register_autoramp_status: 'webhooks/autoramp-status',
  deposit_address_created: 'webhooks/deposit-address',
  transaction: 'webhooks/transaction',
  transaction_status: 'webhooks/transaction-status',
  ping: 'webhooks/ping',
}

/** Whether a fault suppresses events of a kind. */
export function isSuppressed({ isOff }: Pick<Service, 'isOff'>, type: EventType): boolean {
  const promise = promises[type]
  return promise !== undefined && isOff(promise)
}

/** Whether a fault suppresses rail events after changes. */
export function areRailEventsSuppressed(
  { isOff }: Pick<Service, 'isOff'>,
  changes: readonly Change[],
): boolean {
  return changes.some(
    (change) =>
      (change.of === 'signings' && isOff('webhooks/abilities-signing')) ||
      (change.of === 'identifications' &&
        change.after.status === 'Approved' &&
        isOff('webhooks/abilities-identification')),
  )
}

/** Whether a fault suppresses the event of a bank account that was registered at once. */
export function isImmediateRegistrationSuppressed(
  { isOff }: Pick<Service, 'isOff'>,
  before: FiatAddressRecord | undefined,
  { status }: FiatAddressRecord,
): boolean {
  return before === undefined && status === 'Registered' && isOff('webhooks/fiat-address-straight')
}
