import { defined } from '../primitives/defined.js'
import { badRequest } from '../primitives/refusal.js'
import type { Topic } from '../api/event-types.js'
import { type ReachableHosts, urlProblem } from '../webhooks/url.js'
import type { Service, Handlers } from '../service/service.js'
import type { WebhookRecord } from '../state/records.js'
import { secretOf } from '../webhooks/delivery-client.js'
import { customerOf } from '../customer/customers.js'
import type { Webhook } from '../api/schemas.js'
import { requireRecord, pageOf } from '../state/repository.js'
import { logEvent, pingEvent } from '../events/events.js'

export interface EndpointInput {
  readonly label: string
  readonly url: string
  readonly topics: readonly Topic[]
}

/** Maximum length of a label, in characters. The specification names no limit; this one is the sandbox's. */
export const longestLabel = 100

/** The problems of an input by member, each to be printed after its name: `must not be blank`. */
export type EndpointProblems = Readonly<Partial<Record<keyof EndpointInput, string>>>

/** Characters that affect the surrounding text: controls, line ends, lone surrogates, direction marks. */
const acting = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/u
/** A visible character. */
const visible = /[^\p{White_Space}\p{Default_Ignorable_Code_Point}\p{C}\u2800]/u

const labelProblem = (label: string): string | undefined => {
  const length = Array.from(label).length
  if (acting.test(label))
    return 'must not contain control characters or those that change the direction of text'
  if (!visible.test(label)) return 'must not be blank'
  return length > longestLabel
    ? `must have at most ${longestLabel} characters; this one has ${length}`
    : undefined
}

/** The problems of the given members of a webhook, the same for API, console and command line. */
export function endpointProblems(
  { label, url, topics }: Partial<EndpointInput>,
  hosts: ReachableHosts,
): EndpointProblems {
  return defined({
    label: label === undefined ? undefined : labelProblem(label),
    url: url === undefined ? undefined : urlProblem(url, hosts),
    topics: topics?.length === 0 ? 'must name at least one kind of event' : undefined,
  })
}

/** Throws `Refusal` 400 for the first member with a problem. */
const checkEndpoint = (input: Partial<EndpointInput>, hosts: ReachableHosts): void => {
  for (const [name, problem] of Object.entries(endpointProblems(input, hosts)))
    throw badRequest(`request body at /${name} ${problem}`)
}

/** The members of a webhook that can be changed. */
export type EndpointChange = Partial<EndpointInput & { readonly enabled: boolean }>

type Needed = Pick<Service, 'store' | 'clock' | 'random' | 'delivery'>

/** Registers an enabled webhook. Only this returns its secret (Authentication 3). Throws `Refusal` 400. */
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
  return { record, secret: secretOf(random, record.id) }
}

const sameTopics = (some: readonly Topic[], others: readonly Topic[]): boolean =>
  some.length === others.length && some.every((topic) => others.includes(topic))

/** The members that differ from the record. Unchanged members are kept even if they would no longer be accepted. */
const changedIn = (record: WebhookRecord, { label, url, topics }: EndpointChange): EndpointChange =>
  defined({
    label: label === record.label ? undefined : label,
    url: url === record.url ? undefined : url,
    topics: topics && sameTopics(topics, record.topics) ? undefined : topics,
  })

/** Changes some members of a webhook. Throws `Refusal` 400 for problems of the new values. */
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
    ...defined({
      last_failure: record.lastFailureAt?.toISOString(),
      last_failure_reason: record.lastFailureReason,
    }),
  }
}

/** Lists, changes and tests the partner's webhooks. A disabled one receives nothing, not even a ping. */
export const webhookHandlers = {
  listWebhooks: ({ service, partnerId, query }) => ({
    status: 200,
    body: pageOf(service.store.webhooks, { partnerId }, query, renderWebhook),
  }),
  updateWebhook: ({ service, partnerId, path, body }) => {
    const record = requireRecord(service.store.webhooks, partnerId, path.id, 'webhook')
    return { status: 200, body: renderWebhook(changeEndpoint(service, record, body)) }
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
