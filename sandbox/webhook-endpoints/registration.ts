import type { Topic } from '../api/event-types.js'
import type { Service } from '../service/service.js'
import type { WebhookRecord } from '../state/records.js'
import { secretOf } from '../webhooks/signing.js'
import { checkEndpoint, type EndpointInput } from './validation.js'

/** The members of a webhook that can be changed. */
export type EndpointChange = Partial<EndpointInput & { readonly enabled: boolean }>

type Needed = Pick<Service, 'store' | 'clock' | 'random' | 'delivery'>

/**
 * Registers an enabled webhook. Its secret is only returned here (Authentication 3). Throws `Refusal` 400 for
 * problems that `endpointProblems` finds.
 */
export function registerEndpoint(
  { store, clock, random, delivery }: Needed,
  partnerId: string,
  input: EndpointInput,
): { readonly record: WebhookRecord; readonly secret: string } {
  checkEndpoint(input, delivery)
  const { label, url, topics } = input
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
  return { record, secret: secretOf(random, record.id, 1) }
}

const sameTopics = (some: readonly Topic[], others: readonly Topic[]): boolean =>
  some.length === others.length && some.every((topic) => others.includes(topic))

/** The members that differ from the record. Unchanged members are kept even if they would no longer be accepted. */
const changedIn = (record: WebhookRecord, { label, url, topics }: EndpointChange): EndpointChange => ({
  ...(label === undefined || label === record.label ? {} : { label }),
  ...(url === undefined || url === record.url ? {} : { url }),
  ...(topics === undefined || sameTopics(topics, record.topics) ? {} : { topics }),
})

/**
 * Changes some members of a webhook. Throws `Refusal` 400 for problems that `endpointProblems` finds in the new
 * values.
 */
export function changeEndpoint(
  { store, clock, delivery }: Needed,
  record: WebhookRecord,
  change: EndpointChange,
): WebhookRecord {
  checkEndpoint(changedIn(record, change), delivery)
  const { enabled = record.enabled, label = record.label, topics = record.topics, url = record.url } = change
  const changed = { ...record, enabled, label, topics: [...new Set(topics)], url, updatedAt: clock() }
  store.webhooks.save(changed)
  return changed
}
