import type { CustomerRecord, IdentificationRecord } from '../state/records.js'
import { newest, ofCustomer } from '../state/lookup.js'
import type { Store } from '../state/store.js'

/** The customer's newest approved identification; with one the customer counts as identified. */
export function approvedIdentification(
  { identifications }: Store,
  customer: CustomerRecord,
): IdentificationRecord | undefined {
  return newest(identifications, ofCustomer(customer), ({ status }) => status === 'Approved')
}
