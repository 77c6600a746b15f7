import type { Result } from '../service/call.js'
import type { QueryPairs } from '../pipeline/query.js'
import { badRequest } from '../primitives/refusal.js'
import type { EventRecord } from '../state/records.js'
import { type PageRequest, pageOf } from '../state/paging.js'
import { eventTypes, isEventType } from '../api/event-types.js'
import { type Controls, type ControlCall, pageSizeOf, queryText } from './control.js'

const usualPage = 10

const shownEvent = ({ id, topic, customerId, webhookId, createdAt, body }: EventRecord) => ({
  id,
  topic,
  customer_id: customerId === '' ? undefined : customerId,
  webhook_id: webhookId,
  created_at: createdAt,
  body: JSON.parse(body),
})

const pageRequest = ({ query }: ControlCall): PageRequest => {
  const order = queryText(query, 'sort_order') ?? 'desc'
  if (order !== 'asc' && order !== 'desc')
    throw badRequest("query parameter 'sort_order' must be asc or desc")
  const [cursor, previous] = [queryText(query, 'cursor'), queryText(query, 'prev_cursor')]
  return {
    page_size: pageSizeOf(query, usualPage),
    sort_order: order,
    ...(cursor === undefined ? {} : { cursor }),
    ...(previous === undefined ? {} : { prev_cursor: previous }),
  }
}

/** The event kind in a query, if there is one. Throws `Refusal` 400 for an unknown one. */
export function requestedType(query: QueryPairs): string | undefined {
  const type = queryText(query, 'type')
  if (type !== undefined && !isEventType(type))
    throw badRequest(`query parameter 'type' must be one of ${eventTypes.join(', ')}`)
  return type
}

const listEvents = (call: ControlCall): Result => {
  const { service, partnerId, query } = call
  const [customer, type] = [queryText(query, 'customer_id'), requestedType(query)]
  const scope = customer === undefined ? { partnerId } : { partnerId, index: 'customer', value: customer }
  const page = pageOf(
    service.store.events,
    scope,
    pageRequest(call),
    (event) => type === undefined || event.type === type,
  )
  return { status: 200, body: { ...page, items: page.items.map(shownEvent) } }
}

/** Reads the log of events, newest first; `body` is what each delivery posts. */
export const eventControls: Controls = {
  'GET /events': [
    'lists the events of the partner; accepts customer_id, type, cursor, prev_cursor, page_size (1 to 100) and sort_order',
    listEvents,
  ],
}
