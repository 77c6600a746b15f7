import type { CustomerRecord, IdentificationRecord } from '../state/records.js'
import { ofCustomer } from '../state/lookup.js'
import type { Store } from '../state/store.js'

/** The customer's newest approved identification: what makes it an identified customer. */
export function approvedIdentification(
  { identifications }: Store,
  customer: CustomerRecord,
): IdentificationRecord | undefined {
  for (const record of identifications.walk(ofCustomer(customer), { order: 'newest-first' }))
    if (record.status === 'Approved') return record
  return undefined
}
