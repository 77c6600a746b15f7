import type { Store } from '../state/store.js'
import type { TimeControl } from '../primitives/clock.js'
import type { Outbox } from './outbox.js'

/** A store that tells the outbox of what is logged, and of webhooks that are changed. */
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

/** A control of the time that has the outbox look again when the time is moved. */
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
