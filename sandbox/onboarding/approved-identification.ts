import type { CustomerRecord, IdentificationRecord } from '../state/records.js'
import { ofCustomer } from '../state/lookup.js'
import type { Store } from '../state/store.js'

/** The customer's newest approved identification; with one the customer counts as identified. */
export function approvedIdentification(
  { identifications }: Store,
  customer: CustomerRecord,
): IdentificationRecord | undefined {
  for (const record of identifications.walk(ofCustomer(customer), { order: 'newest-first' }))
    if (record.status === 'Approved') return record
  return undefined
}
