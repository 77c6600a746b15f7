import { isVisible } from '../customer/records.js'
import type { Call, Handlers } from '../service/call.js'
import { badRequest } from '../primitives/refusal.js'
import { rampTypeOf } from '../money/ramp-type.js'
import type { TransactionRecord } from '../state/records.js'
import { pageOf } from '../state/paging.js'
import type { Scope } from '../state/repository.js'
import { renderTransaction } from './render.js'

type List = Call<'getAutorampTransactions'>

const mostIds = 100

/** The narrowest scope in the request, so that no other records have to be read. */
const scopeOf = ({ partnerId, query }: List): Scope => {
  const { autoramp_id: autoramp, customer_id: customer } = query
  if (autoramp !== undefined) return { partnerId, index: 'autoramp', value: autoramp }
  return customer === undefined ? { partnerId } : { partnerId, index: 'customer', value: customer }
}

const isInTime = ({ createdAt }: TransactionRecord, { query }: List): boolean =>
  (query.from_date === undefined || createdAt >= new Date(query.from_date)) &&
  (query.to_date === undefined || createdAt <= new Date(query.to_date))

/** A leap second is a valid date-time, but cannot be compared as a moment. */
const checkMoments = ({ from_date: from, to_date: to }: List['query']): void => {
  for (const [name, text] of Object.entries({ from_date: from, to_date: to }))
    if (text !== undefined && text !== null && Number.isNaN(Date.parse(text)))
      throw badRequest(`query parameter '${name}' must not be a leap second`)
}

const isBatched = ({ service }: List, { partnerId, autorampId }: TransactionRecord): boolean =>
  service.store.autoramps.find(partnerId, autorampId)?.batchPayout ?? false

const isWanted = (call: List, record: TransactionRecord): boolean => {
  const { query, service } = call
  return (
    isVisible(call, service.store.customers.find(record.partnerId, record.customerId)) &&
    (query.customer_id === undefined || query.customer_id === record.customerId) &&
    (query.status === undefined || query.status.includes(record.status)) &&
    (query.ramp_type === undefined ||
      query.ramp_type === rampTypeOf(record.sourceCurrency, record.destinationCurrency)) &&
    (query.is_batch_payout === undefined || query.is_batch_payout === isBatched(call, record)) &&
    isInTime(record, call)
  )
}

/** Listing transactions: paged and filtered, or those of the ids given, in that order. */
export const transactionHandlers = {
  getAutorampTransactions: (call) => {
    const { service, query } = call
    checkMoments(query)
    const page = pageOf(service.store.transactions, scopeOf(call), query, (record) => isWanted(call, record))
    return {
      status: 200,
      body: { ...page, items: page.items.map((record) => renderTransaction(service, record)) },
    }
  },
  getAutorampTransactionsByIds: ({ service, partnerId, query }) => {
    const { ids = [] } = query
    if (ids.length === 0 || ids.length > mostIds)
      throw badRequest(`query parameter 'ids' must hold from 1 to ${mostIds} ids`)
    const records = [...new Set(ids)].flatMap((id) => service.store.transactions.find(partnerId, id) ?? [])
    return { status: 200, body: { items: records.map((record) => renderTransaction(service, record)) } }
  },
} satisfies Handlers
