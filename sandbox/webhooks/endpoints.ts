import { customerOf } from '../customer/records.js'
import type { Handlers } from '../http/call.js'
import { badRequest } from '../http/refusal.js'
import type { Webhook } from '../model.js'
import type { WebhookRecord } from '../state/entities.js'
import { found } from '../state/lookup.js'
import { pageOf } from '../state/paging.js'
import { logEvent } from './event-log.js'
import { pingEvent } from './messages.js'

/** A webhook as the documents show it; its secret is never part of it. */
export const renderWebhook = (record: WebhookRecord): Webhook => ({
  id: record.id,
  partner_id: record.partnerId,
  label: record.label,
  url: record.url,
  enabled: record.enabled,
  topics: [...record.topics],
  created_at: record.createdAt.toISOString(),
  updated_at: record.updatedAt.toISOString(),
})

/** Throws `Refusal` 400 for an address that is no public https URL (Registering). */
export const checkUrl = (text: string): void => {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url?.protocol !== 'https:' || url.username !== '' || url.password !== '')
    throw badRequest('request body at /url must be an https:// URL without credentials')
}

/** Listing, changing and trying out the partner's webhooks. A disabled one receives nothing, a ping neither. */
export const webhookHandlers = {
  listWebhooks: ({ service, partnerId, query }) => {
    const page = pageOf(service.store.webhooks, { partnerId }, query)
    return { status: 200, body: { ...page, items: page.items.map(renderWebhook) } }
  },
  updateWebhook: ({ service, partnerId, path, body }) => {
    const record = found(service.store.webhooks, partnerId, path.id, 'webhook')
    const { enabled = record.enabled, label = record.label, topics = record.topics, url = record.url } = body
    checkUrl(url)
    const changed = {
      ...record,
      enabled,
      label,
      topics: [...new Set(topics)],
      url,
      updatedAt: service.clock(),
    }
    service.store.webhooks.save(changed)
    return { status: 200, body: renderWebhook(changed) }
  },
  pingWebhook: (call) => {
    const { service, partnerId, path, body } = call
    const { id, enabled } = found(service.store.webhooks, partnerId, path.id, 'webhook')
    const customer = customerOf(call, body.customer_id)
    const sent = enabled || service.takesOther('ping-when-disabled')
    if (sent) logEvent(service, partnerId, pingEvent(id, customer.id), id)
    return { status: 200, body: sent }
  },
} satisfies Handlers
