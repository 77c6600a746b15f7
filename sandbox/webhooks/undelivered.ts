import type { EventRecord } from '../state/records.js'
import type { Store } from '../state/store.js'
import type { Lane } from './queue.js'

const OLDEST_FIRST = { order: 'oldest-first' } as const

/** The events behind the cursors of the lanes of a state, oldest first for each, with the lane that they are for. */
export const owedOf = (
  events: Store['events'],
  lanes: ReadonlyMap<string, Lane>,
): ReadonlyMap<Lane, readonly EventRecord[]> => {
  const owed = new Map<Lane, EventRecord[]>([...lanes.values()].map((lane) => [lane, []]))
  for (const partnerId of new Set([...lanes.values()].map(({ record }) => record.partnerId)))
    for (const event of events.walk({ partnerId }, OLDEST_FIRST))
      for (const id of event.recipients ?? []) {
        const lane = lanes.get(id)
        if (lane?.record.cursor === event.id) owed.set(lane, [])
        else if (lane !== undefined) owed.get(lane)?.push(event)
      }
  return owed
}
