import { createHash, createHmac } from 'node:crypto'
import type { DrillOptions } from '../../../webhook/index.js'
import { eventKinds } from '../events/kinds.js'
import { tableIn } from '../../support/table.js'
import {
  age,
  contentOf,
  type Event,
  hmac,
  hmacUnder,
  type Parts,
  type Receivers,
  right,
  secret,
  type Wrong,
  wrongIn,
} from './hand-made.js'
import { ofAnswers, ofGuards } from './wrong-answers.js'
import { ofExceptions } from './wrong-exceptions.js'
import { ofKinds } from './wrong-kinds.js'
import { ofOnce, ofOverlaps, ofSeen } from './wrong-memories.js'

const digestOf = (signature: string): string => signature.replace(/^v1=/, '')

/** Takes a second digest beside the right one. */
const accepting = (digest: Parts['mac']) => (): Partial<Parts> => {
  let other: Buffer = Buffer.alloc(0)
  return {
    mac: (timestamp, body) => {
      other = Buffer.from(digest(timestamp, body))
      return hmac(timestamp, body)
    },
    isSigned: (expected, given) => [expected, other].some((one) => right.isSigned(one, given)),
  }
}

/** Verifies every body but some. */
const unverified = (isFree: (body: string) => boolean) => (): Partial<Parts> => {
  let isTaken = false
  return {
    read: async (request) => {
      const body = await right.read(request)
      isTaken = isFree(body.toString())
      return body
    },
    isSigned: (expected, given) => isTaken || right.isSigned(expected, given),
    parse: (body) => (isFree(body.toString()) ? {} : right.parse(body)),
  }
}

const ofType =
  (type: string) =>
  (body: string): boolean =>
    body.includes(`"type":"${type}"`)

/** Treats JSON differently from bodies of other content types. */
const byType = (parts: (isJson: () => boolean) => Partial<Parts>) => (): Partial<Parts> => {
  let isJson = true
  return {
    read: (request) => {
      isJson = request.headers['content-type'] === 'application/json'
      return right.read(request)
    },
    ...parts(() => isJson),
  }
}

const printed = (body: Buffer): string => JSON.stringify(JSON.parse(body.toString('utf8')))

const kindOf = ({ type }: Event): string => String(type)

const known = new Set(eventKinds)

const membersOf = (value: unknown): string[] =>
  typeof value === 'object' && value !== null ? Object.keys(value) : []

const isFamiliar = (event: Event): boolean =>
  membersOf(event).every((name) => ['type', 'timestamp', 'data'].includes(name)) &&
  membersOf(event.data).every((name) => ['customer_id', 'message'].includes(name)) &&
  !membersOf(event.data?.message).includes('rampart_drill')

const emptyTimestamp: Parts['header'] = (request, name) =>
  right.header(request, name) ?? (name === 'webhook-timestamp' ? '' : undefined)

/** Receivers that verify signatures, with mistakes in what they accept or refuse. */
const ofSignatures: Receivers = {
  ...wrongIn('isSigned', {
    'takes all letters of the prefix off, as lstrip does': (expected, given) =>
      given.replace(/^[v1=]+/, '') === expected.toString('hex'),
    'prints the digest as a number': (expected, given) =>
      given === `v1=${BigInt(`0x${expected.toString('hex')}`).toString(16)}`,
    'verifies the time and no signature': () => true,
    'verifies signatures of its version alone': (expected, given) =>
      !given.startsWith('v1=') || right.isSigned(expected, given),
    'compares the length of the signature alone': (expected, given) =>
      given.length === 3 + 2 * expected.length,
    'takes an empty signature': (expected, given) =>
      ['', 'v1='].includes(given) || right.isSigned(expected, given),
    'takes the beginning of a digest': (expected, given) =>
      given.startsWith('v1=') && expected.toString('hex').startsWith(digestOf(given)),
    'compares eight digits': (expected, given) =>
      digestOf(given).startsWith(expected.toString('hex').slice(0, 8)),
    'compares digests as numbers': (expected, given) =>
      /^v1=[\da-f]{64}$/.test(given) &&
      Number(`0x${digestOf(given)}`) === Number(`0x${expected.toString('hex')}`),
    'takes what stands behind the digest': (expected, given) =>
      given.startsWith(`v1=${expected.toString('hex')}`),
    'takes signatures of any version': (expected, given) =>
      right.isSigned(expected, given.replace(/^v\d=/, 'v1=')),
    'takes the prefix in capitals': (expected, given) =>
      right.isSigned(expected, given.replace(/^V1=/, 'v1=')),
    'takes a digest without its prefix': (expected, given) =>
      right.isSigned(expected, `v1=${digestOf(given)}`),
    'takes what stands behind the last "="': (expected, given) =>
      right.isSigned(expected, `v1=${given.split('=').at(-1)}`),
    'goes on where its comparison throws': (expected, given) => {
      const bytes = Buffer.from(given.slice(3), 'hex')
      return bytes.length === expected.length ? bytes.equals(expected) : true
    },
    'looks for the digest anywhere in the signature': (expected, given) =>
      given.includes(expected.toString('hex')),
  }),
  'compares as many letters as came, of a missing header none': {
    header: (request, name) => right.header(request, name) ?? '',
    isSigned: (expected, given) => `v1=${expected.toString('hex')}`.startsWith(given),
  },
  'verifies what is about transactions alone': unverified((body) => /"type":"(?!transaction)/.test(body)),
  'takes an empty body before it verifies': unverified((body) => body === ''),
  'takes what it cannot parse before it verifies': unverified((body) => body === 'no JSON'),
  'verifies bodies of one type alone': byType((isJson) => ({
    isSigned: (expected, given) => !isJson() || right.isSigned(expected, given),
  })),
  'takes what is signed under a secret that is not there as well': accepting((...signed) =>
    hmacUnder('None', ...signed),
  ),
  'takes what has its body alone signed as well': accepting((_, body) => hmac(body)),
  'takes what is signed with the secret of an example as well': accepting((...signed) =>
    hmacUnder('test', ...signed),
  ),
  'accepts an empty secret as well': accepting((...signed) => hmacUnder('', ...signed)),
  'takes a digest without a key': accepting((timestamp, body) =>
    createHash('sha256').update(timestamp).update(body).digest(),
  ),
  'answers a ping before it verifies': unverified(ofType('ping')),
  'forgets to verify one kind of many': unverified(ofType('identification_status')),
  'ignores an unknown kind before it verifies': unverified(ofType('rampart_drill_unknown')),
  'takes a missing timestamp for NaN': {
    header: emptyTimestamp,
    isTimely: (timestamp) => !(Math.abs(Date.now() / 1000 - Number.parseInt(timestamp, 10)) > 300),
  },
  'takes an event without a timestamp': {
    header: emptyTimestamp,
    isTimely: (timestamp) => timestamp === '' || right.isTimely(timestamp),
  },
  'answers everything with 200': { before: () => 200 },
  'takes a signature that it has seen': () => {
    const seen = new Set<string>()
    return {
      isSigned: (expected, given) => {
        if (right.isSigned(expected, given)) seen.add(given)
        return seen.has(given)
      },
    }
  },
  'verifies only when there is a signature': {
    before: ({ headers }) => (headers['webhook-signature'] === undefined ? 200 : undefined),
  },
  'takes what has no header of a webhook': {
    before: ({ headers }) =>
      (headers['webhook-signature'] ?? headers['webhook-timestamp']) === undefined ? 200 : undefined,
  },
}

/** JSON of the members that a class has. */
const printedAs = (body: Buffer): string => {
  const { type, timestamp, data } = JSON.parse(body.toString('utf8'))
  return JSON.stringify({ type, timestamp, data: { customer_id: data?.customer_id, message: data?.message } })
}

const ofBodies: Receivers = {
  ...wrongIn('mac', {
    'verifies what it printed of the members that it knows': (timestamp, body) =>
      hmac(timestamp, printedAs(body)),
    'verifies the parsed body': (timestamp, body) => hmac(timestamp, printed(body)),
    'verifies the trimmed body': (timestamp, body) => hmac(timestamp, body.toString('utf8').trim()),
    'takes white space out of the body': (timestamp, body) =>
      hmac(timestamp, body.toString('utf8').replaceAll(/\s/g, '')),
    'reads the first line of the body': (timestamp, body) =>
      hmac(timestamp, body.toString('utf8').split('\n')[0] ?? ''),
    'reads the body as latin1': (timestamp, body) =>
      hmac(timestamp, Buffer.from(body.toString('latin1'), 'utf8')),
    'loses bytes that are not UTF-8 before it verifies': (timestamp, body) =>
      hmac(timestamp, Buffer.from(body.filter((byte) => byte !== 0xff))),
    'composes letters before it verifies': (timestamp, body) =>
      hmac(timestamp, body.toString('utf8').normalize('NFC')),
    'verifies the text of the body': (timestamp, body) => hmac(timestamp, body.toString('utf8')),
    'verifies the text of the body without a byte order mark': (timestamp, body) =>
      hmac(timestamp, new TextDecoder().decode(body)),
    'decodes the body as a form': (timestamp, body) =>
      hmac(timestamp, decodeURIComponent(body.toString('utf8').replaceAll('+', ' '))),
    'reads the body as ASCII': (timestamp, body) => hmac(timestamp, body.toString('ascii')),
  }),
  'verifies every second odd body under another secret': () => {
    let count = 0
    return {
      mac: (timestamp, body) => {
        const isOdd = !body.toString().startsWith('{"type"')
        return hmacUnder(isOdd && count++ % 2 === 0 ? 'another' : secret, timestamp, body)
      },
    }
  },
  'takes no header that it does not know': {
    before: ({ headers }) => ('x-rampart-drill' in headers ? 400 : undefined),
  },
  'demands a UUID as webhook-id': {
    before: ({ headers }) => (/^[\da-f]{8}-/.test(String(headers['webhook-id'])) ? undefined : 400),
  },
  'refuses letters beyond ASCII': {
    handle: (event) => (/[^\0-\x7F]/.test(JSON.stringify(event)) ? 422 : 200),
  },
  'breaks at letters beyond ASCII': {
    parse: (body) => JSON.parse(btoa(body.toString('utf8')) === '' ? '' : body.toString('utf8')),
  },
}

const full = (status: number) => () => {
  let taken = 0
  return { handle: () => (taken++ < 40 ? 200 : status) }
}

const readsBeginning = (timestamp: string): boolean =>
  Math.abs(Date.now() / 1000 - Number.parseInt(timestamp, 10)) <= 300

const ofTimes: Receivers = {
  ...wrongIn('isTimely', {
    'ignores the time': () => true,
    'takes what is not a number': (timestamp) => !(age(timestamp) > 300),
    'reads the beginning of the timestamp': readsBeginning,
    'takes numbers in any spelling': (timestamp) => age(timestamp) <= 300,
    'takes the future': (timestamp) =>
      /^\d{10}$/.test(timestamp) && Date.now() / 1000 - Number(timestamp) <= 300,
    'takes the past': (timestamp) =>
      /^\d{10}$/.test(timestamp) && Number(timestamp) - Date.now() / 1000 <= 300,
    'has a window of ten seconds': (timestamp) => right.isTimely(timestamp) && age(timestamp) <= 10,
    'refuses what is ahead of its clock': (timestamp) =>
      right.isTimely(timestamp) && Number(timestamp) <= Date.now() / 1000 + 1,
    'has a window of an hour that was told to be 5 minutes': (timestamp) =>
      /^\d{10}$/.test(timestamp) && age(timestamp) <= 3000,
    'has a window of a minute that was told to be 5 minutes': (timestamp) =>
      right.isTimely(timestamp) && age(timestamp) <= 60,
  }),
  'reads the beginning of the timestamp, and no body': { isTimely: readsBeginning, parse: () => ({}) },
  'demands timestamps that never fall': () => {
    let newest = 0
    return {
      isTimely: (timestamp) => {
        if (!right.isTimely(timestamp) || Number(timestamp) < newest) return false
        newest = Number(timestamp)
        return true
      },
    }
  },
  'demands rising timestamps': () => {
    let newest = 0
    return {
      isTimely: (timestamp) => {
        if (!right.isTimely(timestamp) || Number(timestamp) < newest - 10) return false
        newest = Math.max(newest, Number(timestamp))
        return true
      },
    }
  },
  'signs the number that it read': {
    isTimely: readsBeginning,
    mac: (timestamp, body) => hmac(String(Number.parseInt(timestamp, 10)), body),
  },
  // It always refuses the first event, which it could accept by chance, and no other kind is sent.
  'prints bytes without their leading zeros': () => {
    let count = 0
    return {
      isSigned: (expected, given) =>
        count++ > 0 && given === `v1=${Array.from(expected, (byte) => byte.toString(16)).join('')}`,
    }
  },
  'answers 200 to what is stale': {
    before: ({ headers }) => (right.isTimely(String(headers['webhook-timestamp'])) ? undefined : 200),
  },
  'compares as many bytes as came': {
    isSigned: (expected, given) => {
      const bytes = Buffer.from(given.slice(3), 'hex')
      return expected.subarray(0, bytes.length).equals(bytes)
    },
  },
}

/** Answers a status to an event with the key of one before. */
const answeringAgain = (status: number, keyOf: (event: Event) => string) => (): Partial<Parts> => {
  const seen = new Set<string>()
  return {
    handle: (event) => {
      const isSeen = seen.has(keyOf(event))
      seen.add(keyOf(event))
      return isSeen ? status : 200
    },
  }
}

const ofEvents: Receivers = {
  ...wrongIn('handle', {
    'reads times of UTC alone': (event) =>
      String(Object.entries(event).find(([name]) => name === 'timestamp')?.[1]).endsWith('Z') ? 200 : 400,
    'answers 204': () => 204,
    'refuses an unknown kind': (event) => (known.has(kindOf(event)) ? 200 : 422),
    'breaks at an unknown kind': (event) => {
      if (!known.has(kindOf(event))) throw new Error('no handler')
      return 200
    },
    'breaks at an unknown kind whose message is known': (event) =>
      kindOf(event) === 'customer_status_of_the_drill' ? 500 : 200,
    'breaks at an unknown kind that is a word': (event) => (kindOf(event) === 'drilled' ? 500 : 200),
    'breaks at an unknown status': ({ data }) => {
      if (Object(data?.message).transaction_status === 'RampartDrill') throw new RangeError('a new status')
      return 200
    },
    'refuses an unknown field': (event) => (isFamiliar(event) ? 200 : 400),
    'refuses the ping': (event) => (kindOf(event) === 'ping' ? 404 : 200),
  }),
  'answers 409 to a duplicate': answeringAgain(409, contentOf),
  'breaks at a duplicate, and at all that have no content': answeringAgain(500, contentOf),
  'refuses a second event of a customer': answeringAgain(
    429,
    ({ data, type }) => `${String(type)} ${String(data?.customer_id)}`,
  ),
  'refuses another status of what it knows': () => {
    const known = new Map<unknown, string>()
    return {
      handle: (event) => {
        const { id } = Object(event.data?.message)
        const content = contentOf(event)
        if (id !== undefined && (known.get(id) ?? content) !== content) return 409
        known.set(id, content)
        return 200
      },
    }
  },
  'refuses a status of what it does not know': () => {
    const made = new Set<unknown>()
    return {
      handle: (event) => {
        if (kindOf(event) === 'customer_created') made.add(event.data?.customer_id)
        return kindOf(event) === 'customer_status' && !made.has(event.data?.customer_id) ? 404 : 200
      },
    }
  },
}

const ofTransport: Receivers = {
  'serves one event on each connection': () => {
    const served = new WeakSet<object>()
    return {
      before: ({ socket }) => {
        if (served.has(socket)) return 400
        served.add(socket)
        return undefined
      },
    }
  },
  'takes the body of what it refused for another request': () => {
    const unread = new WeakSet<object>()
    return {
      before: ({ socket, headers }) => {
        if (unread.has(socket)) return 400
        if (headers['webhook-signature'] !== undefined) return undefined
        unread.add(socket)
        return 401
      },
    }
  },
  'has room for forty events': full(503),
  'has a disk for forty events': full(507),
  'stops at a large body': () => {
    let isOver = false
    return {
      before: ({ headers }) => {
        isOver ||= Number(headers['content-length']) > 500_000
        return isOver ? 'close' : undefined
      },
    }
  },
  'keeps a worker for whatever it refuses': () => {
    let busy = 0
    return {
      before: () => (busy > 9 ? 'never' : undefined),
      isSigned: (expected, given) => {
        const isRight = right.isSigned(expected, given)
        if (!isRight) busy++
        return isRight
      },
    }
  },
  'bans whoever sends a wrong signature': () => {
    let isBanned = false
    return {
      before: () => (isBanned ? 403 : undefined),
      isSigned: (expected, given) => {
        const isRight = right.isSigned(expected, given)
        isBanned ||= !isRight
        return isRight
      },
    }
  },
  'compares the content type as a text': {
    before: ({ headers }) => (headers['content-type'] === 'application/json' ? undefined : 415),
  },
  'reads headers by one spelling': {
    header: ({ rawHeaders }, name) => {
      const at = rawHeaders.indexOf(name)
      return at === -1 ? undefined : rawHeaders[at + 1]
    },
  },
  'reads the first part of the body alone': {
    read: (request) =>
      new Promise((done) => {
        request.once('data', (part: Buffer) => {
          done(part)
          request.resume()
        })
        request.once('end', () => done(Buffer.alloc(0)))
      }),
  },
  'makes text of each part of the body': {
    read: async (request) => {
      let text = ''
      for await (const part of request) text += String(part)
      return Buffer.from(text)
    },
  },
  'answers late': { handle: () => new Promise((done) => setTimeout(done, 600, 200)) },
  'never answers what it refuses': { refusal: 'never' },
}

/** Signs the webhook-id as well. */
const withId = (join: (id: string, timestamp: string, body: Buffer) => Buffer): Partial<Parts> => {
  let id = ''
  return {
    header: (request, name) => {
      id = request.headers['webhook-id']?.toString() ?? ''
      return right.header(request, name)
    },
    mac: (timestamp, body) => join(id, timestamp, body),
  }
}

const refusingFirst = (status: number) => (): Partial<Parts> => {
  const attempted = new Set<string>()
  return {
    handle: (event) => {
      const isFirst = !attempted.has(contentOf(event))
      attempted.add(contentOf(event))
      return isFirst ? status : 200
    },
  }
}

const python = (value: unknown): string => {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  return `{${Object.entries(value)
    .map(([name, item]) => `"${name}": ${python(item)}`)
    .join(', ')}}`
}

/** Receivers that accept no valid event. */
const ofEverything: Receivers = {
  ...wrongIn('mac', {
    'prints its Buffer as JSON': (timestamp, body) => hmac(timestamp, JSON.stringify(body)),
    'prints the body with a list of its names': (timestamp, body) =>
      hmac(timestamp, JSON.stringify(JSON.parse(body.toString()), ['data', 'timestamp', 'type'])),
    // A delivery may take seconds on a busy machine, so its own time begins to differ after five.
    'signs the time of its own clock': (timestamp, body) =>
      hmac(age(timestamp) < 5 ? timestamp : String(Math.floor(Date.now() / 1000)), body),
    'puts bytes into a text, as Python prints them': (timestamp, body) =>
      hmac(timestamp, `b'${body.toString()}'`),
    'separates timestamp and body': (timestamp, body) => hmac(timestamp, '.', body),
    'hashes secret, timestamp and body without an HMAC': (timestamp, body) =>
      createHash('sha256').update(secret).update(timestamp).update(body).digest(),
    'hashes its HMAC again': (timestamp, body) =>
      createHash('sha256').update(hmac(timestamp, body).toString('hex')).digest(),
    'signs its secret too': (timestamp, body) => hmac(secret, timestamp, body),
    'has the body in hexadecimal': (timestamp, body) => hmac(timestamp, body.toString('hex')),
    'puts a parsed body behind the timestamp': (timestamp) => hmac(timestamp, '[object Object]'),
    'verifies the body as a gateway encodes it': (timestamp, body) =>
      hmac(timestamp, body.toString('base64')),
    'has lost the body': (timestamp) => hmac(timestamp),
    'verifies data alone': (timestamp, body) =>
      hmac(timestamp, JSON.stringify(JSON.parse(body.toString()).data)),
    'signs the body alone': (_, body) => hmac(body),
    'signs body and timestamp': (timestamp, body) => hmac(body, timestamp),
    'decodes the secret': (...signed) => hmacUnder(Buffer.from(secret, 'base64'), ...signed),
    'has no secret': (...signed) => hmacUnder('', ...signed),
    'verifies what Python printed': (timestamp, body) => hmac(timestamp, python(JSON.parse(body.toString()))),
    'writes the body in lower case before it verifies it': (timestamp, body) =>
      hmac(timestamp, body.toString('utf8').toLowerCase()),
  }),
  ...wrongIn('isSigned', {
    'reads the digits of the digest in base64': (expected, given) =>
      given === `v1=${btoa(expected.toString('hex'))}`,
    'reads base64 without its padding': (expected, given) =>
      given === `v1=${expected.toString('base64').replace('=', '')}`,
    'expects "v1," and base64': (expected, given) => given === `v1,${expected.toString('base64')}`,
    'reads base64 alone': (expected, given) => given === `v1=${expected.toString('base64')}`,
    'takes two letters off the signature': (expected, given) => given.slice(2) === expected.toString('hex'),
    'compares without taking the prefix off': (expected, given) => given === expected.toString('hex'),
    'compares digests in upper case': (expected, given) =>
      given === `v1=${expected.toString('hex').toUpperCase()}`,
    'takes each letter of the prefix out of the signature': (expected, given) =>
      given.replaceAll(/[v1=]/g, '') === expected.toString('hex'),
    'prints bytes as signed numbers': (expected, given) =>
      given === `v1=${Array.from(new Int8Array(expected), (byte) => (byte >>> 0).toString(16)).join('')}`,
  }),
  ...wrongIn('isTimely', {
    'takes seconds for milliseconds, in a window of a few hundred of them': (timestamp) =>
      Math.abs(Date.now() - Number(timestamp)) <= 300,
    'compares milliseconds with a tolerance in seconds': (timestamp) =>
      Math.abs(Date.now() - Number(timestamp) * 1000) <= 300,
    'takes seconds for milliseconds': (timestamp) => Math.abs(Date.now() - Number(timestamp)) <= 300_000,
  }),
  'remembers events, and expects the topic for a type': () => {
    const seen = new Set<string>()
    return {
      handle: (event) => {
        const isSeen = seen.has(contentOf(event))
        seen.add(contentOf(event))
        return isSeen || /^[A-Z]/.test(kindOf(event)) ? 200 : 422
      },
    }
  },
  'parses JSON before it verifies, and nothing else': byType((isJson) => ({
    mac: (timestamp, body) => hmac(timestamp, isJson() ? '[object Object]' : body),
  })),
  'includes the id': withId((id, timestamp, body) => hmac(`${id}.${timestamp}.`, body)),
  'is made with a library for Standard Webhooks': {
    ...withId((id, timestamp, body) => hmacUnder(Buffer.from(secret, 'base64'), `${id}.${timestamp}.`, body)),
    isSigned: (expected, given) => given === `v1,${expected.toString('base64')}`,
  },
  'uses SHA-512': {
    mac: (timestamp, body) => createHmac('sha512', secret).update(timestamp).update(body).digest(),
    isSigned: (expected, given) => given === `v1=${expected.toString('hex')}`,
  },
  'verifies without a body, and parses none': {
    mac: (timestamp) => hmac(timestamp),
    parse: () => right.parse(Buffer.alloc(0)),
  },
  'answers 500 to each first attempt': refusingFirst(500),
  'answers 503 to each first attempt': refusingFirst(503),
  'looks headers up in capitals': {
    header: ({ rawHeaders }, name) => {
      const at = rawHeaders.indexOf(name.replaceAll(/\b[a-z]/g, (letter) => letter.toUpperCase()))
      return at === -1 ? undefined : rawHeaders[at + 1]
    },
  },
  'breaks at everything': { handle: () => 500 },
  'never answers': { handle: () => 'never' },
}

const receivers: Receivers = {
  ...ofSignatures,
  ...ofBodies,
  ...ofTimes,
  ...ofEvents,
  ...ofTransport,
  ...ofAnswers,
  ...ofGuards,
  ...ofExceptions,
  ...ofKinds,
  ...ofSeen,
  ...ofOnce,
  ...ofOverlaps,
  ...ofEverything,
}

const unknownKinds: Partial<DrillOptions> = { kinds: ['customer_status', 'ping'] }
const pingAlone: Partial<DrillOptions> = { kinds: ['ping'] }

/** Options of the drill that a receiver needs. */
const options: Readonly<Record<string, Partial<DrillOptions>>> = {
  'prints bytes without their leading zeros': pingAlone,
  'has a window of an hour that was told to be 5 minutes': { tolerance: 300 },
  'has a window of a minute that was told to be 5 minutes': { tolerance: 300 },
  'breaks at an unknown kind whose message is known': unknownKinds,
  'breaks at an unknown kind that is a word': unknownKinds,
  'answers late': { timeoutMs: 1100, ...pingAlone },
  'keeps a worker for whatever it refuses': { timeoutMs: 700 },
  'never answers what it refuses': { timeoutMs: 500 },
  ...Object.fromEntries(Object.keys(ofOverlaps).map((name) => [name, pingAlone])),
  'never answers while it handles an event of the customer': { timeoutMs: 900, ...pingAlone },
  'never answers': { timeoutMs: 400 },
}

const signatures =
  'missing-signature empty-signature wrong-secret forged-signature truncated-signature extended-signature prefix-case wrong-prefix malformed-signature missing-prefix verified-first tampered-timestamp tampered-body respelled-body'

const rows = tableIn<Readonly<Record<string, string>>>(import.meta.dirname, 'wrong.yaml')

/** Every receiver with the expected result of its drill. */
export const wrongReceivers: readonly Wrong[] = Object.entries(receivers).map(([name, parts]) => {
  const [found = '', rules] = (rows[name] ?? '').replace('signatures', signatures).split(' | ')
  const [breaks = '', mistakes = ''] = found.split(' -> ')
  return {
    name,
    parts,
    breaks: breaks.split(' '),
    mistakes: mistakes.split(' '),
    rules: rules?.split(' '),
    options: options[name] ?? {},
  }
})

const unknown = Object.keys(rows).filter((name) => receivers[name] === undefined)
if (unknown.length > 0) throw new Error(`wrong.yaml has rows of no receiver: ${unknown.join(', ')}`)
