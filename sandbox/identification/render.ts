import type { Identification } from '../api/schemas.js'
import type { IdentificationRecord } from '../state/records.js'
import { newest } from '../state/lookup.js'
import type { Store } from '../state/store.js'

const isNewest = ({ identifications }: Store, { id, partnerId, customerId }: IdentificationRecord): boolean =>
  newest(identifications, { partnerId, index: 'customer', value: customerId })?.id === id

/**
 * An identification as the documents show it; the country of residence only for the newest one, while it is approved.
 */
export function renderIdentification(store: Store, record: IdentificationRecord): Identification {
  return {
    id: record.id,
    customer_id: record.customerId,
    status: record.status,
    created_at: record.createdAt.toISOString(),
    updated_at: record.updatedAt.toISOString(),
    ...(record.url === undefined ? {} : { url: record.url }),
    ...(record.withEdd === undefined ? {} : { with_edd: record.withEdd }),
    ...(record.status === 'Approved' && record.country !== undefined && isNewest(store, record)
      ? { residence_country: record.country }
      : {}),
  }
}
