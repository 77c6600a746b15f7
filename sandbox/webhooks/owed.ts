import type { Table, Tables } from '../primitives/table.js'
import type { EventRecord } from '../state/records.js'
import type { Store } from '../state/store.js'
import type { Endpoint, PendingEvent } from './endpoint.js'

/** Passes values on in order, each once it is on disk. */
interface DurabilityBarrier<T> {
  readonly hold: (one: T) => void
  /** Passes waiting values on, once all writes so far are on disk. */
  readonly push: () => void
}

/**
 * Delays values that must not be visible before they are persisted. If a write fails, its values are passed on
 * together with the next successful write.
 */
export function createDurabilityBarrier<T extends object>(
  durable: () => Promise<void> | undefined,
  pass: (one: T) => void,
): DurabilityBarrier<T> {
  let held: T[] = []
  /** The number of the first value still held back; `held` starts with number `begin`. */
  let next = 0
  let begin = 0
  const passUpTo = (count: number): void => {
    while (next < count) {
      const one = held[next - begin]
      next += 1
      if (one !== undefined) pass(one)
    }
    if (next - begin < held.length) return
    held = []
    begin = next
  }
  const push = (): void => {
    const count = begin + held.length
    const waiting = durable()
    if (waiting === undefined) passUpTo(count)
    else waiting.then(() => passUpTo(count)).catch(() => undefined)
  }
  return {
    push,
    hold: (one) => {
      held.push(one)
      push()
    },
  }
}

/** How long writes are buffered, in milliseconds of real time; events whose progress is lost are delivered twice. */
const bufferTime = 50

/** Buffers values and writes them to a table in batches. */
interface WriteBuffer {
  readonly put: <T>(table: Table<T>, key: string, value: T) => void
  readonly remove: <T>(table: Table<T>, key: string) => void
  /** Writes the buffered values. */
  readonly flush: () => void
}

/**
 * Buffers progress, so that responses of the service need not wait until it is on disk: losing it only causes a
 * repeated delivery. `written` is called after each batch.
 */
export function createWriteBuffer(written: () => void): WriteBuffer {
  const byTable = new Map<unknown, Map<string, () => void>>()
  let timer: NodeJS.Timeout | undefined
  const flush = (): void => {
    clearTimeout(timer)
    timer = undefined
    if (byTable.size === 0) return
    for (const writes of byTable.values()) for (const write of writes.values()) write()
    byTable.clear()
    written()
  }
  const buffer = (table: unknown, key: string, write: () => void): void => {
    const writes = byTable.get(table) ?? new Map<string, () => void>()
    byTable.set(table, writes.set(key, write))
    timer ??= setTimeout(flush, bufferTime).unref()
  }
  return {
    put: (table, key, value) => buffer(table, key, () => void table.set(key, value)),
    remove: (table, key) => buffer(table, key, () => void table.delete(key)),
    flush,
  }
}

/** A stored pending event. */
interface OwedRecord extends Omit<PendingEvent, 'event'> {
  readonly webhookId: string
  readonly partnerId: string
  readonly eventId: string
}

/** The stored pending events of all webhooks. */
interface OwedEvents {
  /** Those of an earlier process, oldest first. Events of webhooks that were deleted since are dropped. */
  readonly restored: readonly (OwedRecord & { readonly event: EventRecord })[]
  /** Stores a new event at once, because that must happen together with the change that caused it. */
  readonly add: (endpoint: Endpoint, event: EventRecord) => PendingEvent
  /** Stores how far the delivery of an event is. */
  readonly mark: (endpoint: Endpoint, eventId: string) => void
  /** Drops the events of a deleted webhook. */
  readonly forget: (webhookId: string) => void
}

const keyOf = (webhookId: string, eventId: string): string => `${webhookId}/${eventId}`

/** Opens the pending events of a state. */
export function openOwedEvents(
  { table }: Tables,
  store: Pick<Store, 'webhooks' | 'events'>,
  writes: WriteBuffer,
): OwedEvents {
  const owed = table<OwedRecord>('owed')
  const known = [...owed.values()].sort((one, other) => one.order - other.order)
  let orders = known.at(-1)?.order ?? 0
  const forget = (webhookId: string): void => {
    for (const record of owed.values())
      if (record.webhookId === webhookId) writes.remove(owed, keyOf(webhookId, record.eventId))
  }
  const restored = known.flatMap((record) => {
    const { partnerId, webhookId, eventId } = record
    const event = store.events.find(partnerId, eventId)
    if (event !== undefined && store.webhooks.find(partnerId, webhookId) !== undefined)
      return [{ ...record, event }]
    writes.remove(owed, keyOf(webhookId, eventId))
    return []
  })
  return {
    restored,
    add: ({ webhookId, partnerId }, event) => {
      const record = { order: ++orders, failures: 0, dueAt: 0 }
      owed.set(keyOf(webhookId, event.id), { ...record, webhookId, partnerId, eventId: event.id })
      return { ...record, event }
    },
    mark: ({ webhookId, partnerId, schedule }, eventId) => {
      const pending = schedule.find(eventId)
      const key = keyOf(webhookId, eventId)
      if (pending === undefined) return writes.remove(owed, key)
      const { event: _event, ...record } = pending
      writes.put(owed, key, { ...record, webhookId, partnerId, eventId })
    },
    forget,
  }
}
