import type { Call, Handlers, QueryOf } from '../service/call.js'
import type { Service } from '../service/service.js'
import type { CustomerRecord } from '../state/records.js'
import { newest, ofCustomer } from '../state/lookup.js'
import { pageOf } from '../state/paging.js'
import type { Scope } from '../state/repository.js'
import type { Store } from '../state/store.js'
import { renderCustomer } from './render.js'

type Query = QueryOf<'getAllCustomers'>

const holds = <T>(wanted: readonly T[] | undefined, value: T | undefined): boolean =>
  wanted === undefined || wanted.some((entry) => entry === value)

const hasTransactions = ({ transactions }: Store, customer: CustomerRecord): boolean =>
  newest(transactions, ofCustomer(customer)) !== undefined

const isWanted = ({ store }: Service, query: Query, customer: CustomerRecord): boolean =>
  holds(query.status, customer.state) &&
  holds(query.customer_type, customer.type) &&
  (query.identification_status === undefined ||
    holds(query.identification_status, newest(store.identifications, ofCustomer(customer))?.status)) &&
  (query.has_transactions === undefined || query.has_transactions === hasTransactions(store, customer))

/** All customers of the partner, or those of the sub-partner in the request. */
const scopeOf = ({ partnerId, subPartnerId }: Call<'getAllCustomers'>): Scope =>
  subPartnerId === undefined ? { partnerId } : { partnerId, index: 'subPartner', value: subPartnerId }

/** Listing a partner's customers. */
export const listHandlers = {
  getAllCustomers: (call) => {
    const { service, query } = call
    const page = pageOf(service.store.customers, scopeOf(call), query, (customer) =>
      isWanted(service, query, customer),
    )
    return {
      status: 200,
      body: { ...page, items: page.items.map((customer) => renderCustomer(service, customer)) },
    }
  },
} satisfies Handlers
