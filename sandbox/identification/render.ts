import type { Identification } from '../model.js'
import type { IdentificationRecord } from '../state/entities.js'

/** An identification as the documents show it; the country of residence appears only while it is approved. */
export const renderIdentification = (record: IdentificationRecord): Identification => ({
  id: record.id,
  customer_id: record.customerId,
  status: record.status,
  created_at: record.createdAt.toISOString(),
  updated_at: record.updatedAt.toISOString(),
  ...(record.url === undefined ? {} : { url: record.url }),
  ...(record.withEdd === undefined ? {} : { with_edd: record.withEdd }),
  ...(record.status === 'Approved' && record.country !== undefined
    ? { residence_country: record.country }
    : {}),
})
