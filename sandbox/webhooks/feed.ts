import type { EventRecord } from '../state/entities.js'
import type { Store } from '../state/store.js'

type Listener = (event: EventRecord) => void

/** Tells of events of a partner as they are logged. */
export interface EventFeed {
  /** Returns what ends it. */
  readonly listen: (partnerId: string, listener: Listener) => () => void
  readonly announce: Listener
}

/** A feed that nobody listens to yet. */
export const createFeed = (): EventFeed => {
  const listeners = new Map<string, Set<Listener>>()
  return {
    listen: (partnerId, listener) => {
      const own = listeners.get(partnerId) ?? new Set()
      listeners.set(partnerId, own.add(listener))
      return () => {
        own.delete(listener)
        if (own.size === 0 && listeners.get(partnerId) === own) listeners.delete(partnerId)
      }
    },
    announce: (event) => {
      for (const listener of listeners.get(event.partnerId) ?? []) listener(event)
    },
  }
}

/** A store that announces every event that is saved in it. */
export const announcing = (store: Store, { announce }: EventFeed): Store => ({
  ...store,
  events: {
    ...store.events,
    save: (event) => {
      store.events.save(event)
      announce(event)
    },
  },
})
