import type { IncomingMessage } from 'node:http'
import { type Event, hmac, type Parts, readAll, type Receivers, right, type Status } from './hand-made.js'

const idOf = ({ headers }: IncomingMessage): string => String(headers['webhook-id'])

const contentOf = (body: Buffer): string => {
  try {
    const { data } = JSON.parse(body.toString('utf8')) ?? {}
    return JSON.stringify([data.customer_id, data.message])
  } catch {
    return ''
  }
}

const isRight = ({ headers }: IncomingMessage, body: Buffer): boolean =>
  headers['webhook-signature'] === `v1=${hmac(String(headers['webhook-timestamp']), body).toString('hex')}`

type KeyOf = (request: IncomingMessage, body: Buffer) => string

/** Checks for duplicates before it verifies; keys are recorded after verification, or at once. */
const forgetful = (keyOf: KeyOf, known: Status, notesAtOnce: boolean) => (): Partial<Parts> => {
  const seen = new Set<string>()
  let key = ''
  let status: Status | undefined
  return {
    read: async (request) => {
      const body = await readAll(request)
      key = keyOf(request, body)
      status = key !== '' && seen.has(key) ? known : undefined
      if (notesAtOnce || isRight(request, body)) seen.add(key)
      return body
    },
    isTimely: (timestamp) => {
      if (status !== undefined) throw new Known(status)
      return /^\d{10}$/.test(timestamp) && Math.abs(Date.now() / 1000 - Number(timestamp)) <= 300
    },
    statusOf: (thrown) => (thrown instanceof Known ? thrown.status : right.statusOf(thrown)),
  }
}

class Known extends Error {
  readonly status: Status

  constructor(status: Status) {
    super('known')
    this.status = status
  }
}

/** Receivers that record unverified events. */
export const ofSeen: Receivers = {
  'acknowledges a known webhook-id without verifying it': forgetful(idOf, 200, false),
  'acknowledges a known content without verifying it': forgetful((_, body) => contentOf(body), 200, false),
  'refuses a webhook-id that a forged event had': forgetful(idOf, 409, true),
}

/** Refuses an event with the key of one that it accepted. */
const once = (keyOf: (event: Event, request: IncomingMessage) => string) => (): Partial<Parts> => {
  const seen = new Set<string>()
  return {
    handle: (event, request) => {
      const key = keyOf(event, request)
      if (seen.has(key)) return 409
      seen.add(key)
      return 200
    },
  }
}

/** Receivers that keep state between events. */
export const ofOnce: Receivers = {
  'takes one event of each timestamp': once((_, { headers }) => String(headers['webhook-timestamp'])),
  'is busy for a while after an event': () => {
    let until = 0
    return {
      handle: () => {
        const isBusy = Date.now() < until
        // From the last event, because a busy machine may take a second for several.
        until = Date.now() + 900
        return isBusy ? 409 : 200
      },
    }
  },
  'takes one event of each kind': once(({ type }) => String(type)),
  'takes its first event alone': once(() => 'all'),
  'tests signatures with a regular expression that moves on': () => {
    const form = /^v1=[\da-f]{64}$/g
    return { isSigned: (expected, given) => form.test(given) && right.isSigned(expected, given) }
  },
}

/** The time in which deliveries overlap, in milliseconds; long enough for a busy machine. */
const overlapMs = 50

/** Refuses an event while it handles another. */
const locked = (keyOf: (event: Event) => string, status: Status) => () => {
  const busy = new Set<string>()
  return {
    handle: async (event: Event): Promise<Status> => {
      const key = keyOf(event)
      if (busy.has(key)) return status
      busy.add(key)
      await new Promise((done) => setTimeout(done, overlapMs))
      busy.delete(key)
      return 200
    },
  }
}

/** Keeps the body of every delivery in one variable, and waits before reading it. */
const sharing = (): Partial<Parts> => {
  let body: Buffer = Buffer.alloc(0)
  return {
    read: async (request) => {
      body = await right.read(request)
      await new Promise((done) => setTimeout(done, overlapMs))
      return body
    },
  }
}

/** Receivers that cannot handle concurrent events. */
export const ofOverlaps: Receivers = {
  'keeps the body in a variable of the module': sharing,
  'answers 409 while it handles another event': locked(() => '', 409),
  'answers 503 while it handles another event': locked(() => '', 503),
  'answers 409 while it handles an event of the customer': locked(
    ({ data }) => String(data?.customer_id),
    409,
  ),
  'never answers while it handles an event of the customer': locked(
    ({ data }) => String(data?.customer_id),
    'never',
  ),
  'answers 409 while it handles the same event': locked(({ data }) => JSON.stringify(data?.message), 409),
}
