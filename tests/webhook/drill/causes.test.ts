import { createHmac } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { expect, test } from 'vitest'
import { startServer } from '../../support/loopback.js'
import { drilled, mistakesIn } from './drilled.js'
import { type Event, handMade, hmac, type Parts, type Receivers, right, secret } from './hand-made.js'
import { row } from '../../support/table.js'
import { sampleOf } from '../../support/whole.js'

const under = (key: string | Buffer): Partial<Parts> => ({
  mac: (timestamp, body) => createHmac('sha256', key).update(timestamp).update(body).digest(),
})

const listening = (names: Readonly<Record<string, string>>): Pick<Parts, 'header'> => ({
  header: (request, name) => right.header(request, names[name] ?? name),
})

const only = (isFine: (event: Event & Readonly<Record<string, unknown>>) => boolean): Partial<Parts> => ({
  handle: (event) => (isFine({ ...event }) ? 200 : 422),
})

const within = (...names: readonly string[]): Partial<Parts> =>
  only(({ data }) => names.every((name) => Object.hasOwn(Object(data), name)))

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

/** Receivers that accept no valid event: their behaviour, and the beginning of the expected fix. */
const causes: readonly (readonly [string, string, Receivers[string]])[] = [
  row(
    'a header of another name',
    'reads "x-signature" in place of "webhook-signature".',
    listening({ 'webhook-signature': 'x-signature' }),
  ),
  row(
    'two headers of other names',
    'reads "x-iron-signature" in place of "webhook-signature" and "x-timestamp" in place of "webhook-timestamp".',
    listening({ 'webhook-signature': 'x-iron-signature', 'webhook-timestamp': 'x-timestamp' }),
  ),
  row(
    'the headers of Svix',
    'Standard Webhooks',
    withId((id, timestamp, body) => {
      const key = Buffer.from(secret, 'base64')
      return createHmac('sha256', key).update(`${id}.${timestamp}.`).update(body).digest()
    }),
  ),
  row('the signature of GitHub', 'reads "x-hub-signature-256"', {
    header: (request, name) =>
      name === 'webhook-timestamp' ? '0' : right.header(request, 'x-hub-signature-256'),
    isTimely: () => true,
    mac: (_, body) => hmac(body),
    isSigned: (expected, given) => given === `sha256=${expected.toString('hex')}`,
  }),
  row(
    'the topic',
    'such as CustomerStatus',
    only(({ type }) => /^[A-Z]/.test(String(type))),
  ),
  row(
    'capitals',
    'in capitals, such as CUSTOMER_STATUS',
    only(({ type }) => /^[A-Z_]+$/.test(String(type))),
  ),
  row(
    'hyphens',
    'under the type new-autoramp;',
    only(({ type }) => /^[a-z-]+$/.test(String(type))),
  ),
  row('its kind in "event"', 'reads the kind of an event from "event"', having('event')),
  row('its data in "payload"', 'from "payload" instead of "data"', having('payload')),
  row('its data at the top', 'reads the members of "data" from the top', having('customer_id')),
  row('a space before its secret', 'has its secret with a space before it', under(` ${secret}`)),
  row(
    'CRLF behind its secret',
    'its secret with a carriage return and an end of line',
    under(`${secret}\r\n`),
  ),
  row('single quotes around its secret', 'has its secret with single quotation marks', under(`'${secret}'`)),
  row('a byte order mark', 'has its secret with a byte order mark', under(`\uFEFF${secret}`)),
  row('the secret in upper case', 'uses the secret in upper case', under(secret.toUpperCase())),
  row('a short column for the secret', 'uses the first 16 letters', under(secret.slice(0, 16))),
  row('other text and other secret', 'expects a separator', {
    mac: (timestamp, body) =>
      createHmac('sha256', `"${secret}"`).update(`${timestamp}.`).update(body).digest(),
  }),
  row('half an hour of another time zone', 'a clock that is 5.5 h ahead', {
    isTimely: (timestamp) => Math.abs(Date.now() / 1000 + 19_800 - Number(timestamp)) <= 300,
  }),
  row('a time that was read when it was started', 'with a clock that is about 40 min behind', {
    isTimely: (timestamp) => Math.abs(Date.now() / 1000 - 2400 - Number(timestamp)) <= 300,
  }),
  row('the text of a date', 'reads the timestamp as the text of a date', {
    isTimely: (timestamp) => Math.abs(Date.now() - Date.parse(timestamp)) <= 300_000,
  }),
  row('another content type', 'it expects an event of the content type text/plain', {
    before: ({ headers }) => (headers['content-type'] === 'text/plain' ? undefined : 415),
  }),
  row('the path in the signed text', 'over timestamp, method, path, body with "." between', () => {
    let line = ''
    return {
      header: (request, name) => {
        line = `${request.method}.${request.url}`
        return right.header(request, name)
      },
      mac: (timestamp, body) => hmac(`${timestamp}.${line}.`, body),
    }
  }),
  row('a webhook-id of a prefix', 'with a webhook-id that begins with "msg_"', {
    before: ({ headers }) => (String(headers['webhook-id']).startsWith('msg_') ? undefined : 400),
  }),
  row('a number for a customer', 'with a data.customer_id that is a number', {
    handle: ({ data }) => (Number.isInteger(data?.customer_id) ? 200 : 422),
  }),
  row('a number for a customer, and shows a page', 'with a data.customer_id that is a number', {
    before: ({ method }) => (method === 'GET' ? 200 : undefined),
    handle: ({ data }) => (Number.isInteger(data?.customer_id) ? 200 : 422),
  }),
  row('one more header', 'with the header "x-event-type: {type}"', {
    before: ({ headers }) => (headers['x-event-type'] === undefined ? 400 : undefined),
  }),
  row('an id in the container', 'expects an id in the container', having('id')),
  row('a customer in "customerId"', 'the customer from "customerId"', within('customerId', 'message')),
  row('its message in "object"', 'reads the message from "object"', within('customer_id', 'object')),
  row('a clock that begins with 1970', 'has a clock that is wrong by more than the tolerance', {
    isTimely: (timestamp) => Math.abs(performance.now() / 1000 - Number(timestamp)) <= 300,
    page: () => ({ headers: { date: new Date(performance.now()).toUTCString() } }),
  }),
  row('an algorithm', 'it expects an event signed with HMAC-SHA1', {
    mac: (timestamp, body) => createHmac('sha1', secret).update(timestamp).update(body).digest(),
    isSigned: (expected, given) => given === `v1=${expected.toString('hex')}`,
  }),
  row('what it tells', 'refuses every event: it answered 401 and says "unknown customer"', {
    handle: () => 401,
    page: ({ given, expected }) => ({ text: given === expected ? 'unknown customer' : 'wrong signature' }),
  }),
  row(
    'more than is sent',
    'verifies the signature, but then refuses every event',
    only(() => false),
  ),
]

test.each(sampleOf(causes, 0.1))(
  'a receiver that takes no valid event is told why: it expects %s',
  async (_, title, parts) => {
    const { url } = await startServer(handMade(typeof parts === 'function' ? parts() : parts))
    const { mistakes = [] } = await drilled(url)
    expect(mistakes.map((one) => one.title).join(' ')).toContain(title)
  },
)

test.each([
  ['taken by chance', 40, 200],
  ['failed by chance', 2, 500],
])('a delivery that is %s names no mistake', async (_, at, status) => {
  let count = 0
  const { url } = await startServer(handMade({ before: () => (++count === at ? status : 401) }))
  expect(mistakesIn(await drilled(url))).toEqual([])
})

test.each([
  [`${secret}\n`, 'the secret that the drill was given has white space around it'],
  [`"${secret}"`, 'the secret that the drill was given has quotation marks around it'],
  [`export RAMPART=${secret}`, 'the secret that the drill was given has the name of a variable before it'],
])('a drill whose own secret is padded %j is told so', async (padded, reason) => {
  const { url } = await startServer(handMade())
  const report = await drilled(url, { secret: padded })
  expect(mistakesIn(report)).toEqual([])
  expect(report.results.find(({ id }) => id === 'receiver/every-kind')?.reason).toContain(reason)
})

test('a receiver that was not ready at first is judged all the same', async () => {
  let count = 0
  const { url } = await startServer(handMade({ before: () => (count++ < 14 ? 500 : undefined) }))
  const report = await drilled(url, { rules: ['receiver/every-kind'] })
  expect(report.results.map(({ state }) => state)).toEqual(['passed', 'passed', 'passed'])
})
