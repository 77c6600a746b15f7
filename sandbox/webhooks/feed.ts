import type { Store } from '../state/store.js'
import type { EventRecord } from '../state/records.js'

type Listener<T> = (one: T) => void

/** Announces new items to listeners of a partner. */
export interface Feed<T> {
  /** Returns a function that stops listening. */
  readonly listen: (partnerId: string, listener: Listener<T>) => () => void
  readonly announce: Listener<T>
}

/** Announces events of a partner as they are logged. */
export type EventFeed = Feed<EventRecord>

/** A feed without listeners. */
export function createFeed<T extends { readonly partnerId: string } = EventRecord>(): Feed<T> {
  const listeners = new Map<string, Set<Listener<T>>>()
  return {
    listen: (partnerId, listener) => {
      const own = listeners.get(partnerId) ?? new Set()
      listeners.set(partnerId, own.add(listener))
      return () => {
        own.delete(listener)
        if (own.size === 0 && listeners.get(partnerId) === own) listeners.delete(partnerId)
      }
    },
    announce: (one) => {
      for (const listener of listeners.get(one.partnerId) ?? []) listener(one)
    },
  }
}

/** A store that announces every event that is saved in it. */
export function withFeed(store: Store, { announce }: EventFeed): Store {
  return {
    ...store,
    events: {
      ...store.events,
      save: (event) => {
        store.events.save(event)
        announce(event)
      },
    },
  }
}
