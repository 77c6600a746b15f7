import { askForCode } from '../authentication-codes/codes.js'
import { autorampWaits } from '../authentication-codes/decide.js'
import { renderCode } from '../authentication-codes/handlers.js'
import { isVisible } from '../customer/records.js'
import type { Call, Handlers, OperationId, QueryOf } from '../service/call.js'
import { badRequest, notFound } from '../primitives/refusal.js'
import type { Autoramp, AutorampStatus } from '../api/schemas.js'
import { rampTypeOf } from '../money/ramp-type.js'
import type { AutorampRecord } from '../state/records.js'
import { newest, ofCustomer } from '../state/lookup.js'
import { pageOf } from '../state/paging.js'
import { autorampOf, isFinal, openAutoramp } from './find.js'
import { renderAutoramp } from './render.js'

type Owner = Pick<Call<OperationId>, 'service' | 'partnerId' | 'behaviours'>

const render = ({ service, behaviours }: Owner, record: AutorampRecord): Autoramp =>
  renderAutoramp(service, record, behaviours)

const move = (owner: Owner, id: string, status: AutorampStatus): AutorampRecord => {
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

const getAutoramps: NonNullable<Handlers['getAutoramps']> = (call) => {
  const { service, partnerId, query } = call
  const { customer_id: customerId } = query
  const scope = customerId === undefined ? { partnerId } : ofCustomer({ id: customerId, partnerId })
  const isSeen = (id: string): boolean => isVisible(call, service.store.customers.find(partnerId, id))
  const page = pageOf(
    service.store.autoramps,
    scope,
    query,
    (record) => isWanted(query, record) && isSeen(record.customerId),
  )
  return { status: 200, body: { ...page, items: page.items.map((record) => render(call, record)) } }
}

const getAutorampByExternalId: NonNullable<Handlers['getAutorampByExternalId']> = (call) => {
  const { service, partnerId, path } = call
  const record = newest(service.store.autoramps, { partnerId, index: 'external', value: path.external_id })
  if (record === undefined) throw notFound('autoramp')
  return { status: 200, body: render(call, record) }
}

/** Reads and cancels autoramps, and sets their status through sandbox operations. */
export const autorampHandlers = {
  getAutoramps,
  getAutorampByExternalId,
  getAutorampById: (call) => ({ status: 200, body: render(call, autorampOf(call, call.path.id)) }),
  cancelAutoramp: (call) => {
    move(call, call.path.id, 'Cancelled')
    return { status: 204 }
  },
  updateSandboxAutorampStatus: (call) => {
    const record = move(call, call.path.id, call.body)
    if (autorampWaits(record.status)) askForCode(call.service, { of: 'autoramp', record })
    return { status: 200, body: render(call, record) }
  },
  retryAutorampAuth: (call) => {
    const record = openAutoramp(call, call.path.id)
    return { status: 201, body: renderCode(askForCode(call.service, { of: 'autoramp', record })) }
  },
} satisfies Handlers
