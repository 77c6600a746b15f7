import { createHmac } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { describe, expect, test } from 'vitest'
import { startServer } from '../../support/loopback.js'
import { drilled, mistakesIn } from './drilled.js'
import { type Event, handMade, hmac, type Parts, right, secret } from './hand-made.js'

const under = (key: string | Buffer): Partial<Parts> => ({
  mac: (timestamp, body) => createHmac('sha256', key).update(timestamp).update(body).digest(),
})

const listening = (names: Readonly<Record<string, string>>): Pick<Parts, 'header'> => ({
  header: (request, name) => right.header(request, names[name] ?? name),
})

const only = (isFine: (event: Event & Readonly<Record<string, unknown>>) => boolean): Partial<Parts> => ({
  handle: (event) => (isFine({ ...event }) ? 200 : 422),
})

const having = (name: string): Partial<Parts> => only((event) => event[name] !== undefined)

const withId = (join: (id: string, timestamp: string, body: Buffer) => Buffer): Partial<Parts> => {
  let id = ''
  return {
    header: (request: IncomingMessage, name) => {
      id = request.headers['svix-id']?.toString() ?? ''
      return right.header(request, name.replace('webhook', 'svix'))
    },
    mac: (timestamp, body) => join(id, timestamp, body),
    isSigned: (expected, given) => given === `v1,${expected.toString('base64')}`,
  }
}

/** Receivers that take no valid event: what each does, and the beginning of what it has to be told. */
const causes: readonly (readonly [string, Partial<Parts>, string])[] = [
  ['a header of another name', listening({ 'webhook-signature': 'x-signature' }), 'reads "x-signature"'],
  [
    'two headers of other names',
    listening({ 'webhook-signature': 'x-iron-signature', 'webhook-timestamp': 'x-timestamp' }),
    'reads "x-iron-signature" in place of "webhook-signature" and "x-timestamp"',
  ],
  [
    'the headers of Svix',
    withId((id, timestamp, body) => {
      const key = Buffer.from(secret, 'base64')
      return createHmac('sha256', key).update(`${id}.${timestamp}.`).update(body).digest()
    }),
    'Standard Webhooks',
  ],
  [
    'the signature of GitHub',
    {
      header: (request, name) =>
        name === 'webhook-timestamp' ? '0' : right.header(request, 'x-hub-signature-256'),
      isTimely: () => true,
      mac: (_, body) => hmac(body),
      isSigned: (expected, given) => given === `sha256=${expected.toString('hex')}`,
    },
    'reads "x-hub-signature-256"',
  ],
  ['the topic', only(({ type }) => /^[A-Z]/.test(String(type))), 'such as CustomerStatus'],
  ['capitals', only(({ type }) => /^[A-Z_]+$/.test(String(type))), 'in capitals, such as CUSTOMER_STATUS'],
  ['its kind in "event"', having('event'), 'reads the kind of an event from "event"'],
  ['its data in "payload"', having('payload'), 'from "payload", and not from "data"'],
  ['its data at the top', having('customer_id'), 'reads the members of "data" from the top'],
  ['a space before its secret', under(` ${secret}`), 'has its secret with a space before it'],
  ['CRLF behind its secret', under(`${secret}\r\n`), 'its secret with a carriage return and an end of line'],
  ['single quotes around its secret', under(`'${secret}'`), 'has its secret with single quotation marks'],
  ['a byte order mark', under(`\uFEFF${secret}`), 'has its secret with a byte order mark'],
  ['the secret in upper case', under(secret.toUpperCase()), 'uses the secret in upper case'],
  ['a short column for the secret', under(secret.slice(0, 16)), 'uses the first 16 letters'],
  [
    'other text and other secret',
    {
      mac: (timestamp, body) =>
        createHmac('sha256', `"${secret}"`).update(`${timestamp}.`).update(body).digest(),
    },
    'expects a separator',
  ],
  [
    'half an hour of another time zone',
    { isTimely: (timestamp) => Math.abs(Date.now() / 1000 + 19_800 - Number(timestamp)) <= 300 },
    'a clock that is 5.5 h ahead',
  ],
  [
    'the text of a date',
    { isTimely: (timestamp) => Math.abs(Date.now() - Date.parse(timestamp)) <= 300_000 },
    'reads the timestamp as the text of a date',
  ],
  [
    'another content type',
    { before: ({ headers }) => (headers['content-type'] === 'text/plain' ? undefined : 415) },
    'expects the content type text/plain',
  ],
  ['more than is sent', only(() => false), 'verifies the signature, but then refuses every event'],
]

describe('a receiver that takes no valid event is told why: it expects', () => {
  test.each(causes)('%s', async (_, parts, title) => {
    const { url } = await startServer(handMade(parts))
    const { mistakes = [] } = await drilled(url)
    expect(mistakes.map((one) => one.title).join(' ')).toContain(title)
  })
})

test('a delivery that is taken by chance names no mistake', async () => {
  let count = 0
  const { url } = await startServer(handMade({ before: () => (++count === 40 ? 200 : 401) }))
  expect(mistakesIn(await drilled(url))).toEqual([])
})

describe('a drill whose own secret is padded', () => {
  test.each([
    [`${secret}\n`, 'the secret that the drill was given has white space around it'],
    [`"${secret}"`, 'the secret that the drill was given has quotation marks around it'],
    [`export RAMPART=${secret}`, 'the secret that the drill was given has the name of a variable before it'],
  ])('%j is told so', async (padded, reason) => {
    const { url } = await startServer(handMade())
    const report = await drilled(url, { secret: padded })
    expect(mistakesIn(report)).toEqual([])
    expect(report.results.find(({ id }) => id === 'receiver/every-kind')?.reason).toContain(reason)
  })
})

test('a receiver that was not ready at first is judged all the same', async () => {
  let count = 0
  const { url } = await startServer(handMade({ before: () => (count++ < 14 ? 500 : undefined) }))
  const report = await drilled(url, { rules: ['receiver/every-kind'] })
  expect(report.results.map(({ state }) => state)).toEqual(['passed', 'passed', 'passed'])
})
