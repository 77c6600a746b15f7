import { payoutHash } from '../transactions/transactions.js'
import { olderState } from '../transactions/steps.js'
import type { Service } from '../service/service.js'
import type { TransactionRecord, CustomerRecord, EventRecord, WebhookRecord } from '../state/records.js'
import { type EventType, type GeneralType, topicByType } from '../api/event-types.js'
import { hasDepositAccount } from '../autoramp/rails.js'
import { railAbilities } from '../customer/abilities.js'
import type { Change } from '../state/store.js'

/** An event before it is dated: its customer, and the message of its kind (Message types). */
export interface Draft {
  readonly type: EventType
  readonly customerId: string
  readonly message: Readonly<Record<string, unknown>>
}

/** WebhookEventMessage: a new record. */
export function generalEvent(type: GeneralType, customerId: string, id: string): Draft {
  return {
    type,
    customerId,
    message: { id, kind: topicByType[type] },
  }
}

/** Status messages that consist of an id and the status. */
export function statusEvent(
  type:
    | 'register_fiat_address_status'
    | 'register_autoramp_status'
    | 'customer_status'
    | 'identification_status',
  customerId: string,
  { id, status }: { readonly id: string; readonly status: string },
): Draft {
  return { type, customerId, message: { id, status } }
}

/** WebhookTransactionStatusMessage: the hash is only present for payouts on a chain. */
const transactionStatusEvent = (service: Service, record: TransactionRecord): Draft => {
  const hash = payoutHash(service, record)
  return {
    type: 'transaction_status',
    customerId: record.customerId,
    message: {
      id: record.id,
      status: olderState(record),
      transaction_status: record.status,
      ...(hash === undefined ? {} : { transaction_hash: hash }),
    },
  }
}

/**
 * WebhookTransactionRefundedMessage: the specification does not show its fields; here the refund and the returned
 * amount.
 */
export function refundEvent({
  id,
  customerId,
  refund,
  amountIn,
  sourceCurrency,
}: Pick<TransactionRecord, 'id' | 'customerId' | 'amountIn' | 'sourceCurrency'> & {
  readonly refund?: Pick<NonNullable<TransactionRecord['refund']>, 'id' | 'createdAt'>
}): Draft {
  return {
    type: 'transaction_refunded',
    customerId,
    message: {
      id,
      refund_id: refund?.id,
      refunded_at: refund?.createdAt.toISOString(),
      amount: { amount: amountIn, currency: sourceCurrency },
    },
  }
}

/** WebhookPingMessage, about the webhook being tested; its container names a customer like every other. */
export function pingEvent(webhookId: string, customerId: string): Draft {
  return {
    type: 'ping',
    customerId,
    message: { id: webhookId },
  }
}

type Of<Name extends Change['of']> = Extract<Change, { of: Name }>

const ofCustomer = ({ before, after }: Of<'customers'>): readonly Draft[] => {
  if (before === undefined) return [generalEvent('customer_created', after.id, after.id)]
  const { id, state: status } = after
  return before.state === status ? [] : [statusEvent('customer_status', id, { id, status })]
}

const ofIdentification = ({ before, after }: Of<'identifications'>): readonly Draft[] =>
  before?.status === after.status ? [] : [statusEvent('identification_status', after.customerId, after)]

const ofFiatAddress = ({ before, after }: Of<'fiatAddresses'>): readonly Draft[] => [
  ...(before === undefined ? [generalEvent('new_bank_account', after.customerId, after.id)] : []),
  ...(before?.status === after.status
    ? []
    : [statusEvent('register_fiat_address_status', after.customerId, after)]),
]

const ofAutoramp = ({ before, after }: Of<'autoramps'>): readonly Draft[] => {
  const { customerId, id } = after
  if (before === undefined) return [generalEvent('new_autoramp', customerId, id)]
  return [
    ...(before.status === after.status ? [] : [statusEvent('register_autoramp_status', customerId, after)]),
    ...(!hasDepositAccount(before) && hasDepositAccount(after)
      ? [generalEvent('deposit_address_created', customerId, id)]
      : []),
  ]
}

const ofTransaction = (service: Service, { before, after }: Of<'transactions'>): readonly Draft[] => [
  ...(before === undefined ? [generalEvent('transaction', after.customerId, after.id)] : []),
  ...(before?.status === after.status ? [] : [transactionStatusEvent(service, after)]),
  ...(before?.refund === undefined && after.refund !== undefined ? [refundEvent(after)] : []),
]

const draftsOf = (service: Service, change: Change): readonly Draft[] => {
  switch (change.of) {
    case 'customers':
      return ofCustomer(change)
    case 'identifications':
      return ofIdentification(change)
    case 'fiatAddresses':
      return ofFiatAddress(change)
    case 'autoramps':
      return ofAutoramp(change)
    case 'transactions':
      return ofTransaction(service, change)
    case 'signings':
      return []
  }
}

/**
 * The customer whose rails are reported again after a change: an identification was approved, a signing recorded, a
 * bank account registered, or the customer's state changed, for example by a compliance review.
 */
const railsMoved = (change: Change): string | undefined => {
  switch (change.of) {
    case 'customers':
      return change.before !== undefined && change.before.state !== change.after.state
        ? change.after.id
        : undefined
    case 'identifications':
      return change.before?.status !== 'Approved' && change.after.status === 'Approved'
        ? change.after.customerId
        : undefined
    case 'signings':
      return change.after.customerId
    case 'fiatAddresses':
      return change.before?.status !== 'Registered' && change.after.status === 'Registered'
        ? change.after.customerId
        : undefined
    case 'autoramps':
    case 'transactions':
      return undefined
  }
}

/** WebhookCustomerFiatAbilitiesMessage: the full snapshot without `currencies`, under the id of the customer. */
const abilitiesEvent = (service: Service, customer: CustomerRecord): Draft => ({
  type: 'customer_fiat_abilities',
  customerId: customer.id,
  message: { id: customer.id, ...railAbilities(service, customer) },
})

/**
 * The events that the specification requires for the changes of one request (Event kinds), in order; rails are
 * reported last, once per customer, as they are after all changes.
 */
const eventsOf = (service: Service, changes: readonly Change[]): readonly Draft[] => {
  const partnerId = changes[0]?.after.partnerId ?? ''
  const moved = new Set(changes.flatMap((change) => railsMoved(change) ?? []))
  const customers = [...moved].flatMap((id) => service.store.customers.find(partnerId, id) ?? [])
  return [
    ...changes.flatMap((change) => draftsOf(service, change)),
    ...customers.map((customer) => abilitiesEvent(service, customer)),
  ]
}

/** An ISO time with microseconds and an offset, as deliveries carry it. */
const timestampOf = (date: Date): string => date.toISOString().replace('Z', '000+00:00')

/** The body of every delivery of an event: a WebhookContainer, exactly as it will be signed and posted. */
const containerOf = ({ type, customerId, message }: Draft, now: Date): string =>
  JSON.stringify({
    type,
    timestamp: timestampOf(now),
    data: { customer_id: customerId, message },
  })

interface Cause {
  /** The webhook that the event is for by itself. */
  readonly webhookId: string | undefined
  readonly changes: readonly Change[]
}

const oldestFirst = { order: 'oldest-first' } as const

/** The webhooks that receive an event: those enabled and subscribed when it happens, or the one that it is for. */
const recipientsOf = (
  { store, faults }: Service,
  partnerId: string,
  type: EventType,
  { webhookId, changes }: Cause,
): readonly string[] => {
  const topic = topicByType[type]
  const only = webhookId === undefined ? undefined : store.webhooks.find(partnerId, webhookId)
  const webhooks = only === undefined ? [...store.webhooks.walk({ partnerId }, oldestFirst)] : [only]
  const isMeant = ({ enabled, topics }: WebhookRecord): boolean =>
    only !== undefined || (enabled && topics.includes(topic))
  return webhooks
    .filter((webhook) => faults.receives(isMeant(webhook), { webhook, type, topic, changes }))
    .map(({ id }) => id)
}

/** Adds an event to the partner's log; one that is for a single webhook names it. */
export function logEvent(
  service: Service,
  partnerId: string,
  draft: Draft,
  webhookId?: string,
  changes: readonly Change[] = [],
): EventRecord {
  const { store, random, clock } = service
  const now = clock()
  const topic = topicByType[draft.type]
  const recipients = recipientsOf(service, partnerId, draft.type, { webhookId, changes })
  const event = {
    id: random.uuid('event'),
    partnerId,
    customerId: draft.customerId,
    type: draft.type,
    topic,
    body: containerOf(draft, now),
    ...(webhookId === undefined ? {} : { webhookId }),
    ...(recipients.length === 0 ? {} : { recipients }),
    createdAt: now,
  }
  store.events.save(event)
  return event
}

const logChanges = (service: Service): void => {
  const changes = service.takeChanges()
  if (changes.length === 0) return
  const partnerId = changes[0]?.after.partnerId ?? ''
  for (const draft of eventsOf(service, changes)) logEvent(service, partnerId, draft, undefined, changes)
}

/** Runs the work of one request and logs the events of all its changes, even if it ends in a refusal. */
export function logged<T>(service: Service, work: () => T): T {
  try {
    return work()
  } finally {
    logChanges(service)
  }
}
