import type { RequestListener } from 'node:http'
import { contentOf, type Event, handMade, type Parts, right } from './hand-made.js'

/** A receiver that acts upon events and says how many, with a mistake in how it tells them apart. */
export interface Acting {
  readonly name: string
  readonly breaks: string
  readonly mistakes: string
  readonly make: () => RequestListener
}

const messageOf = ({ data }: Event): Readonly<Record<string, unknown>> => ({ ...Object(data?.message) })

interface Counter {
  count: number
  readonly seen: Set<string>
}

const act = (counter: Counter, key: string): void => {
  if (counter.seen.has(key)) return
  counter.seen.add(key)
  counter.count++
}

/** Answers `/count`, and hands everything else to a receiver that has the counter. */
const counting =
  (parts: (counter: Counter) => Partial<Parts>): (() => RequestListener) =>
  () => {
    const counter: Counter = { count: 0, seen: new Set() }
    const receiver = handMade(parts(counter))
    return (request, response) => {
      if (request.url !== '/count') return receiver(request, response)
      response.end(JSON.stringify({ count: counter.count }))
    }
  }

const keyed = (keyOf: (event: Event, id: string) => string, afterMs = 0): (() => RequestListener) =>
  counting((counter) => ({
    handle: (event, { headers }) => {
      const key = keyOf(event, String(headers['webhook-id']))
      if (afterMs === 0) act(counter, key)
      else setTimeout(act, afterMs, counter, key)
      return 200
    },
  }))

const pause = (ms: number): Promise<void> =>
  new Promise((done) => {
    setTimeout(done, ms)
  })

export const actingReceivers: readonly Acting[] = [
  { name: 'acts once upon each event', breaks: '', mistakes: '', make: keyed(contentOf) },
  { name: 'acts once, and later than it acknowledges', breaks: '', mistakes: '', make: keyed(contentOf, 60) },
  {
    name: 'tells duplicates by webhook-id',
    breaks: 'acted-once',
    mistakes: 'dedupes-by-webhook-id',
    make: keyed((_, id) => id),
  },
  {
    name: 'tells no duplicates',
    breaks: 'acted-once',
    mistakes: 'acts-twice',
    make: counting((counter) => ({ handle: () => (counter.count++, 200) })),
  },
  {
    name: 'remembers the last event alone',
    breaks: 'acted-once',
    mistakes: 'acts-twice',
    make: counting((counter) => {
      let last = ''
      return {
        handle: (event) => {
          if (contentOf(event) !== last) counter.count++
          last = contentOf(event)
          return 200
        },
      }
    }),
  },
  {
    name: 'tells duplicates by the whole container',
    breaks: 'acted-once',
    mistakes: 'dedupes-by-container',
    make: keyed((event) => JSON.stringify(event)),
  },
  {
    name: 'looks for duplicates and notes them later',
    breaks: 'acted-once',
    mistakes: 'duplicate-race',
    make: counting((counter) => ({
      handle: async (event) => {
        const key = contentOf(event)
        if (counter.seen.has(key)) return 200
        await pause(150)
        counter.seen.add(key)
        counter.count++
        return 200
      },
    })),
  },
  {
    name: 'tells duplicates by customer',
    breaks: 'acted-upon',
    mistakes: 'dedupes-by-customer',
    make: keyed(({ data }) => String(data?.customer_id)),
  },
  {
    name: 'tells duplicates by type',
    breaks: 'acted-upon unpoisoned',
    mistakes: 'drops-events',
    make: keyed(({ type }) => String(type)),
  },
  {
    name: 'tells duplicates by the id of the object',
    breaks: 'acted-upon',
    mistakes: 'dedupes-by-object',
    make: keyed((event) => String(messageOf(event)['id'])),
  },
  {
    name: 'tells duplicates by the message, whomever it is about',
    breaks: 'acted-upon',
    mistakes: 'dedupes-by-message',
    make: keyed((event) => JSON.stringify(messageOf(event))),
  },
  {
    name: 'drops events with a field that it does not know',
    breaks: 'acted-upon',
    mistakes: 'drops-new-fields',
    make: counting((counter) => ({
      handle: (event) => {
        if (!('rampart_drill' in messageOf(event))) act(counter, contentOf(event))
        return 200
      },
    })),
  },
  {
    name: 'acts upon the second attempt alone',
    breaks: 'acted-upon',
    mistakes: 'first-swallowed',
    make: counting((counter) => {
      const attempted = new Set<string>()
      return {
        handle: (event) => {
          const key = contentOf(event)
          if (attempted.has(key)) act(counter, key)
          attempted.add(key)
          return 200
        },
      }
    }),
  },
  {
    name: 'acts upon nothing',
    breaks: 'acted-upon',
    mistakes: 'never-acts',
    make: counting(() => ({ handle: () => 200 })),
  },
  {
    name: 'acts before it verifies',
    breaks: 'refused-unacted',
    mistakes: 'acts-before-verifying',
    make: counting((counter) => ({
      mac: (timestamp, body) => {
        const event: Event = JSON.parse(body.toString('utf8'))
        act(counter, contentOf(event))
        return right.mac(timestamp, body)
      },
    })),
  },
  {
    name: 'remembers content before it verifies',
    breaks: 'unpoisoned',
    mistakes: 'remembers-before-verifying',
    make: counting((counter) => {
      let isKnown = false
      return {
        mac: (timestamp, body) => {
          const key = contentOf(JSON.parse(body.toString('utf8')))
          isKnown = counter.seen.has(key)
          counter.seen.add(key)
          return right.mac(timestamp, body)
        },
        handle: () => {
          if (!isKnown) counter.count++
          return 200
        },
      }
    }),
  },
]
