import { Readable } from 'node:stream'

import type { EventRecord } from '../state/records.js'
import { newest } from '../state/lookup.js'
import type { Walk } from '../state/repository.js'
import type { Store } from '../state/store.js'
import type { EventFeed } from './feed.js'

/** Where a stream takes its events from. */
export interface EventSource {
  readonly store: Pick<Store, 'events'>
  readonly feed: EventFeed
  /** Resolves when all that was logged is on the disk; `undefined` when it is. */
  readonly durable: () => Promise<void> | undefined
}

/** Which events of a partner a caller wants. */
export interface Wanted {
  readonly partnerId: string
  /** The last event that it has; what is logged from now on without it, the whole log where it is unknown. */
  readonly lastEventId: string | undefined
  readonly takes: (event: EventRecord) => boolean
}

/** A stream of events; `end` lets its reader have what it was told so far. */
export interface EventStream {
  readonly stream: Readable
  readonly end: () => void
}

/** How often a stream with nothing to tell shows that it is open, in milliseconds. */
export const heartbeat = 15_000

const comment = (text: string): string => `: ${text}\n\n`

/** An event as server-sent events spell it. Its body is JSON on one line. */
const spelled = ({ id, type, body }: EventRecord): string => `id: ${id}\nevent: ${type}\ndata: ${body}\n\n`

const after = (id: string | undefined): Walk => ({
  order: 'oldest-first',
  ...(id === undefined ? {} : { after: id }),
})

const startOf = ({ store }: EventSource, { partnerId, lastEventId }: Wanted): string | undefined => {
  if (lastEventId === undefined) return newest(store.events, { partnerId })?.id
  return store.events.find(partnerId, lastEventId)?.id
}

/**
 * The log of events of a partner as text/event-stream, without an end. It reads on in the log whenever the reader
 * has room, so that a slow one costs no memory, and tells no event that is not on the disk. A reader that goes away
 * destroys it, and nothing of it stays.
 */
export function eventStream(source: EventSource, wanted: Wanted): EventStream {
  const { store, feed, durable } = source
  const scope = { partnerId: wanted.partnerId }
  let told = startOf(source, wanted)
  let last = newest(store.events, scope)?.id
  let hasRoom = false

  const tell = (): void => {
    if (!hasRoom || told === last) return
    for (const event of store.events.walk(scope, after(told))) {
      told = event.id
      if (wanted.takes(event)) hasRoom = stream.push(spelled(event))
      if (!hasRoom || told === last) return
    }
  }
  const reached = (id: string): void => {
    last = id
    tell()
  }
  // An event that could not be written is written with the next one, and sent with it.
  const unlisten = feed.listen(wanted.partnerId, ({ id }) => {
    const waiting = durable()
    if (waiting === undefined) reached(id)
    else void waiting.then(() => reached(id)).catch(() => undefined)
  })
  const stream = new Readable({
    encoding: 'utf8',
    read: () => {
      hasRoom = true
      tell()
    },
    destroy: (error, done) => {
      stop()
      done(error)
    },
  })
  const heart = setInterval(() => {
    if (hasRoom) hasRoom = stream.push(comment('still open'))
  }, heartbeat).unref()
  const stop = (): void => {
    hasRoom = false
    unlisten()
    clearInterval(heart)
  }
  const end = (): void => {
    stop()
    stream.push(null)
  }
  stream.push(comment('open'))
  return { stream, end }
}
