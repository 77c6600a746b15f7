import { createHmac } from 'node:crypto'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { advice, type Reason } from '../../../runtime/webhooks/reasons.js'
import { judge, verify, type VerifyOptions } from '../../../runtime/webhooks/verify.js'
import { body, customer, digestOf, event, headersOf, now, secret, timestamp } from './signing.js'

const headers = headersOf(body)
const signature = (value: string): Record<string, string> => ({ ...headers, 'webhook-signature': value })
const hex = digestOf(body).toString('hex')
const bytes = Buffer.from(body)

describe('a delivery that is verified', () => {
  test('is told with its event, its id, its time and its key', async () => {
    expect(await verify(body, headers, secret, { now })).toEqual({
      verified: true,
      type: 'customer_status',
      event,
      message: event.data.message,
      id: headers['webhook-id'],
      timestamp: new Date(timestamp * 1000),
      deduplicationKey: expect.stringMatching(/^[\da-f]{64}$/),
    })
  })

  test.each([
    ['text', body],
    ['a Buffer', bytes],
    ['a Uint8Array', new Uint8Array(bytes)],
    ['a view of a part', new Uint8Array([0, 0, ...bytes, 0]).subarray(2, bytes.length + 2)],
    ['an ArrayBuffer', new Uint8Array(bytes).buffer],
    ['a DataView', new DataView(new Uint8Array(bytes).buffer)],
  ])('the body as %s', async (_name, raw) => {
    expect(await verify(raw, headers, secret, { now })).toMatchObject({ verified: true })
  })

  test.each([
    ['Headers', new Headers(headers)],
    ['a Map', new Map(Object.entries(headers))],
    [
      'an object in other letters',
      Object.fromEntries(Object.entries(headers).map(([k, v]) => [k.toUpperCase(), v])),
    ],
    ["Node's arrays", Object.fromEntries(Object.entries(headers).map(([k, v]) => [k, [v]]))],
    ['an object with what is undefined', { ...headers, cookie: undefined }],
  ])('headers as %s', async (_name, some) => {
    expect(await verify(body, some, secret, { now })).toMatchObject({
      verified: true,
      id: headers['webhook-id'],
    })
  })

  const decoded = Buffer.from('twenty bytes of key.')
  test.each([
    ['hex', `v1=${hex}`, secret],
    ['hex in capitals', `v1=${hex.toUpperCase()}`, secret],
    ['base64', `v1=${digestOf(body).toString('base64')}`, secret],
    ['base64url', `v1=${digestOf(body).toString('base64url')}`, secret],
    ['beside another', `v1=${digestOf(body, 'old').toString('hex')},v1=${hex}`, secret],
    ['beside another with a space', `v1=${digestOf(body, 'old').toString('hex')} v1=${hex}`, secret],
    ['beside another version', `v0=abc,v1=${hex}`, secret],
    ['beside one that is broken', `v1=xyz!,v1=${hex}`, secret],
    ['under a secret with its prefix', `v1=${digestOf(body, 'whsec_abc').toString('hex')}`, 'whsec_abc'],
    ['under a secret without it', `v1=${digestOf(body, 'abc').toString('hex')}`, 'whsec_abc'],
    [
      'under a secret in base64',
      `v1=${digestOf(body, decoded).toString('hex')}`,
      `whsec_${decoded.toString('base64')}`,
    ],
    [
      'under a secret in base64url',
      `v1=${digestOf(body, decoded).toString('hex')}`,
      decoded.toString('base64url'),
    ],
    ['under a secret in hex', `v1=${digestOf(body, decoded).toString('hex')}`, decoded.toString('hex')],
    ['under the second of two secrets', `v1=${hex}`, ['old', secret]],
    ['under the one secret that is not blank', `v1=${hex}`, ['', secret]],
  ])('a signature in %s', async (_name, value, secrets) => {
    expect(await verify(body, signature(value), secrets, { now })).toMatchObject({ verified: true })
  })

  test.each([-300, 0, 300])('a timestamp %i seconds off', async (off) => {
    const at = timestamp + off
    expect(await verify(body, headersOf(body, secret, at), secret, { now })).toMatchObject({ verified: true })
  })

  test('without an id, which is not signed', async () => {
    const { 'webhook-id': _id, ...others } = headers
    expect(await verify(body, others, secret, { now })).toMatchObject({ verified: true, id: undefined })
  })
})

const accented = JSON.stringify({ ...event, note: 'Zoë <a/b>' })
const sha512 = createHmac('sha512', secret).update(`${timestamp}${body}`).digest('hex')
const sha1 = createHmac('sha1', secret).update(`${timestamp}${body}`).digest('base64')
const convention = createHmac('sha256', secret)
  .update(`${headers['webhook-id']}.${timestamp}.${body}`)
  .digest('base64')
const dotted = createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex')
const bodyOnly = createHmac('sha256', secret).update(body).digest('hex')
const { 'webhook-timestamp': _timestamp, ...untimed } = headers
const { 'webhook-signature': _signature, ...unsigned } = headers

interface Wrong {
  readonly name: string
  readonly reason: Reason
  readonly body?: unknown
  readonly headers?: Record<string, string>
  readonly secret?: string | readonly string[]
  readonly options?: VerifyOptions
}

const wrongs: readonly Wrong[] = [
  { name: 'an object', reason: 'parsed-body', body: event },
  { name: 'an array', reason: 'parsed-body', body: [event] },
  { name: 'null', reason: 'parsed-body', body: null },
  { name: 'nothing', reason: 'parsed-body', body: undefined },
  { name: 'no secret', reason: 'empty-secret', secret: '' },
  { name: 'a blank secret', reason: 'empty-secret', secret: ' \n' },
  { name: 'a prefix alone', reason: 'empty-secret', secret: 'whsec_' },
  { name: 'no secrets', reason: 'empty-secret', secret: [] },
  { name: 'no timestamp', reason: 'missing-header', headers: untimed },
  { name: 'a blank timestamp', reason: 'missing-header', headers: { ...headers, 'webhook-timestamp': ' ' } },
  { name: 'no signature', reason: 'missing-header', headers: unsigned },
  ...[
    '17855757',
    '17855757000',
    '1785575700000',
    '2026-08-01T09:15:00Z',
    '0x6A6DB0F4',
    '1e9',
    'NaN',
    '-178557570',
    '+178557570',
    '1785575700.5',
    '１７８５５７５７００',
  ].map((at): Wrong => ({ name: at, reason: 'malformed-timestamp', headers: headersOf(body, secret, at) })),
  {
    name: 'a timestamp with a digit of the body',
    reason: 'malformed-timestamp',
    body: '{}',
    headers: { ...headersOf('1{}'), 'webhook-timestamp': `${timestamp}1` },
  },
  {
    name: 'the prefix of the convention',
    reason: 'wrong-prefix',
    headers: signature(`v1,${digestOf(body).toString('base64')}`),
  },
  { name: 'no prefix', reason: 'wrong-prefix', headers: signature(hex) },
  { name: 'the prefix of others', reason: 'wrong-prefix', headers: signature(`sha256=${hex}`) },
  { name: 'a prefix in capitals', reason: 'wrong-prefix', headers: signature(`V1=${hex}`) },
  { name: 'nothing behind the prefix', reason: 'malformed-signature', headers: signature('v1=') },
  { name: 'half a digest', reason: 'malformed-signature', headers: signature(`v1=${hex.slice(0, 32)}`) },
  {
    name: 'an odd number of digits',
    reason: 'malformed-signature',
    headers: signature(`v1=${hex.slice(1)}`),
  },
  { name: 'a digest and more', reason: 'malformed-signature', headers: signature(`v1=${hex}00`) },
  { name: 'no digest at all', reason: 'malformed-signature', headers: signature('v1=!?') },
  { name: 'SHA-512', reason: 'algorithm', headers: signature(`v1=${sha512}`) },
  { name: 'SHA-1', reason: 'algorithm', headers: signature(`v1=${sha1}`) },
  { name: 'what the convention signs', reason: 'other-scheme', headers: signature(`v1=${convention}`) },
  { name: 'a dot between', reason: 'other-scheme', headers: signature(`v1=${dotted}`) },
  { name: 'the body alone', reason: 'other-scheme', headers: signature(`v1=${bodyOnly}`) },
  { name: 'other white space', reason: 'reserialised', body: JSON.stringify(event, undefined, 2) },
  {
    name: "Python's white space",
    reason: 'reserialised',
    body: JSON.stringify(event),
    headers: headersOf(body.replaceAll('":', '": ').replaceAll(',"', ', "')),
  },
  {
    name: 'signed with indents',
    reason: 'reserialised',
    headers: headersOf(JSON.stringify(event, undefined, 4)),
  },
  {
    name: 'signed with tabs',
    reason: 'reserialised',
    headers: headersOf(JSON.stringify(event, undefined, '\t')),
  },
  { name: 'another end of line', reason: 'reserialised', headers: headersOf(`${body}\n`) },
  { name: 'an end of line cut off', reason: 'reserialised', body: `${body}\n` },
  { name: 'a mark of byte order cut off', reason: 'reserialised', headers: headersOf(`\ufeff${body}`) },
  {
    name: 'keys in another order',
    reason: 'reserialised',
    body: JSON.stringify({
      timestamp: event.timestamp,
      data: { message: event.data.message, customer_id: customer },
      type: event.type,
    }),
    headers: headersOf(JSON.stringify({ data: event.data, timestamp: event.timestamp, type: event.type })),
  },
  {
    name: 'keys sorted that were not',
    reason: 'reserialised',
    body: JSON.stringify({ data: event.data, timestamp: event.timestamp, type: event.type }),
  },
  {
    name: 'letters beyond ASCII escaped',
    reason: 'reserialised',
    body: accented,
    headers: headersOf(accented.replace('ë', '\\u00eb')),
  },
  {
    name: 'letters that were escaped',
    reason: 'reserialised',
    body: accented.replace('ë', '\\u00EB'),
    headers: headersOf(accented),
  },
  {
    name: 'slashes escaped',
    reason: 'reserialised',
    body: accented,
    headers: headersOf(accented.replace('/', '\\/')),
  },
  {
    name: 'brackets escaped',
    reason: 'reserialised',
    body: accented,
    headers: headersOf(accented.replace('<', '\\u003c').replace('>', '\\u003e')),
  },
  { name: 'another secret', reason: 'wrong-secret', secret: 'another' },
  { name: 'another value', reason: 'wrong-secret', body: body.replace('Active', 'Closed') },
  {
    name: 'another timestamp',
    reason: 'wrong-secret',
    headers: { ...headers, 'webhook-timestamp': String(timestamp + 1) },
  },
  { name: 'an empty body', reason: 'wrong-secret', body: '' },
  {
    name: 'a body too deep to print',
    reason: 'wrong-secret',
    body: `${'['.repeat(30_000)}${']'.repeat(30_000)}`,
  },
  { name: 'a body in another encoding', reason: 'wrong-secret', body: Buffer.from(body, 'utf16le') },
  { name: 'a secret with a line end', reason: 'padded-secret', secret: `${secret}\n` },
  { name: 'a secret in quotation marks', reason: 'padded-secret', secret: `"${secret}"` },
  { name: '301 seconds ago', reason: 'stale', headers: headersOf(body, secret, timestamp - 301) },
  { name: 'an hour ago', reason: 'stale', headers: headersOf(body, secret, timestamp - 3600) },
  {
    name: '2 seconds ago of 1',
    reason: 'stale',
    headers: headersOf(body, secret, timestamp - 2),
    options: { tolerance: 1 },
  },
  { name: 'a clock that is none', reason: 'stale', options: { now: () => Number.NaN } },
  { name: '301 seconds ahead', reason: 'future', headers: headersOf(body, secret, timestamp + 301) },
  {
    name: 'in milliseconds cut to ten digits',
    reason: 'future',
    headers: headersOf(body, secret, 9_999_999_999),
  },
  { name: 'no JSON', reason: 'not-json', body: 'ping', headers: headersOf('ping') },
  { name: 'an empty body that is signed', reason: 'not-json', body: '', headers: headersOf('') },
  {
    name: 'no UTF-8',
    reason: 'not-json',
    body: Buffer.from([0x22, 0xff, 0x22]),
    headers: headersOf(Buffer.from([0x22, 0xff, 0x22])),
  },
]

describe('a delivery that is rejected', () => {
  test.each(wrongs)('$reason: $name', async (wrong) => {
    const raw = 'body' in wrong ? wrong.body : body
    const secrets = wrong.secret ?? secret
    const result = await judge(raw, wrong.headers ?? headers, secrets, { now, ...wrong.options })
    expect(result).toMatchObject({ verified: false, reason: wrong.reason, advice: advice[wrong.reason] })
    expect(JSON.stringify(result)).not.toContain(secret)
  })

  test('for every reason that there is', () => {
    const proven = new Set<string>([...wrongs.map(({ reason }) => reason), 'invalid-body'])
    expect(Object.keys(advice).filter((reason) => !proven.has(reason))).toEqual([])
  })

  test('names the header that is missing', async () => {
    expect(await verify(body, untimed, secret, { now })).toMatchObject({ header: 'webhook-timestamp' })
    expect(await verify(body, unsigned, secret, { now })).toMatchObject({ header: 'webhook-signature' })
  })

  test('without a search when no explanation is wanted', async () => {
    const pretty = JSON.stringify(event, undefined, 2)
    expect(await verify(pretty, headers, secret, { now, explain: false })).toMatchObject({
      reason: 'wrong-secret',
    })
  })

  test.each([-1, Number.NaN])('never for a tolerance of %d, which is a mistake', async (tolerance) => {
    await expect(verify(body, headers, secret, { now, tolerance })).rejects.toThrow(RangeError)
  })
})

describe('whatever is sent', () => {
  const bodies = fc.json().map((text) => Buffer.from(text))

  test('the right signature is verified, and no other', async () => {
    await fc.assert(
      fc.asyncProperty(bodies, fc.string({ minLength: 1 }), fc.nat(), async (raw, key, at) => {
        fc.pre(key.trim() !== '' && key !== 'whsec_')
        const right = headersOf(raw, key)
        expect(await verify(raw, right, key, { now })).toMatchObject({ verified: true })
        const changed = Buffer.from(raw)
        changed[at % raw.length] = (changed[at % raw.length] ?? 0) ^ 1
        expect(await verify(changed, right, key, { now })).toMatchObject({ verified: false })
        expect(await verify(raw, right, `${key}x`, { now })).toMatchObject({ verified: false })
      }),
      { numRuns: 60 },
    )
  })

  test('there is an answer, and no error', async () => {
    const strings = fc.dictionary(
      fc.constantFrom('webhook-id', 'webhook-timestamp', 'webhook-signature'),
      fc.oneof(fc.string(), fc.constantFrom(String(timestamp), `v1=${hex}`, 'v1=', 'v1,')),
    )
    await fc.assert(
      fc.asyncProperty(fc.anything(), strings, fc.string(), async (raw, some, key) => {
        expect(await judge(raw, some, key, { now })).toMatchObject({ verified: false })
      }),
      { numRuns: 200 },
    )
  })
})
