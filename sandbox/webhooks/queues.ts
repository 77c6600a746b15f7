import type { EventRecord, WebhookRecord } from '../state/records.js'
import type { Store } from '../state/store.js'
import type { Tables } from '../primitives/table.js'
import { type AsideEvent, AsideEvents, type AsideRecord } from './aside.js'
import { DeliveryQueue } from './queue.js'
import { newQueue, type QueueRecord } from './queue-record.js'
import { undeliveredOf } from './undelivered.js'
import type { WriteBuffer } from './write-buffer.js'

/** The queues of a state, by webhook. */
export interface Queues {
  readonly all: () => Iterable<DeliveryQueue>
  readonly find: (webhookId: string) => DeliveryQueue | undefined
  /** The queue of a webhook, created on first use. */
  readonly of: (webhook: Pick<WebhookRecord, 'id' | 'partnerId'>) => DeliveryQueue
  /** Persists the progress of a queue. */
  readonly mark: (queue: DeliveryQueue) => void
  readonly remove: (webhookId: string) => void
  /** Counts the processes that used this state, so that attempts have new ids even if progress was lost. */
  readonly run: () => number
  /** The pending events of a persisted state, oldest first for each queue. */
  readonly owed: () => ReadonlyMap<DeliveryQueue, readonly EventRecord[]>
  /** Removed webhooks whose queues are still persisted. */
  readonly strays: readonly string[]
}

interface QueuesDependencies extends Tables {
  readonly store: Pick<Store, 'webhooks' | 'events'>
  readonly writes: WriteBuffer
}

const keyOf = ({ webhookId, eventId }: AsideRecord): string => `${webhookId}/${eventId}`

/** The persisted events set aside, by webhook, with their events from the log. */
const asideIn = (
  records: Iterable<AsideRecord>,
  store: QueuesDependencies['store'],
  partnerOf: (webhookId: string) => string,
): ReadonlyMap<string, readonly AsideEvent[]> => {
  const byWebhook = new Map<string, AsideEvent[]>()
  for (const record of records) {
    const event = store.events.find(partnerOf(record.webhookId), record.eventId)
    if (event === undefined) continue
    const known = byWebhook.get(record.webhookId) ?? []
    known.push({ ...record, event })
    byWebhook.set(record.webhookId, known)
  }
  for (const known of byWebhook.values()) known.sort((one, other) => one.order - other.order)
  return byWebhook
}

/** Opens the queues that a state has. */
export function openQueues({ table, store, writes }: QueuesDependencies): Queues {
  const queues = new Map<string, DeliveryQueue>()
  const queueTable = table<QueueRecord>('lanes')
  const asideTable = table<AsideRecord>('aside')
  const keeping = {
    keep: (record: AsideRecord): void => writes.put(asideTable, keyOf(record), record),
    drop: (record: AsideRecord): void => writes.remove(asideTable, keyOf(record)),
  }
  let run = 0
  const begin = (): void => {
    const runs = table<number>('runs')
    run = (runs.get('delivery') ?? 0) + 1
    runs.set('delivery', run)
  }
  const open = (record: QueueRecord): DeliveryQueue => {
    if (run === 0) begin()
    const queue = new DeliveryQueue(record, new AsideEvents(keeping))
    queues.set(record.webhookId, queue)
    return queue
  }
  const known = [...queueTable.values()]
  const partners = new Map(known.map(({ webhookId, partnerId }) => [webhookId, partnerId]))
  const aside = asideIn(asideTable.values(), store, (id) => partners.get(id) ?? '')
  for (const record of known) open(record).aside.restore(aside.get(record.webhookId) ?? [])
  return {
    all: () => queues.values(),
    find: (webhookId) => queues.get(webhookId),
    of: (webhook) => {
      const found = queues.get(webhook.id)
      if (found !== undefined) return found
      const record = newQueue(webhook)
      // Written at once and not buffered, because it must be persisted together with its first event.
      queueTable.set(webhook.id, record)
      return open(record)
    },
    mark: ({ record }) => writes.put(queueTable, record.webhookId, record),
    remove: (webhookId) => {
      const queue = queues.get(webhookId)
      clearTimeout(queue?.timer)
      queue?.aside.clear()
      queues.delete(webhookId)
      writes.remove(queueTable, webhookId)
    },
    run: () => run,
    owed: () => undeliveredOf(store.events, queues),
    strays: known
      .filter(({ partnerId, webhookId }) => store.webhooks.find(partnerId, webhookId) === undefined)
      .map(({ webhookId }) => webhookId),
  }
}
