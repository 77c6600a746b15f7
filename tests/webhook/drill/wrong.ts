import { createHash, createHmac } from 'node:crypto'
import type { RequestListener } from 'node:http'
import { age, contentOf, type Event, handMade, hmac, type Parts, right, secret } from './hand-made.js'
import { ofAnswers } from './wrong-answers.js'
import { ofExceptions } from './wrong-exceptions.js'
import { ofKinds } from './wrong-kinds.js'
import { ofOverlaps, ofSeen } from './wrong-memories.js'
import { type Wrong, wrong } from './wrong-receiver.js'

const digestOf = (signature: string): string => signature.replace(/^v1=/, '')

const everything =
  'missing-signature empty-signature wrong-secret forged-signature truncated-signature extended-signature prefix-case wrong-prefix malformed-signature missing-prefix verified-first tampered-timestamp tampered-body respelled-body'

const printed = (body: Buffer): string => JSON.stringify(JSON.parse(body.toString('utf8')))

const kindOf = ({ type }: Event): string => String(type)

const known = new Set([
  'transaction',
  'new_autoramp',
  'new_bank_account',
  'deposit_address_created',
  'customer_created',
  'transaction_status',
  'transaction_refunded',
  'register_fiat_address_status',
  'customer_status',
  'customer_fiat_abilities',
  'register_autoramp_status',
  'identification_status',
  'ping',
])

const membersOf = (value: unknown): string[] =>
  typeof value === 'object' && value !== null ? Object.keys(value) : []

const isFamiliar = (event: Event): boolean =>
  membersOf(event).every((name) => ['type', 'timestamp', 'data'].includes(name)) &&
  membersOf(event.data).every((name) => ['customer_id', 'message'].includes(name)) &&
  !membersOf(event.data?.message).includes('rampart_drill')

/** Receivers that verify something: wrong in what they take or refuse. */
const ofSignatures: readonly Wrong[] = [
  wrong(
    'takes all letters of the prefix off, as lstrip does',
    {
      isSigned: (expected, given) => given.replace(/^[v1=]+/, '') === expected.toString('hex'),
    },
    'every-digest',
    'prefix-letters',
    // The other rules are met by one right digest in sixteen.
    { rules: ['receiver/every-digest', 'receiver/wrong-prefix'] },
  ),
  wrong(
    'prints the digest as a number',
    {
      isSigned: (expected, given) => given === `v1=${BigInt(`0x${expected.toString('hex')}`).toString(16)}`,
    },
    'every-digest',
    'leading-zeros',
    { rules: ['receiver/every-digest'] },
  ),
  {
    name: 'answers everything with 200',
    make: () => (request, response) => {
      request.resume()
      request.on('end', () => response.end())
    },
    breaks:
      `${everything} missing-timestamp moved-boundary stale-timestamp future-timestamp malformed-timestamp ten-digits window`.split(
        ' ',
      ),
    mistakes: ['no-verification'],
  },
  wrong(
    'verifies the time and no signature',
    { isSigned: () => true },
    'wrong-secret forged-signature truncated-signature extended-signature malformed-signature missing-prefix prefix-case wrong-prefix verified-first tampered-timestamp tampered-body respelled-body empty-signature',
    'no-verification',
  ),
  wrong(
    'verifies only when there is a signature',
    { before: ({ headers }) => (headers['webhook-signature'] === undefined ? 200 : undefined) },
    'missing-signature',
    'optional-signature',
  ),
  wrong(
    'takes an empty signature',
    { isSigned: (expected, given) => ['', 'v1='].includes(given) || right.isSigned(expected, given) },
    'empty-signature',
    'empty-signature',
  ),
  wrong(
    'takes the beginning of a digest',
    {
      isSigned: (expected, given) =>
        given.startsWith('v1=') && expected.toString('hex').startsWith(digestOf(given)),
    },
    'empty-signature truncated-signature malformed-signature',
    'prefix-compare',
  ),
  wrong(
    'compares eight digits',
    { isSigned: (expected, given) => digestOf(given).startsWith(expected.toString('hex').slice(0, 8)) },
    'forged-signature truncated-signature extended-signature malformed-signature missing-prefix',
    'prefix-compare optional-prefix',
  ),
  wrong(
    'compares digests as numbers',
    {
      isSigned: (expected, given) =>
        /^v1=[\da-f]{64}$/.test(given) &&
        Number(`0x${digestOf(given)}`) === Number(`0x${expected.toString('hex')}`),
    },
    'forged-signature',
    'end-ignored',
    { rules: ['receiver/forged-signature', 'receiver/truncated-signature'] },
  ),
  wrong(
    'takes what stands behind the digest',
    { isSigned: (expected, given) => given.startsWith(`v1=${expected.toString('hex')}`) },
    'extended-signature',
    'long-signature',
  ),
  wrong(
    'takes signatures of any version',
    {
      isSigned: (expected, given) => right.isSigned(expected, given.replace(/^v\d=/, 'v1=')),
    },
    'wrong-prefix',
    'any-prefix',
  ),
  wrong(
    'takes the prefix in capitals',
    { isSigned: (expected, given) => right.isSigned(expected, given.replace(/^V1=/, 'v1=')) },
    'prefix-case',
    'prefix-case',
  ),
  wrong(
    'takes a digest without its prefix',
    { isSigned: (expected, given) => right.isSigned(expected, `v1=${digestOf(given)}`) },
    'missing-prefix',
    'optional-prefix',
  ),
  wrong(
    'takes what stands behind the last "="',
    { isSigned: (expected, given) => right.isSigned(expected, `v1=${given.split('=').at(-1)}`) },
    'missing-prefix prefix-case wrong-prefix',
    'any-prefix',
  ),
  wrong(
    'compares as many letters as came, of a missing header none',
    {
      header: (request, name) => right.header(request, name) ?? '',
      isSigned: (expected, given) => `v1=${expected.toString('hex')}`.startsWith(given),
    },
    'missing-signature empty-signature truncated-signature malformed-signature',
    'prefix-compare',
    { rules: ['missing', 'empty', 'truncated', 'malformed'].map((name) => `receiver/${name}-signature`) },
  ),
  wrong(
    'goes on where its comparison throws',
    {
      isSigned: (expected, given) => {
        const bytes = Buffer.from(given.slice(3), 'hex')
        return bytes.length === expected.length ? bytes.equals(expected) : true
      },
    },
    'empty-signature forged-signature truncated-signature extended-signature malformed-signature missing-prefix prefix-case wrong-prefix',
    'fails-open',
    { rules: everything.split(' ').map((name) => `receiver/${name}`) },
  ),
  wrong(
    'looks for the digest anywhere in the signature',
    { isSigned: (expected, given) => given.includes(expected.toString('hex')) },
    'extended-signature missing-prefix prefix-case wrong-prefix',
    'digest-within',
    { rules: everything.split(' ').map((name) => `receiver/${name}`) },
  ),
  wrong(
    'verifies bodies of one type alone',
    () => {
      let isVerified = true
      return {
        read: (request) => {
          isVerified = request.headers['content-type'] === 'application/json'
          return right.read(request)
        },
        isSigned: (expected, given) => !isVerified || right.isSigned(expected, given),
      }
    },
    'forged-signature',
    'type-unverified',
    { rules: ['receiver/forged-signature'] },
  ),
  ...(
    [
      ['is signed under a secret that is not there', 'None', 'wrong-secret', 'guessable-secret', (at) => at],
      ['has its body alone signed', secret, 'tampered-timestamp', 'unsigned-timestamp', () => ''],
    ] as const satisfies readonly (readonly [string, string, string, string, (at: string) => string])[]
  ).map(([name, key, rule, mistake, at]) =>
    wrong(
      `takes what ${name} as well`,
      () => {
        let other: Buffer = Buffer.alloc(0)
        return {
          mac: (timestamp, body) => {
            other = createHmac('sha256', key).update(at(timestamp)).update(body).digest()
            return hmac(timestamp, body)
          },
          isSigned: (expected, given) => [expected, other].some((one) => right.isSigned(one, given)),
        }
      },
      rule,
      mistake,
      { rules: [`receiver/${rule}`] },
    ),
  ),
  wrong(
    'accepts an empty secret as well',
    () => {
      let last: Buffer = Buffer.alloc(0)
      return {
        mac: (timestamp, body) => {
          last = createHmac('sha256', '').update(timestamp).update(body).digest()
          return hmac(timestamp, body)
        },
        isSigned: (expected, given) => right.isSigned(expected, given) || right.isSigned(last, given),
      }
    },
    'wrong-secret',
    'guessable-secret',
  ),
  wrong(
    'takes a digest without a key',
    () => {
      let last: Buffer = Buffer.alloc(0)
      return {
        mac: (timestamp, body) => {
          last = createHash('sha256').update(timestamp).update(body).digest()
          return hmac(timestamp, body)
        },
        isSigned: (expected, given) => right.isSigned(expected, given) || right.isSigned(last, given),
      }
    },
    'forged-signature',
    'weak-comparison',
  ),
  ...(
    [
      ['answers a ping before it verifies', 'ping', 'ping-unverified'],
      ['forgets to verify one kind of many', 'identification_status', 'kind-unverified'],
      ['ignores an unknown kind before it verifies', 'rampart_drill_unknown', 'kind-before-signature'],
    ] as const
  ).map(([name, type, mistake]) =>
    wrong(
      name,
      () => {
        let isOfType = false
        return {
          read: async (request) => {
            const body = await right.read(request)
            isOfType = body.includes(`"type":"${type}"`)
            return body
          },
          isSigned: (expected, given) => isOfType || right.isSigned(expected, given),
        }
      },
      'forged-signature',
      mistake,
      { rules: ['receiver/forged-signature', 'receiver/every-kind'] },
    ),
  ),
  wrong(
    'takes an event without a timestamp',
    {
      header: (request, name) =>
        right.header(request, name) ?? (name === 'webhook-timestamp' ? '' : undefined),
      isTimely: (timestamp) => timestamp === '' || right.isTimely(timestamp),
    },
    'missing-timestamp malformed-timestamp',
    'optional-timestamp',
  ),
]

const ofBodies: readonly Wrong[] = [
  wrong(
    'verifies the parsed body',
    { mac: (timestamp, body) => hmac(timestamp, printed(body)) },
    'raw-body raw-numbers respelled-body',
    'reserialised-body',
  ),
  wrong(
    'verifies the trimmed body',
    { mac: (timestamp, body) => hmac(timestamp, body.toString('utf8').trim()) },
    'raw-body respelled-body',
    'trimmed-body',
  ),
  wrong(
    'takes white space out of the body',
    { mac: (timestamp, body) => hmac(timestamp, body.toString('utf8').replaceAll(/\s/g, '')) },
    'raw-body unknown-field respelled-body',
    'white-space-changed',
    { rules: ['receiver/raw-body', 'receiver/unknown-field', 'receiver/respelled-body'] },
  ),
  wrong(
    'reads the body as latin1',
    { mac: (timestamp, body) => hmac(timestamp, Buffer.from(body.toString('latin1'), 'utf8')) },
    'non-ascii',
    'text-encoding',
  ),
  wrong(
    'breaks at letters beyond ASCII',
    { parse: (body) => JSON.parse(btoa(body.toString('utf8')) === '' ? '' : body.toString('utf8')) },
    'non-ascii uncaught-exception',
    'breaks-at-letters',
    { rules: ['receiver/non-ascii', 'receiver/split-letters', 'receiver/uncaught-exception'] },
  ),
  wrong(
    'reads the body as ASCII',
    { mac: (timestamp, body) => hmac(timestamp, body.toString('ascii')) },
    'non-ascii',
    'text-encoding',
  ),
]

const readsBeginning = (timestamp: string): boolean =>
  Math.abs(Date.now() / 1000 - Number.parseInt(timestamp, 10)) <= 300

const ofTimes: readonly Wrong[] = [
  wrong(
    'ignores the time',
    { isTimely: () => true },
    'stale-timestamp future-timestamp malformed-timestamp ten-digits window',
    'no-window',
  ),
  wrong(
    'answers 200 to what is stale',
    { before: ({ headers }) => (right.isTimely(String(headers['webhook-timestamp'])) ? undefined : 200) },
    'moved-boundary stale-timestamp future-timestamp',
    'no-window',
    { rules: ['moved-boundary', 'stale-timestamp', 'future-timestamp'].map((name) => `receiver/${name}`) },
  ),
  wrong(
    'takes what is no number',
    { isTimely: (timestamp) => !(age(timestamp) > 300) },
    'malformed-timestamp ten-digits',
    'not-a-number',
  ),
  wrong(
    'reads the beginning of the timestamp',
    { isTimely: readsBeginning },
    'malformed-timestamp ten-digits',
    'lenient-number',
  ),
  wrong(
    'reads the beginning of the timestamp, and no body',
    { isTimely: readsBeginning, parse: () => ({}) },
    'malformed-timestamp ten-digits moved-boundary',
    'lenient-number',
  ),
  wrong(
    'takes numbers in any spelling',
    { isTimely: (timestamp) => age(timestamp) <= 300 },
    'ten-digits',
    'other-spellings',
  ),
  wrong(
    'takes the future',
    { isTimely: (timestamp) => /^\d{10}$/.test(timestamp) && Date.now() / 1000 - Number(timestamp) <= 300 },
    'future-timestamp window',
    'past-only',
  ),
  wrong(
    'takes the past',
    { isTimely: (timestamp) => /^\d{10}$/.test(timestamp) && Number(timestamp) - Date.now() / 1000 <= 300 },
    'stale-timestamp window',
    'future-only',
  ),
  wrong(
    'has a window of ten seconds',
    { isTimely: (timestamp) => right.isTimely(timestamp) && age(timestamp) <= 10 },
    'recent out-of-order clock-ahead',
    'narrow-window',
  ),
  wrong(
    'refuses what is ahead of its clock',
    { isTimely: (timestamp) => right.isTimely(timestamp) && Number(timestamp) <= Date.now() / 1000 + 1 },
    'clock-ahead',
    'no-clock-skew',
  ),
  wrong(
    'has a window of an hour that was told to be 5 minutes',
    { isTimely: (timestamp) => /^\d{10}$/.test(timestamp) && age(timestamp) <= 3000 },
    'tolerance-outside',
    'other-window',
    { tolerance: 300 },
  ),
  wrong(
    'has a window of a minute that was told to be 5 minutes',
    { isTimely: (timestamp) => right.isTimely(timestamp) && age(timestamp) <= 60 },
    'tolerance-inside',
    'other-window',
    { tolerance: 300 },
  ),
  wrong(
    'demands timestamps that never fall',
    () => {
      let newest = 0
      return {
        isTimely: (timestamp) => {
          if (!right.isTimely(timestamp) || Number(timestamp) < newest) return false
          newest = Number(timestamp)
          return true
        },
      }
    },
    'out-of-order recent steady',
    'rising-timestamps',
  ),
  wrong(
    'compares as many bytes as came',
    {
      isSigned: (expected, given) => {
        const bytes = Buffer.from(given.slice(3), 'hex')
        return expected.subarray(0, bytes.length).equals(bytes)
      },
    },
    'empty-signature truncated-signature malformed-signature prefix-case wrong-prefix forged-signature',
    'prefix-compare any-prefix',
  ),
  wrong(
    'demands rising timestamps',
    () => {
      let newest = 0
      return {
        isTimely: (timestamp) => {
          if (!right.isTimely(timestamp) || Number(timestamp) < newest - 10) return false
          newest = Math.max(newest, Number(timestamp))
          return true
        },
      }
    },
    'out-of-order',
    'rising-timestamps',
    { rules: ['receiver/out-of-order', 'receiver/every-kind', 'receiver/steady'] },
  ),
]

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

const ofEvents: readonly Wrong[] = [
  wrong('answers 204', { handle: () => 204 }, 'status-200', 'other-status'),
  wrong(
    'answers 409 to a duplicate',
    answeringAgain(409, contentOf),
    'duplicate same-moment',
    'duplicate-refused',
  ),
  wrong(
    'breaks at a duplicate, and at all that have no content',
    answeringAgain(500, contentOf),
    'duplicate uncaught-exception',
    'duplicate-refused',
    { rules: ['duplicate', 'uncaught-exception', 'odd-bodies'].map((name) => `receiver/${name}`) },
  ),
  wrong(
    'refuses a second event of a customer',
    answeringAgain(429, ({ data, type }) => `${String(type)} ${String(data?.customer_id)}`),
    'duplicate out-of-order same-moment',
    'second-refused',
    { rules: ['duplicate', 'out-of-order', 'same-moment'].map((name) => `receiver/${name}`) },
  ),
  wrong(
    'refuses a status of what it does not know',
    () => {
      const made = new Set<unknown>()
      return {
        handle: (event) => {
          if (kindOf(event) === 'customer_created') made.add(event.data?.customer_id)
          return kindOf(event) === 'customer_status' && !made.has(event.data?.customer_id) ? 404 : 200
        },
      }
    },
    'every-kind out-of-order',
    'order-demanded',
  ),
  wrong(
    'refuses an unknown kind',
    { handle: (event) => (known.has(kindOf(event)) ? 200 : 422) },
    'unknown-kind',
    'unknown-kind',
  ),
  wrong(
    'breaks at an unknown kind',
    {
      handle: (event) => {
        if (!known.has(kindOf(event))) throw new Error('no handler')
        return 200
      },
    },
    'unknown-kind uncaught-exception',
    'unknown-kind',
  ),
  ...(
    [
      ['breaks at an unknown kind whose message is known', 'customer_status_of_the_drill'],
      ['breaks at an unknown kind that is a word', 'drilled'],
    ] as const
  ).map(([name, type]) =>
    wrong(
      name,
      { handle: (event) => (kindOf(event) === type ? 500 : 200) },
      'unknown-kind uncaught-exception',
      'unknown-kind',
      { kinds: ['customer_status', 'ping'] },
    ),
  ),
  wrong(
    'refuses an unknown field',
    { handle: (event) => (isFamiliar(event) ? 200 : 400) },
    'unknown-field',
    'unknown-field',
  ),
  wrong(
    'refuses the ping',
    { handle: (event) => (kindOf(event) === 'ping' ? 404 : 200) },
    'every-kind',
    'kind-refused',
  ),
]

const ofTransport: readonly Wrong[] = [
  wrong(
    'compares the content type as a text',
    { before: ({ headers }) => (headers['content-type'] === 'application/json' ? undefined : 415) },
    'content-type',
    'content-type',
  ),
  wrong(
    'reads headers by one spelling',
    {
      header: ({ rawHeaders }, name) => {
        const at = rawHeaders.indexOf(name)
        return at === -1 ? undefined : rawHeaders[at + 1]
      },
    },
    'header-case',
    'header-case',
  ),
  wrong(
    'reads the first part of the body alone',
    {
      read: (request) =>
        new Promise((done) => {
          request.once('data', (part: Buffer) => {
            done(part)
            request.resume()
          })
          request.once('end', () => done(Buffer.alloc(0)))
        }),
    },
    'slow-body split-letters',
    'first-part-only',
  ),
  wrong(
    'makes text of each part of the body',
    {
      read: async (request) => {
        let text = ''
        for await (const part of request) text += String(part)
        return Buffer.from(text)
      },
    },
    'split-letters',
    'text-of-parts',
  ),
  wrong(
    'serves one event on each connection',
    () => {
      const served = new WeakSet<object>()
      return {
        before: ({ socket }) => {
          if (served.has(socket)) return 400
          served.add(socket)
          return undefined
        },
      }
    },
    'keep-alive',
    'kept-connection',
  ),
  wrong(
    'takes the body of what it refused for another request',
    () => {
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
    'keep-alive',
    'unread-refusal',
    { rules: ['receiver/keep-alive'] },
  ),
  wrong(
    'answers late',
    { handle: () => new Promise((done) => setTimeout(done, 600, 200)) },
    'quick',
    'slow',
    { timeoutMs: 1100, kinds: ['ping'], rules: ['receiver/every-kind', 'receiver/quick'] },
  ),
  wrong('never answers what it refuses', { refusal: 'never' }, 'answered-refusal', 'silent-refusal', {
    timeoutMs: 200,
    rules: ['receiver/forged-signature', 'receiver/answered-refusal'],
  }),
  wrong(
    'stops at a large body',
    () => {
      let isOver = false
      return {
        before: ({ headers }) => {
          isOver ||= Number(headers['content-length']) > 500_000
          return isOver ? 'close' : undefined
        },
      }
    },
    'steady',
    'large-body',
  ),
  wrong(
    'bans whoever sends a wrong signature',
    () => {
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
    'steady',
    'bans-sender',
  ),
]

/** Receivers that take no valid event, and what they do take. */
const total = (name: string, parts: Partial<Parts>, mistake: string): Wrong =>
  wrong(name, parts, 'every-kind', mistake)

const withId = (join: (id: string, timestamp: string, body: Buffer) => Buffer): (() => RequestListener) => {
  return () => {
    let id = ''
    return handMade({
      header: (request, name) => {
        id = request.headers['webhook-id']?.toString() ?? ''
        return right.header(request, name)
      },
      mac: (timestamp, body) => join(id, timestamp, body),
    })
  }
}

const python = (value: unknown): string => {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  return `{${Object.entries(value)
    .map(([name, item]) => `"${name}": ${python(item)}`)
    .join(', ')}}`
}

const ofEverything: readonly Wrong[] = [
  total(
    'separates timestamp and body',
    { mac: (timestamp, body) => hmac(timestamp, '.', body) },
    'separator',
  ),
  total(
    'reads base64 without its padding',
    {
      isSigned: (expected, given) => given === `v1=${expected.toString('base64').replace('=', '')}`,
    },
    'other-encoding',
  ),
  total(
    'expects "v1," and base64',
    { isSigned: (expected, given) => given === `v1,${expected.toString('base64')}` },
    'wrong-prefix',
  ),
  total(
    'hashes secret, timestamp and body without an HMAC',
    { mac: (timestamp, body) => createHash('sha256').update(secret).update(timestamp).update(body).digest() },
    'other-algorithm',
  ),
  total(
    'takes seconds for milliseconds, in a window of a few hundred of them',
    { isTimely: (timestamp) => Math.abs(Date.now() - Number(timestamp)) <= 300 },
    'milliseconds',
  ),
  total(
    'puts a parsed body behind the timestamp',
    { mac: (timestamp) => hmac(timestamp, '[object Object]') },
    'reserialised-body',
  ),
  {
    ...total('parses JSON before it verifies, and nothing else', {}, 'reserialised-body'),
    make: () => {
      let isJson = false
      return handMade({
        read: (request) => {
          isJson = request.headers['content-type'] === 'application/json'
          return right.read(request)
        },
        mac: (timestamp, body) => hmac(timestamp, isJson ? '[object Object]' : body),
      })
    },
  },
  total(
    'looks headers up in capitals',
    {
      header: ({ rawHeaders }, name) => {
        const at = rawHeaders.indexOf(name.replaceAll(/\b[a-z]/g, (letter) => letter.toUpperCase()))
        return at === -1 ? undefined : rawHeaders[at + 1]
      },
    },
    'header-case',
  ),
  total('has lost the body', { mac: (timestamp) => hmac(timestamp) }, 'no-body'),
  total(
    'verifies data alone',
    { mac: (timestamp, body) => hmac(timestamp, JSON.stringify(JSON.parse(body.toString()).data)) },
    'part-of-body',
  ),
  total('signs the body alone', { mac: (_, body) => hmac(body) }, 'body-alone'),
  total('signs body and timestamp', { mac: (timestamp, body) => hmac(body, timestamp) }, 'body-first'),
  {
    ...total('includes the id', {}, 'id-included'),
    make: withId((id, timestamp, body) => hmac(`${id}.${timestamp}.`, body)),
  },
  {
    ...total('is made with a library for Standard Webhooks', {}, 'standard-webhooks'),
    make: () => {
      let id = ''
      return handMade({
        header: (request, name) => {
          id = request.headers['webhook-id']?.toString() ?? ''
          return right.header(request, name)
        },
        mac: (timestamp, body) =>
          createHmac('sha256', Buffer.from(secret.replace(/^whsec_/, ''), 'base64'))
            .update(`${id}.${timestamp}.`)
            .update(body)
            .digest(),
        isSigned: (expected, given) => given === `v1,${expected.toString('base64')}`,
      })
    },
  },
  total(
    'reads base64 alone',
    { isSigned: (expected, given) => given === `v1=${expected.toString('base64')}` },
    'other-encoding',
  ),
  total(
    'compares without taking the prefix off',
    { isSigned: (expected, given) => given === expected.toString('hex') },
    'wrong-prefix',
  ),
  total(
    'compares digests in upper case',
    { isSigned: (expected, given) => given === `v1=${expected.toString('hex').toUpperCase()}` },
    'upper-case',
  ),
  total(
    'takes seconds for milliseconds',
    { isTimely: (timestamp) => Math.abs(Date.now() - Number(timestamp)) <= 300_000 },
    'milliseconds',
  ),
  total(
    'decodes the secret',
    {
      mac: (timestamp, body) =>
        createHmac('sha256', Buffer.from(secret, 'base64')).update(timestamp).update(body).digest(),
    },
    'decoded-secret',
  ),
  total(
    'has no secret',
    { mac: (timestamp, body) => createHmac('sha256', '').update(timestamp).update(body).digest() },
    'no-secret',
  ),
  total(
    'uses SHA-512',
    {
      mac: (timestamp, body) => createHmac('sha512', secret).update(timestamp).update(body).digest(),
      isSigned: (expected, given) => given === `v1=${expected.toString('hex')}`,
    },
    'other-algorithm',
  ),
  total(
    'verifies what Python printed',
    { mac: (timestamp, body) => hmac(timestamp, python(JSON.parse(body.toString()))) },
    'reserialised-body',
  ),
  total('breaks at everything', { handle: () => 500 }, 'crash'),
  ...[500, 503].map((status) =>
    wrong(
      `answers ${status} to each first attempt`,
      () => {
        const attempted = new Set<string>()
        return {
          handle: (event) => {
            const isFirst = !attempted.has(contentOf(event))
            attempted.add(contentOf(event))
            return isFirst ? status : 200
          },
        }
      },
      'every-kind',
      'first-attempt-refused',
    ),
  ),
  wrong('never answers', { handle: () => 'never' }, 'every-kind', 'too-slow', { timeoutMs: 60 }),
]

export const wrongReceivers: readonly Wrong[] = [
  ...ofSignatures,
  ...ofBodies,
  ...ofTimes,
  ...ofEvents,
  ...ofTransport,
  ...ofAnswers,
  ...ofExceptions,
  ...ofKinds,
  ...ofSeen,
  ...ofOverlaps,
  ...ofEverything,
]
