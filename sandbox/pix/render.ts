import type { PixAddress } from '../api/schemas.js'
import type { PixAddressRecord } from '../state/records.js'

/** A PIX destination as the documents show it. */
export function renderPixAddress(record: PixAddressRecord): PixAddress {
  return {
    id: record.id,
    customer_id: record.customerId,
    status: record.status,
    recipient: record.recipient,
    created_at: record.createdAt.toISOString(),
    updated_at: record.updatedAt.toISOString(),
    ...(record.label === undefined ? {} : { label: record.label }),
  }
}
