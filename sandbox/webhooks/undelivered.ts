import type { EventRecord } from '../state/records.js'
import type { Store } from '../state/store.js'
import type { DeliveryQueue } from './queue.js'

const oldestFirst = { order: 'oldest-first' } as const

/** The events after the cursors of a state's queues, oldest first for each queue. */
export function undeliveredOf(
  events: Store['events'],
  queues: ReadonlyMap<string, DeliveryQueue>,
): ReadonlyMap<DeliveryQueue, readonly EventRecord[]> {
  const owed = new Map<DeliveryQueue, EventRecord[]>([...queues.values()].map((queue) => [queue, []]))
  for (const partnerId of new Set([...queues.values()].map(({ record }) => record.partnerId)))
    for (const event of events.walk({ partnerId }, oldestFirst))
      for (const id of event.recipients ?? []) {
        const queue = queues.get(id)
        if (queue?.record.cursor === event.id) owed.set(queue, [])
        else if (queue !== undefined) owed.get(queue)?.push(event)
      }
  return owed
}
