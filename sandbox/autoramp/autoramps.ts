import type { Call, OperationId, Handlers, QueryOf } from '../service/service.js'
import { defined } from '../primitives/defined.js'
import { badRequest, notFound } from '../primitives/refusal.js'
import type { AutorampStatus, Autoramp } from '../api/schemas.js'
import type { AutorampRecord } from '../state/records.js'
import { requireRecord, newest, ofCustomer, pageOf } from '../state/repository.js'
import { rampTypeOf } from '../money/money.js'
import { depositRails } from './rails.js'
import { requestCode, autorampWaits, renderCode } from '../authentication-codes/authentication-codes.js'
import { isVisible, customerOf } from '../customer/customers.js'

type Owner = Pick<Call<OperationId>, 'service' | 'partnerId'>

const final: ReadonlySet<AutorampStatus> = new Set(['Rejected', 'Cancelled'])

const isFinal = ({ status }: AutorampRecord): boolean => final.has(status)

/** The partner's autoramp with this id. Throws `Refusal` 404. */
export function autorampOf({ service, partnerId }: Owner, id: string): AutorampRecord {
  return requireRecord(service.store.autoramps, partnerId, id, 'autoramp')
}

/** The partner's autoramp with this id. Throws `Refusal` 404, or 400 if its status is final. */
export function openAutoramp(owner: Owner, id: string): AutorampRecord {
  const record = autorampOf(owner, id)
  if (isFinal(record)) throw badRequest(`the autoramp is ${record.status} and cannot change any more`)
  return record
}

/** The reference that senders must quote, if the autoramp uses payment by reference. */
export function inboundReference({ id, payByReference }: AutorampRecord): string | undefined {
  return payByReference ? `IR-${id.slice(0, 6).toUpperCase()}` : undefined
}

/** The texts of an autoramp, except for the ACH reference, which the documents do not show. */
const textMembers = (record: AutorampRecord): Partial<Autoramp> => {
  const { ach_payment_reference: _ach, ...references } = record.references
  return defined({
    ...references,
    name: record.name,
    external_id: record.externalId,
    additional_partner_fee_in_bips: record.additionalPartnerFee,
    payment_reference: record.paymentReference,
    inbound_payment_reference: inboundReference(record),
  })
}

type Caller = Pick<Call<OperationId>, 'service' | 'partnerId' | 'behaviours'>

/** An autoramp as the documents show it to a caller, whose version has some behaviours. */
export function renderAutoramp({ service, behaviours }: Caller, record: AutorampRecord): Autoramp {
  const now = service.clock()
  const active = record.quotes.filter(({ valid_until: end }) => new Date(end) > now)
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
    ...defined({ quote: active[0] }),
    created_at: record.createdAt.toISOString(),
    ...textMembers(record),
  }
}

const move = (owner: Caller, id: string, status: AutorampStatus): AutorampRecord => {
  const record = autorampOf(owner, id)
  if (isFinal(record) && record.status !== status)
    throw badRequest(`the autoramp is ${record.status} and cannot change any more`)
  const moved = { ...record, status }
  owner.service.store.autoramps.save(moved)
  return moved
}

const isWanted = (query: QueryOf<'getAutoramps'>, record: AutorampRecord): boolean =>
  (query.status === undefined || query.status.includes(record.status)) &&
  (query.autoramp_type === undefined ||
    query.autoramp_type === rampTypeOf(record.sources[0], record.destination)) &&
  (query.is_batch_payout === undefined || query.is_batch_payout === record.batchPayout) &&
  (query.source === undefined || query.source === record.source)

/** Reads and cancels autoramps, and sets their status through sandbox operations. */
export const autorampHandlers = {
  getAutoramps: (call) => {
    const { service, partnerId, query } = call
    const { customer_id: customerId } = query
    const scope = customerId === undefined ? { partnerId } : ofCustomer({ id: customerId, partnerId })
    const shown = (record: AutorampRecord): Autoramp => renderAutoramp(call, record)
    const fits = (record: AutorampRecord): boolean =>
      isWanted(query, record) && isVisible(call, service.store.customers.find(partnerId, record.customerId))
    return { status: 200, body: pageOf(service.store.autoramps, scope, query, shown, fits) }
  },
  getAutorampByExternalId: (call) => {
    const { service, partnerId, path } = call
    const record = newest(service.store.autoramps, { partnerId, index: 'external', value: path.external_id })
    if (record === undefined) throw notFound('autoramp')
    return { status: 200, body: renderAutoramp(call, record) }
  },
  getAutorampById: (call) => ({ status: 200, body: renderAutoramp(call, autorampOf(call, call.path.id)) }),
  cancelAutoramp: (call) => {
    move(call, call.path.id, 'Cancelled')
    return { status: 204 }
  },
  updateSandboxAutorampStatus: (call) => {
    const record = move(call, call.path.id, call.body)
    if (autorampWaits(record.status)) requestCode(call.service, { of: 'autoramp', record })
    return { status: 200, body: renderAutoramp(call, record) }
  },
  retryAutorampAuth: (call) => {
    const record = openAutoramp(call, call.path.id)
    return { status: 201, body: renderCode(requestCode(call.service, { of: 'autoramp', record })) }
  },
  /** GET /autoramps/check-limit: there is no limit, so the customer only has to be active. */
  checkAutorampLimit: (call) => ({
    status: 200,
    body: { can_create: customerOf(call, call.query.customer_id).state === 'Active' },
  }),
} satisfies Handlers
