import type { TimeControl } from '../primitives/clock.js'
import { announcing, type Entity, type Repository } from '../state/repository.js'
import type { Store } from '../state/store.js'
import type { Outbox } from './outbox.js'

/** The records of a repository. */
type RecordOf<Name extends keyof Store> = Store[Name] extends Repository<infer T> ? T : never

/** The record types whose changes cause events. */
type Watched = 'customers' | 'identifications' | 'signings' | 'fiatAddresses' | 'autoramps' | 'transactions'

/** A saved record with its previous state; without `before` it is new. */
export type Change = {
  readonly [Name in Watched]: {
    readonly of: Name
    readonly before: RecordOf<Name> | undefined
    readonly after: RecordOf<Name>
  }
}[Watched]

const watched = <T extends Entity>(
  repository: Repository<T>,
  note: (before: T | undefined, after: T) => void,
): Repository<T> => ({
  ...repository,
  save: (record) => {
    const before = repository.find(record.partnerId, record.id)
    repository.save(record)
    note(before, record)
  },
})

/** A store that records each change, and the changes since the last call. */
export interface WatchedStore {
  readonly store: Store
  readonly takeChanges: () => readonly Change[]
}

const none: readonly Change[] = []

/** Watches a store, so that every change of a record causes its event, regardless of the code that makes it. */
export function watchStore(store: Store): WatchedStore {
  let changes: Change[] = []
  const note = (change: Change): void => void changes.push(change)
  return {
    store: {
      ...store,
      customers: watched(store.customers, (before, after) => note({ of: 'customers', before, after })),
      identifications: watched(store.identifications, (before, after) =>
        note({ of: 'identifications', before, after }),
      ),
      signings: watched(store.signings, (before, after) => note({ of: 'signings', before, after })),
      fiatAddresses: watched(store.fiatAddresses, (before, after) =>
        note({ of: 'fiatAddresses', before, after }),
      ),
      autoramps: watched(store.autoramps, (before, after) => note({ of: 'autoramps', before, after })),
      transactions: watched(store.transactions, (before, after) =>
        note({ of: 'transactions', before, after }),
      ),
    },
    takeChanges: () => {
      if (changes.length === 0) return none
      const taken = changes
      changes = []
      return taken
    },
  }
}

/** A store that notifies the outbox of logged events and changed webhooks. */
export function withOutbox(store: Store, outbox: Outbox): Store {
  return {
    ...store,
    events: announcing(store.events, (event) => outbox.take(event)),
    webhooks: {
      ...announcing(store.webhooks, (webhook) => outbox.changed(webhook)),
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
