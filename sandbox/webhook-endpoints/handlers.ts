import { customerOf } from '../customer/customers.js'
import type { Handlers } from '../service/call.js'
import type { Webhook } from '../api/schemas.js'
import type { WebhookRecord } from '../state/records.js'
import { requireRecord } from '../state/repository.js'
import { pageOf } from '../state/paging.js'
import { logEvent, pingEvent } from '../events/events.js'
import { changeEndpoint } from './registration.js'

/** A webhook as the documents show it, without its secret. */
export function renderWebhook(record: WebhookRecord): Webhook {
  return {
    id: record.id,
    partner_id: record.partnerId,
    label: record.label,
    url: record.url,
    enabled: record.enabled,
    topics: [...record.topics],
    created_at: record.createdAt.toISOString(),
    updated_at: record.updatedAt.toISOString(),
    ...(record.lastFailureAt === undefined ? {} : { last_failure: record.lastFailureAt.toISOString() }),
    ...(record.lastFailureReason === undefined ? {} : { last_failure_reason: record.lastFailureReason }),
  }
}

/** Lists, changes and tests the partner's webhooks. A disabled one receives nothing, not even a ping. */
export const webhookHandlers = {
  listWebhooks: ({ service, partnerId, query }) => {
    const page = pageOf(service.store.webhooks, { partnerId }, query)
    return { status: 200, body: { ...page, items: page.items.map(renderWebhook) } }
  },
  updateWebhook: ({ service, partnerId, path, body }) => {
    const record = requireRecord(service.store.webhooks, partnerId, path.id, 'webhook')
    const changed = changeEndpoint(service, record, body)
    return { status: 200, body: renderWebhook(changed) }
  },
  pingWebhook: (call) => {
    const { service, partnerId, path, body } = call
    const { id, enabled } = requireRecord(service.store.webhooks, partnerId, path.id, 'webhook')
    const customer = customerOf(call, body.customer_id)
    const sent = enabled || service.usesAlternative('ping-when-disabled')
    if (sent) logEvent(service, partnerId, pingEvent(id, customer.id), id)
    return { status: 200, body: sent }
  },
} satisfies Handlers
