import { payoutHash, olderState } from '../transactions/transactions.js'
import type { Service } from '../service/service.js'
import type { TransactionRecord, CustomerRecord, EventRecord, WebhookRecord } from '../state/records.js'
import { type EventType, topicByType } from '../api/event-types.js'
import { hasDepositAccount } from '../autoramp/rails.js'
import { railAbilities } from '../customer/abilities.js'
import { defined } from '../primitives/defined.js'
import type { Change, ChangeOf, Watched } from '../state/store.js'
import { newest } from '../state/repository.js'

/** An event before it is dated: its customer, and the message of its kind (Message types). */
interface Draft {
  readonly type: EventType
  readonly customerId: string
  readonly message: Readonly<Record<string, unknown>>
}

type Message = Draft['message']

/** WebhookEventMessage: a new record. */
const generalEvent = (type: EventType, customerId: string, id: string): Draft => {
  return { type, customerId, message: { id, kind: topicByType[type] } }
}

/** Status messages that consist of an id and the status. */
const statusEvent = (
  type: EventType,
  customerId: string,
  { id, status }: { readonly id: string; readonly status: string },
): Draft => ({ type, customerId, message: { id, status } })

/** WebhookTransactionStatusMessage: the hash is only present for payouts on a chain. */
const transactionStatusEvent = (service: Service, record: TransactionRecord): Draft => ({
  type: 'transaction_status',
  customerId: record.customerId,
  message: {
    id: record.id,
    status: olderState(record),
    transaction_status: record.status,
    ...defined({ transaction_hash: payoutHash(service, record) }),
  },
})

/** WebhookTransactionRefundedMessage: the specification does not show its fields. */
const refundMessage = (
  record: Pick<TransactionRecord, 'id' | 'refund' | 'amountIn' | 'sourceCurrency'>,
): Message => ({
  id: record.id,
  refund_id: record.refund?.id,
  refunded_at: record.refund?.createdAt.toISOString(),
  amount: { amount: record.amountIn, currency: record.sourceCurrency },
})

/** WebhookPingMessage, about the webhook being tested; its container names a customer like every other. */
export function pingEvent(webhookId: string, customerId: string): Draft {
  return { type: 'ping', customerId, message: { id: webhookId } }
}

interface Causes<Name extends Watched> {
  /** The events of a change. */
  readonly events: (change: ChangeOf<Name>, service: Service) => readonly (Draft | false)[]
  /** The customer whose rails are reported again after a change; false if they are not. */
  readonly railsOf?: (change: ChangeOf<Name>) => string | false
}

/** The events that changes cause, by the kind of the record (Event kinds). */
const causes: { readonly [Name in Watched]: Causes<Name> } = {
  customers: {
    events: ({ before, after: { id, state: status } }) =>
      before === undefined
        ? [generalEvent('customer_created', id, id)]
        : [before.state !== status && statusEvent('customer_status', id, { id, status })],
    // Not only onboarding changes the state, but also a compliance review.
    railsOf: ({ before, after }) => before !== undefined && before.state !== after.state && after.id,
  },
  identifications: {
    events: ({ before, after }) => [
      before?.status !== after.status && statusEvent('identification_status', after.customerId, after),
    ],
    railsOf: ({ before, after }) =>
      before?.status !== 'Approved' && after.status === 'Approved' && after.customerId,
  },
  signings: { events: () => [], railsOf: ({ after }) => after.customerId },
  fiatAddresses: {
    events: ({ before, after }) => [
      before === undefined && generalEvent('new_bank_account', after.customerId, after.id),
      before?.status !== after.status && statusEvent('register_fiat_address_status', after.customerId, after),
    ],
    railsOf: ({ before, after }) =>
      before?.status !== 'Registered' && after.status === 'Registered' && after.customerId,
  },
  autoramps: {
    events: ({ before, after }) => {
      const { customerId, id } = after
      if (before === undefined) return [generalEvent('new_autoramp', customerId, id)]
      return [
        before.status !== after.status && statusEvent('register_autoramp_status', customerId, after),
        !hasDepositAccount(before) &&
          hasDepositAccount(after) &&
          generalEvent('deposit_address_created', customerId, id),
      ]
    },
  },
  transactions: {
    events: ({ before, after }, service) => [
      before === undefined && generalEvent('transaction', after.customerId, after.id),
      before?.status !== after.status && transactionStatusEvent(service, after),
      before?.refund === undefined &&
        after.refund !== undefined && {
          type: 'transaction_refunded',
          customerId: after.customerId,
          message: refundMessage(after),
        },
    ],
  },
}

const eventsOfOne = <Name extends Watched>(change: ChangeOf<Name>, service: Service): readonly Draft[] =>
  causes[change.of].events(change, service).filter((event) => event !== false)

const railsMoved = <Name extends Watched>(change: ChangeOf<Name>): string | false =>
  causes[change.of].railsOf?.(change) ?? false

/** WebhookCustomerFiatAbilitiesMessage: the full snapshot without `currencies`, under the id of the customer. */
const abilitiesEvent = (service: Service, customer: CustomerRecord): Draft => {
  const message = { id: customer.id, ...railAbilities(service, customer) }
  return { type: 'customer_fiat_abilities', customerId: customer.id, message }
}

/** The events of the changes of one request (Event kinds), in order; rails last, once per customer. */
const eventsOf = (service: Service, partnerId: string, changes: readonly Change[]): readonly Draft[] => {
  const moved = new Set(changes.flatMap((change) => railsMoved(change) || []))
  const customers = [...moved].flatMap((id) => service.store.customers.find(partnerId, id) ?? [])
  return [
    ...changes.flatMap((change) => eventsOfOne(change, service)),
    ...customers.map((customer) => abilitiesEvent(service, customer)),
  ]
}

/** An ISO time with microseconds and an offset, as deliveries carry it. */
const timestampOf = (date: Date): string => date.toISOString().replace('Z', '000+00:00')

/** The body of every delivery of an event: a WebhookContainer, exactly as it will be signed and posted. */
const containerOf = ({ type, customerId, message }: Draft, now: Date): string =>
  JSON.stringify({ type, timestamp: timestampOf(now), data: { customer_id: customerId, message } })

/** The webhooks that receive an event: those enabled and subscribed when it happens, or its only addressee. */
const recipientsOf = (
  { store, faults }: Service,
  partnerId: string,
  type: EventType,
  webhookId: string | undefined,
  changes: readonly Change[],
): readonly string[] => {
  const topic = topicByType[type]
  const only = webhookId === undefined ? undefined : store.webhooks.find(partnerId, webhookId)
  const all = store.webhooks.walk({ partnerId }, { order: 'oldest-first' })
  const webhooks = only === undefined ? [...all] : [only]
  const isMeant = ({ enabled, topics }: WebhookRecord): boolean =>
    only !== undefined || (enabled && topics.includes(topic))
  return webhooks
    .filter((webhook) => faults.receives(isMeant(webhook), { webhook, type, topic, changes }))
    .map(({ id }) => id)
}

/** Adds an event to the partner's log. @param webhookId the single webhook that it is addressed to, if any */
export function logEvent(
  service: Service,
  partnerId: string,
  draft: Draft,
  webhookId?: string,
  changes: readonly Change[] = [],
): EventRecord {
  const { store, random, clock } = service
  const now = clock()
  const { type, customerId } = draft
  const recipients = recipientsOf(service, partnerId, type, webhookId, changes)
  const event = {
    id: random.uuid('event'),
    partnerId,
    customerId,
    type,
    topic: topicByType[type],
    body: containerOf(draft, now),
    ...defined({ webhookId, recipients: recipients.length === 0 ? undefined : recipients }),
    createdAt: now,
  }
  store.events.save(event)
  return event
}

const logChanges = (service: Service): void => {
  const changes = service.takeChanges()
  if (changes[0] === undefined) return
  const { partnerId } = changes[0].after
  for (const draft of eventsOf(service, partnerId, changes))
    logEvent(service, partnerId, draft, undefined, changes)
}

/** Runs the work of one request and logs the events of all its changes, even if it ends in a refusal. */
export function logged<T>(service: Service, work: () => T): T {
  try {
    return work()
  } finally {
    logChanges(service)
  }
}

/** The customer of an example: the newest, so that receivers find it, or a made-up one. */
const customerOf = ({ store, random }: Service, partnerId: string): string =>
  newest(store.customers, { partnerId })?.id ?? random.named(`example-customer:${partnerId}`)

/** The message of a made-up event, by default that of a new record. */
const madeUp = (service: Service, type: EventType, customerId: string, webhookId: string): Message => {
  const { random, clock } = service
  const id = random.named(`example:${type}`)
  const refund = { id: random.named(`example:${type}:refund`), createdAt: clock() }
  const sourceCurrency = { type: 'Fiat', code: 'USD' } as const
  const messages: Readonly<Partial<Record<EventType, Message>>> = {
    ping: { id: webhookId },
    customer_created: { id: customerId, kind: topicByType[type] },
    customer_status: { id: customerId, status: 'Active' },
    customer_fiat_abilities: { id: customerId, ...railAbilities(service, { state: 'Active' }) },
    identification_status: { id, status: 'Approved' },
    register_autoramp_status: { id, status: 'Approved' },
    register_fiat_address_status: { id, status: 'Registered' },
    transaction_status: { id, transaction_status: 'Completed' },
    transaction_refunded: refundMessage({ id, refund, amountIn: '10.00', sourceCurrency }),
  }
  return messages[type] ?? { id, kind: topicByType[type] }
}

/** An event for trying a webhook: the newest that happened of its type, or a made-up one. */
export function exampleEvent(service: Service, partnerId: string, type: EventType, webhookId: string): Draft {
  // A ping is about the webhook that gets it.
  const event =
    type === 'ping' ? undefined : newest(service.store.events, { partnerId }, (one) => one.type === type)
  if (event === undefined) {
    const customerId = customerOf(service, partnerId)
    return { type, customerId, message: madeUp(service, type, customerId, webhookId) }
  }
  const { data } = JSON.parse(event.body)
  return { type, customerId: data.customer_id, message: data.message }
}
