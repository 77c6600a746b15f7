import type { FiatAddress } from '../api/schemas.js'
import type { FiatAddressRecord } from '../state/records.js'

/** A bank account as the documents show it. */
export function renderFiatAddress(record: FiatAddressRecord): FiatAddress {
  return {
    id: record.id,
    customer_id: record.customerId,
    status: record.status,
    currency: record.currency,
    country: record.bankDetails.provider_country.code,
    bank_name: record.bankDetails.provider_name,
    bank_details: record.bankDetails,
    bank_account_identifier: record.bankDetails.account_identifier,
    is_third_party: record.bankDetails.is_third_party,
    ownership_verified: record.status === 'Registered' && !record.bankDetails.is_third_party,
    created_at: record.createdAt.toISOString(),
    updated_at: record.updatedAt.toISOString(),
    ...(record.label === undefined ? {} : { label: record.label }),
  }
}
