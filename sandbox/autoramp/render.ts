import type { Autoramp } from '../api/schemas.js'
import { rampTypeOf } from '../money/ramp-type.js'
import type { Service } from '../service/service.js'
import type { AutorampRecord } from '../state/records.js'
import type { Behaviours } from '../versions/index.js'
import { depositRails } from './rails.js'

/** The reference that senders must quote, if the autoramp uses payment by reference. */
export function inboundReference({ id, payByReference }: AutorampRecord): string | undefined {
  return payByReference ? `IR-${id.slice(0, 6).toUpperCase()}` : undefined
}

/** The texts of an autoramp, except for the ACH reference, which the documents do not show. */
const texts = (record: AutorampRecord): Partial<Autoramp> => {
  const { ach_payment_reference: _ach, ...references } = record.references
  const { name, externalId, additionalPartnerFee, paymentReference } = record
  const inbound = inboundReference(record)
  return {
    ...references,
    ...(name === undefined ? {} : { name }),
    ...(externalId === undefined ? {} : { external_id: externalId }),
    ...(additionalPartnerFee === undefined ? {} : { additional_partner_fee_in_bips: additionalPartnerFee }),
    ...(paymentReference === undefined ? {} : { payment_reference: paymentReference }),
    ...(inbound === undefined ? {} : { inbound_payment_reference: inbound }),
  }
}

/** An autoramp as the documents show it, for a version with these behaviours. */
export function renderAutoramp(service: Service, record: AutorampRecord, behaviours: Behaviours): Autoramp {
  const now = service.clock()
  const active = record.quotes.filter(({ valid_until: end }) => new Date(end) > now)
  const [newest] = active
  return {
    id: record.id,
    customer_id: record.customerId,
    status: record.status,
    source: record.source,
    kind: rampTypeOf(record.sources[0], record.destination),
    source_currencies: [...record.sources],
    destination_currency: record.destination,
    recipient: record.recipient,
    is_third_party: record.isThirdParty,
    batch_payout: record.batchPayout,
    fee_profile_id: record.feeProfileId,
    deposit_rails: depositRails(service, record, behaviours['fednow-rail']),
    quotes: active,
    ...(newest === undefined ? {} : { quote: newest }),
    created_at: record.createdAt.toISOString(),
    ...texts(record),
  }
}
