import type { Service } from '../service/service.js'
import type { WebhookRecord } from '../state/records.js'
import type { Topic } from '../api/event-types.js'
import { secretOf } from '../webhooks/signing.js'
import { checkUrl } from '../webhooks/url.js'

/** The input of a registration. */
export interface EndpointInput {
  readonly label: string
  readonly url: string
  readonly topics: readonly Topic[]
}

/** The members of a webhook that can be changed. */
export type EndpointChange = Partial<EndpointInput & { readonly enabled: boolean }>

type Needed = Pick<Service, 'store' | 'clock' | 'random' | 'delivery'>

/**
 * Registers a webhook, enabled. Its secret is told here and nowhere else (Authentication 3). Throws `Refusal` 400 for
 * a URL that is not deliverable.
 */
export function registerEndpoint(
  { store, clock, random, delivery }: Needed,
  partnerId: string,
  { label, url, topics }: EndpointInput,
): { readonly record: WebhookRecord; readonly secret: string } {
  checkUrl(url, delivery.allowsLoopback)
  const now = clock()
  const record = {
    id: random.uuid('webhook'),
    partnerId,
    label,
    url,
    topics: [...new Set(topics)],
    enabled: true,
    createdAt: now,
    updatedAt: now,
  }
  store.webhooks.save(record)
  return { record, secret: secretOf(random, record.id) }
}

/** Changes a webhook in part. Throws `Refusal` 400 for a new URL that is not deliverable. */
export function changeEndpoint(
  { store, clock, delivery }: Needed,
  record: WebhookRecord,
  { enabled = record.enabled, label = record.label, topics = record.topics, url }: EndpointChange,
): WebhookRecord {
  if (url !== undefined) checkUrl(url, delivery.allowsLoopback)
  const changed = {
    ...record,
    enabled,
    label,
    topics: [...new Set(topics)],
    url: url ?? record.url,
    updatedAt: clock(),
  }
  store.webhooks.save(changed)
  return changed
}
