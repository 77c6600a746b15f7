import type { Table, Tables } from '../primitives/table.js'
import type { EventRecord } from '../state/records.js'
import type { Store } from '../state/store.js'
import type { Endpoint, PendingEvent } from './endpoint.js'

/**
 * Delays values that must not be visible before they are persisted, and passes them on in order. If a write fails, its
 * values are passed on together with the next successful write.
 */
export function createDurabilityBarrier<T extends object>(
  durable: () => Promise<void> | undefined,
  pass: (one: T) => void,
) {
  let held: readonly T[] = []
  const push = (): void => {
    const mine = held
    held = []
    const passOn = (): void => {
      const before = held
      held = []
      for (const one of [...before, ...mine]) pass(one)
    }
    const waiting = durable()
    if (waiting === undefined) passOn()
    else waiting.then(passOn, () => (held = [...held, ...mine])).catch(() => undefined)
  }
  return {
    /** Passes waiting values on, once all writes so far are on disk. */
    push,
    hold: (one: T): void => {
      held = [...held, one]
      push()
    },
  }
}

/** How long writes are buffered, in milliseconds of real time; events whose progress is lost are delivered twice. */
const bufferTime = 50

/** Buffers values and writes them to tables in batches. */
export interface WriteBuffer {
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

interface PendingRecord extends Omit<PendingEvent, 'event'> {
  readonly webhookId: string
  readonly partnerId: string
  readonly eventId: string
}

const keyOf = (webhookId: string, eventId: string): string => `${webhookId}/${eventId}`

/** Opens the stored pending events of all webhooks. */
export function openPendingEvents(
  { table }: Tables,
  store: Pick<Store, 'webhooks' | 'events'>,
  writes: WriteBuffer,
) {
  const owed = table<PendingRecord>('owed')
  const known = [...owed.values()].sort((one, other) => one.order - other.order)
  let orders = known.at(-1)?.order ?? 0
  const restored = known.flatMap((record) => {
    const { partnerId, webhookId, eventId } = record
    const event = store.events.find(partnerId, eventId)
    if (event !== undefined && store.webhooks.find(partnerId, webhookId) !== undefined)
      return [{ ...record, event }]
    writes.remove(owed, keyOf(webhookId, eventId))
    return []
  })
  return {
    /** Those of an earlier process, oldest first. Events of webhooks that were deleted since are dropped. */
    restored,
    /** Stores a new event at once, because that must happen together with the change that caused it. */
    add: ({ webhookId, partnerId }: Endpoint, event: EventRecord): PendingEvent => {
      const record = { order: ++orders, failures: 0, dueAt: 0 }
      owed.set(keyOf(webhookId, event.id), { ...record, webhookId, partnerId, eventId: event.id })
      return { ...record, event }
    },
    /** Stores the progress of a delivery. */
    mark: ({ webhookId, partnerId, schedule }: Endpoint, eventId: string): void => {
      const pending = schedule.find(eventId)
      const key = keyOf(webhookId, eventId)
      if (pending === undefined) return writes.remove(owed, key)
      const { event: _event, ...record } = pending
      writes.put(owed, key, { ...record, webhookId, partnerId, eventId })
    },
    /** Drops the events of a deleted webhook. */
    forget: (webhookId: string): void => {
      for (const record of owed.values())
        if (record.webhookId === webhookId) writes.remove(owed, keyOf(webhookId, record.eventId))
    },
  }
}
