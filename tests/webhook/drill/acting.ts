import type { RequestListener } from 'node:http'
import { tableIn } from '../../support/table.js'
import { contentOf, type Event, handMade, type Parts, right } from './hand-made.js'

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

/** Receivers that process events and report their number; all but two have a mistake in distinguishing events. */
const receivers: Readonly<Record<string, () => RequestListener>> = {
  'acts once upon each event': keyed(contentOf),
  'acts once, and later than it acknowledges': keyed(contentOf, 60),
  'tells duplicates by webhook-id': keyed((_, id) => id),
  'tells no duplicates': counting((counter) => ({ handle: () => (counter.count++, 200) })),
  'remembers the last event alone': counting((counter) => {
    let last = ''
    return {
      handle: (event) => {
        if (contentOf(event) !== last) counter.count++
        last = contentOf(event)
        return 200
      },
    }
  }),
  'tells duplicates by the whole container': keyed((event) => JSON.stringify(event)),
  'remembers the last ten events': counting((counter) => {
    const last: string[] = []
    return {
      handle: (event) => {
        const key = contentOf(event)
        if (last.includes(key)) return 200
        if (last.push(key) > 10) last.shift()
        counter.count++
        return 200
      },
    }
  }),
  'notes an event before it fails at it': counting((counter) => ({
    handle: (event) => {
      const key = contentOf(event)
      if (counter.seen.has(key)) return 200
      counter.seen.add(key)
      if (counter.seen.size % 3 === 0) return 500
      counter.count++
      return 200
    },
  })),
  'looks for duplicates and notes them later': counting((counter) => ({
    handle: async (event) => {
      const key = contentOf(event)
      if (counter.seen.has(key)) return 200
      await pause(150)
      counter.seen.add(key)
      counter.count++
      return 200
    },
  })),
  'takes two duplicates at once': counting((counter) => {
    const begun: string[] = []
    return {
      handle: async (event) => {
        const key = contentOf(event)
        begun.push(key)
        if (counter.seen.has(key) || begun.filter((one) => one === key).length > 2) return 200
        await pause(150)
        counter.seen.add(key)
        counter.count++
        return 200
      },
    }
  }),
  'tells duplicates by customer': keyed(({ data }) => String(data?.customer_id)),
  'tells duplicates by type': keyed(({ type }) => String(type)),
  'tells duplicates by the id of the object': keyed((event) => String(messageOf(event)['id'])),
  'tells duplicates by the message, whomever it is about': keyed((event) => JSON.stringify(messageOf(event))),
  'drops events with a field that it does not know': counting((counter) => ({
    handle: (event) => {
      if (!('rampart_drill' in messageOf(event))) act(counter, contentOf(event))
      return 200
    },
  })),
  'acts upon the second attempt alone': counting((counter) => {
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
  'acts upon nothing': counting(() => ({ handle: () => 200 })),
  'acts before it verifies': counting((counter) => ({
    mac: (timestamp, body) => {
      const event: Event = JSON.parse(body.toString('utf8'))
      act(counter, contentOf(event))
      return right.mac(timestamp, body)
    },
  })),
  'remembers content before it verifies': counting((counter) => {
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
}

const rows = tableIn<Readonly<Record<string, string>>>(import.meta.dirname, 'acting.yaml')

/** These receivers, each with the rules that it breaks and the name of its mistake. */
export const actingReceivers = Object.entries(receivers).map(([name, make]) => {
  if (rows[name] === undefined) throw new RangeError(`acting.yaml has no row of: ${name}`)
  const [breaks = '', mistakes = ''] = rows[name].split(' -> ')
  return { name, make, breaks, mistakes }
})
