import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply } from '#bundled/fastify'

import type { EventRecord } from '../state/records.js'
import { newest, type Walk } from '../state/repository.js'
import type { Store } from '../state/store.js'

type Listener<T> = (one: T) => void

/** Announces new items to listeners of a partner. */
export class Feed<T extends { readonly partnerId: string }> {
  readonly #listeners = new Map<string, Set<Listener<T>>>()

  /** Returns a function that stops listening. */
  listen(partnerId: string, listener: Listener<T>): () => void {
    const own = this.#listeners.get(partnerId) ?? new Set()
    this.#listeners.set(partnerId, own.add(listener))
    return () => {
      own.delete(listener)
      if (own.size === 0 && this.#listeners.get(partnerId) === own) this.#listeners.delete(partnerId)
    }
  }

  announce(one: T): void {
    for (const listener of this.#listeners.get(one.partnerId) ?? []) listener(one)
  }
}

/** Announces events of a partner as they are logged. */
export type EventFeed = Feed<EventRecord>

export interface EventSource {
  readonly store: Pick<Store, 'events'>
  readonly feed: EventFeed
  /** Resolves when all logged events are on disk; `undefined` if they are already. */
  readonly durable: () => Promise<void> | undefined
}

/** The events of a partner that a caller requests. */
export interface Wanted {
  readonly partnerId: string
  /**
   * The last event that the caller received; without it only new events are sent, and if it is unknown the whole log.
   */
  readonly lastEventId: string | undefined
  readonly takes: (event: EventRecord) => boolean
}

/** A stream of server-sent events; `end` lets its reader receive what was written so far. */
export interface EventStream {
  readonly stream: Readable
  readonly end: () => void
}

/** Sends streams to their readers. They end with their reader, or with the service. */
export function streamSender(app: FastifyInstance) {
  const streams = new Set<EventStream>()
  app.addHook('preClose', async () => {
    for (const { end } of streams) end()
  })
  return (reply: FastifyReply, opened: EventStream): FastifyReply => {
    streams.add(opened)
    opened.stream.once('close', () => streams.delete(opened))
    return reply
      .type('text/event-stream; charset=utf-8')
      .header('cache-control', 'no-store')
      .send(opened.stream)
  }
}

/** Milliseconds between heartbeats of an idle stream. */
export const heartbeat = 15_000

const comment = (text: string): string => `: ${text}\n\n`

/** An event in the format of server-sent events. Its body is JSON on one line. */
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
 * The log of a partner's events as an endless text/event-stream. It reads the log whenever the reader has capacity,
 * so that a slow one costs no memory, and sends no event before it is on disk. It is destroyed when the reader
 * disconnects.
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
  // An event whose write failed is written and sent with the next one.
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
