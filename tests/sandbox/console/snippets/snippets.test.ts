import { createHmac } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, type TestContext } from 'vitest'

import { verdictOf } from '../../../../conformance/index.js'
import { snippetsFor } from '../../../../sandbox/console/guide.js'
import { createCustomer, identify } from '../../support/actors.js'
import { attemptsOf, endpointWith } from '../../webhooks/support/delivering.js'
import { add, openConsole } from '../support/console.js'
import { drilled, failedIn, mistakesIn } from '../../../webhook/drill/drilled.js'
import { NEW } from '../../support/sandbox.js'
import { freePort } from '../../../support/loopback.js'
import { patiently } from '../../../support/receiver.js'
import { build, type Built, type Receiver } from './running.js'
import { rowsOf } from '../../../support/whole.js'
import { missingOf, toolchains } from './toolchains.js'

const snippets = snippetsFor(NEW)
const secret = 'whsec_known-to-the-receiver-alone'

const bodyOf = (customer: string, message: string, type = 'customer_status'): string =>
  `{ "type":"${type}", "timestamp":"2026-09-01T12:00:00.000000+00:00","data" : {"customer_id":"${customer}","message":${message}} }`

const message = '{"id":"7","status":"Active","note":"}\\"],{ é \\u00e9","amount":1.5,"list":[[1],{"a":null}]}'
const again = '{"status":"Active","id":"7","list":[[1],{"a":null}],"amount":1.5,"note":"}\\"],{ é é"}'

const withMessage = (text: string): string => bodyOf('odd', text)
const nested = (depth: number): string => `${'['.repeat(depth)}${']'.repeat(depth)}`

/** Rightly signed bodies that no service would send. */
const odd: readonly (readonly [string, string])[] = [
  ['no body', ''],
  ['half an event', '{"type":"ping","data":{'],
  ['null', 'null'],
  ['a list', '[]'],
  ['an event without data', '{"type":"ping"}'],
  ['data that is a text', '{"type":"ping","data":"x"}'],
  ['an event without a message', '{"type":"ping","data":{}}'],
  ['half a letter', withMessage(String.raw`{"id":"\ud800"}`)],
  ['a number beyond all', withMessage('{"id":1e999}')],
  ['deep lists', withMessage(nested(960))],
]

/** Posts a body that is signed rightly, or under other signatures. */
const post = async (
  { url }: Receiver,
  body: string,
  headerOf: (digest: Buffer) => string = (digest) => `v1=${digest.toString('hex')}`,
): Promise<number> => {
  const timestamp = String(Math.floor(Date.now() / 1000))
  const digest = createHmac('sha256', secret)
    .update(timestamp + body)
    .digest()
  const response = await fetch(url, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'webhook-id': `id-${Math.random()}`,
      'webhook-timestamp': timestamp,
      'webhook-signature': headerOf(digest),
    },
    body,
  })
  await response.arrayBuffer()
  return response.status
}

test('every language of the guide is run', () => {
  expect(snippets.map(({ id }) => id)).toEqual(Object.keys(toolchains))
  for (const { code, id } of snippets) expect(code, id).not.toContain('API_VERSION')
})

/** One receiver in JavaScript and one in another language, without a build; the whole run tests the others. */
const typical = new Set(['fetch', 'python'])
const tested = rowsOf(snippets, ({ id }) => typical.has(id))

describe.each(tested.map((snippet) => [snippet.language, snippet] as const))('%s', (_language, snippet) => {
  let missing: string | undefined
  let built: Built | undefined
  let started: Receiver | undefined

  beforeAll(async () => {
    missing = await missingOf(snippet.id)
    if (missing !== undefined) return
    built = await build(snippet)
    started = await built.start(secret, await freePort())
  })
  afterAll(async () => {
    await started?.stop()
    await built?.remove()
  })

  const receiver = (skip: TestContext['skip']): Receiver => started ?? skip(missing)

  test('passes the whole drill, without a warning', async ({ skip }) => {
    // Enough time for all cases beside other tests.
    const options = { secret, tolerance: 300, forMs: 120_000 }
    const report = await drilled(receiver(skip).url, options)
    expect(mistakesIn(report)).toEqual([])
    expect(failedIn(report)).toEqual([])
    expect(verdictOf(report)).toMatchObject({ state: 'holds', skipped: [] })
  })

  test('handles each event once, however often and in how many attempts at once it comes', async ({
    skip,
  }) => {
    const running = receiver(skip)
    const one = bodyOf('repeated-1', message)
    const copies = [one, one.replace('12:00:00', '12:00:01'), bodyOf('repeated-1', again)]
    const others = [
      bodyOf('repeated-2', message),
      bodyOf('repeated-1', message.replace('Active', 'Suspended')),
      bodyOf('repeated-1', message.replace('1.5', '2'), 'a_kind_of_next_year'),
    ]
    const statuses = [...copies, ...copies, ...others, ...others].map((body) => post(running, body))
    expect(new Set(await Promise.all(statuses))).toEqual(new Set([200]))
    const handled = () => running.handled('repeated-')
    await expect.poll(() => handled().length, patiently).toBeGreaterThanOrEqual(4)
    const events = handled()
    expect(events).toHaveLength(4)
    for (const body of others) expect(events).toContainEqual(JSON.parse(body))
  })

  test('takes digests in base64, and one of several signatures', async ({ skip }) => {
    const running = receiver(skip)
    const wrong = `v1=${'0'.repeat(64)}`
    for (const header of [
      (digest: Buffer) => `v1=${digest.toString('base64')}`,
      (digest: Buffer) => `${wrong}, v1=${digest.toString('hex')}`,
      (digest: Buffer) => `v1=${digest.toString('base64')} ${wrong}`,
    ])
      expect(await post(running, bodyOf('c1', message), header)).toBe(200)
    expect(await post(running, bodyOf('c1', message), () => `${wrong} ${wrong}`)).toBe(401)
  })

  test('does not fail at what is signed and odd', async ({ skip }) => {
    const running = receiver(skip)
    for (const [name, body] of odd) expect(await post(running, body), name).toBeLessThan(500)
  })

  test('acknowledges what the sandbox delivers', async ({ skip }) => {
    const { start } = built ?? skip(missing)
    // Receivers compare with the time of the machine.
    const console = await openConsole({ clock: () => new Date(), webhooks: { allowsLoopback: true } })
    const port = await freePort()
    const topics = ['CustomerCreated', 'CustomerStatus', 'IdentificationStatus', 'CustomerFiatAbilities']
    const added = await add(console, `http://127.0.0.1:${port}/webhooks`, { topics })
    const { stop } = await start(added.secret, port)
    onTestFinished(stop)
    await identify(console.sandbox, await createCustomer(console.sandbox))
    await endpointWith(console.sandbox, { pending: 0 })
    const attempts = await attemptsOf(console.sandbox)
    expect(attempts.length).toBeGreaterThan(3)
    for (const attempt of attempts) expect(attempt).toMatchObject({ response_status: 200 })
  })
})
