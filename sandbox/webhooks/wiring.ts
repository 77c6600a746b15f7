import type { Store } from '../state/store.js'
import type { TimeControl } from '../primitives/clock.js'
import type { Outbox } from './outbox.js'

/** A store that notifies the outbox of logged events and changed webhooks. */
export function withOutbox(store: Store, outbox: Outbox): Store {
  return {
    ...store,
    events: {
      ...store.events,
      save: (event) => {
        store.events.save(event)
        outbox.take(event)
      },
    },
    webhooks: {
      ...store.webhooks,
      save: (webhook) => {
        store.webhooks.save(webhook)
        outbox.changed(webhook)
      },
      remove: (partnerId, id) => {
        store.webhooks.remove(partnerId, id)
        outbox.removed(id)
      },
    },
  }
}

/** A time control that wakes the outbox when the time is changed. */
export function withWaking(time: TimeControl, outbox: Outbox): TimeControl {
  return {
    now: time.now,
    set: (date) => {
      time.set(date)
      outbox.wake()
    },
    reset: () => {
      time.reset()
      outbox.wake()
    },
  }
}
