import { timingSafeEqual } from 'node:crypto'
import { age, type Event, hmac, type Receivers, right, wrongIn } from './hand-made.js'

const contentOf = ({ data }: Event): string => {
  if (data === undefined || data === null) throw new TypeError('no data')
  return JSON.stringify([data.customer_id, data.message])
}

/** A recursive parser, as for comparing contents. */
const depthOf = (value: unknown): number => {
  if (typeof value !== 'object' || value === null) return 0
  const deepest = Math.max(0, ...Object.values(value).map(depthOf))
  if (deepest > 500) throw new RangeError('Maximum call stack size exceeded')
  return deepest + 1
}

/** Receivers that respond with a server error, or not at all, where they must refuse. */
export const ofExceptions: Receivers = {
  ...wrongIn('refusal', {
    'answers 500 to all that it refuses': 500,
    'answers 502 to all that it refuses': 502,
    'closes the connection on what it refuses': 'close',
    'redirects what it refuses': 302,
    'answers 503 to what it refuses': 503,
  }),
  ...wrongIn('handle', {
    'parses JSON of one content type alone': (_, { headers }) => {
      if (!headers['content-type']?.startsWith('application/json')) throw new TypeError('no body')
      return 200
    },
    'expects data to be there': (event) => (contentOf(event) === '' ? 400 : 200),
    'follows members without a bound': (event) => (depthOf(event) > 0 ? 200 : 400),
  }),
  'reads integers alone': {
    parse: (body) => {
      if (/:\[\d+\.\d/.test(body.toString())) throw new TypeError('not an integer')
      return right.parse(body)
    },
  },
  'shows where its parser throws': {
    parse: (body) => {
      if (body.toString() === 'no JSON') throw new TypeError('not caught')
      return right.parse(body)
    },
    page: ({ status }) => ({ text: status === 500 ? (new Error('no JSON').stack ?? '') : '' }),
  },
  'closes the connection on what is not JSON': {
    parse: (body) => {
      if (body.length === 0) throw new SyntaxError('empty')
      try {
        return right.parse(body)
      } catch {
        return { type: 'broken' }
      }
    },
    handle: ({ type }) => (type === 'broken' ? 'close' : 200),
  },
  'compares bytes of any length in constant time': {
    isSigned: (expected, given) =>
      given.startsWith('v1=') && timingSafeEqual(expected, Buffer.from(given.slice(3), 'hex')),
  },
  'takes the signature apart without a look': {
    isSigned: (expected, given) => {
      const digest = given.split('=')[1]
      if (digest === undefined) throw new TypeError('undefined')
      return right.isSigned(expected, given)
    },
  },
  'expects its headers to be there': {
    header: (request, name) => {
      const value = request.headers[name]
      if (value === undefined) throw new TypeError('undefined')
      return value.toString()
    },
  },
  'makes a date of the timestamp': {
    isTimely: (timestamp) => {
      new Date(Number(timestamp) * 1000).toISOString()
      return right.isTimely(timestamp)
    },
  },
  'breaks at what is far from now': {
    isTimely: (timestamp) => {
      if (/^\d{10}$/.test(timestamp) && age(timestamp) > 300 * 86_400) throw new RangeError('too far')
      return right.isTimely(timestamp)
    },
  },
  'decodes the body before it verifies it': {
    mac: (timestamp, body) => hmac(timestamp, new TextDecoder('utf-8', { fatal: true }).decode(body)),
  },
  'catches nothing that its parser throws': {
    parse: (body) => {
      try {
        return right.parse(body)
      } catch {
        throw new TypeError('not caught')
      }
    },
  },
  'breaks at an empty body': {
    parse: (body) => {
      if (body.length === 0) throw new TypeError('empty')
      return right.parse(body)
    },
  },
}
