import { customerOf, isVisible } from '../customer/records.js'
import type { Call, Handlers } from '../service/call.js'
import { notFound } from '../primitives/refusal.js'
import type { FiatAddressRecord } from '../state/records.js'
import { found } from '../service/find.js'
import { ofCustomer } from '../state/lookup.js'
import { type Page, pageOf } from '../state/paging.js'
import { renderFiatAddress } from './fiat-render.js'

const rendered = (page: Page<FiatAddressRecord>) => ({ ...page, items: page.items.map(renderFiatAddress) })

const addressOf = (call: Call<'getFiatAddress'> | Call<'deleteFiatAddress'>): FiatAddressRecord => {
  const { service, partnerId, path } = call
  customerOf(call, path.customer_id)
  const record = found(service.store.fiatAddresses, partnerId, path.fiat_address_id, 'fiat address')
  if (record.customerId !== path.customer_id) throw notFound('fiat address')
  return record
}

/** Reads and deletes bank accounts. A list without a status filter shows the registered ones. */
export const fiatReadingHandlers = {
  getFiatAddressesByStatus: (call) => {
    const { service, partnerId, query } = call
    const wanted = query.status ?? 'Registered'
    const page = pageOf(
      service.store.fiatAddresses,
      { partnerId },
      query,
      (record) =>
        record.status === wanted &&
        isVisible(call, service.store.customers.find(partnerId, record.customerId)),
    )
    return { status: 200, body: rendered(page) }
  },
  getFiatAddresses: (call) => {
    const { service, path, query } = call
    const page = pageOf(service.store.fiatAddresses, ofCustomer(customerOf(call, path.customer_id)), query)
    return { status: 200, body: rendered(page) }
  },
  getFiatAddress: (call) => ({ status: 200, body: renderFiatAddress(addressOf(call)) }),
  deleteFiatAddress: (call) => {
    const { partnerId, id } = addressOf(call)
    call.service.store.fiatAddresses.remove(partnerId, id)
    return { status: 200 }
  },
} satisfies Handlers
