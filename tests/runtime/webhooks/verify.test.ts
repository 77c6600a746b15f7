import { createHmac } from 'node:crypto'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { advice, type Reason } from '../../../runtime/webhooks/diagnose.js'
import { judge, verify, type VerifyOptions } from '../../../runtime/webhooks/verify.js'
import { body, customer, digestOf, event, headersOf, now, secret, timestamp } from './signing.js'

const headers = headersOf(body)
const signature = (value: string): Record<string, string> => ({ ...headers, 'webhook-signature': value })
const hex = digestOf(body).toString('hex')
const bytes = Buffer.from(body)
const pairs = Object.entries(headers)
const under = (key: string | Uint8Array): string => `v1=${digestOf(body, key).toString('hex')}`

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
    ['a Map', new Map(pairs)],
    ['an object in other letters', Object.fromEntries(pairs.map(([k, v]) => [k.toUpperCase(), v]))],
    ["Node's arrays", Object.fromEntries(pairs.map(([k, v]) => [k, [v]]))],
    ['an object with what is undefined', { ...headers, cookie: undefined }],
  ])('headers as %s', async (_name, some) => {
    const id = headers['webhook-id']
    expect(await verify(body, some, secret, { now })).toMatchObject({ verified: true, id })
  })

  const decoded = Buffer.from('twenty bytes of key.')
  test.each([
    ['hex', `v1=${hex}`, secret],
    ['hex in capitals', `v1=${hex.toUpperCase()}`, secret],
    ['base64', `v1=${digestOf(body).toString('base64')}`, secret],
    ['base64url', `v1=${digestOf(body).toString('base64url')}`, secret],
    ['beside another', `${under('old')},v1=${hex}`, secret],
    ['beside another with a space', `${under('old')} v1=${hex}`, secret],
    ['beside another version', `v0=abc,v1=${hex}`, secret],
    ['beside one that is broken', `v1=xyz!,v1=${hex}`, secret],
    ['under a secret with its prefix', under('whsec_abc'), 'whsec_abc'],
    ['under a secret without it', under('abc'), 'whsec_abc'],
    ['under a secret in base64', under(decoded), `whsec_${decoded.toString('base64')}`],
    ['under a secret in base64url', under(decoded), decoded.toString('base64url')],
    ['under a secret in hex', under(decoded), decoded.toString('hex')],
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
const hmac = (algorithm: string, text: string): Buffer => createHmac(algorithm, secret).update(text).digest()
const sha512 = hmac('sha512', `${timestamp}${body}`).toString('hex')
const sha1 = hmac('sha1', `${timestamp}${body}`).toString('base64')
const convention = hmac('sha256', `${headers['webhook-id']}.${timestamp}.${body}`).toString('base64')
const dotted = hmac('sha256', `${timestamp}.${body}`).toString('hex')
const bodyOnly = hmac('sha256', body).toString('hex')
/** A body that arrives, and the headers of the one that was signed. */
const rewritten = (arrived: string, signed: string) => ({ body: arrived, headers: headersOf(signed) })
const { 'webhook-timestamp': _timestamp, ...untimed } = headers
const { 'webhook-signature': _signature, ...unsigned } = headers

type Wrong = readonly [
  reason: Reason,
  name: string,
  given: {
    readonly body?: unknown
    readonly headers?: Record<string, string>
    readonly secret?: string | readonly string[]
    readonly options?: VerifyOptions
  },
]

const noUtf8 = Buffer.from([0x22, 0xff, 0x22])
const sorted = JSON.stringify({ data: event.data, timestamp: event.timestamp, type: event.type })
const shuffled = JSON.stringify({
  timestamp: event.timestamp,
  data: { message: event.data.message, customer_id: customer },
  type: event.type,
})

const wrongs: readonly Wrong[] = [
  ['parsed-body', 'an object', { body: event }],
  ['parsed-body', 'an array', { body: [event] }],
  ['parsed-body', 'null', { body: null }],
  ['parsed-body', 'nothing', { body: undefined }],
  ['empty-secret', 'no secret', { secret: '' }],
  ['empty-secret', 'a blank secret', { secret: ' \n' }],
  ['empty-secret', 'a prefix alone', { secret: 'whsec_' }],
  ['empty-secret', 'no secrets', { secret: [] }],
  ['missing-header', 'no timestamp', { headers: untimed }],
  ['missing-header', 'a blank timestamp', { headers: { ...headers, 'webhook-timestamp': ' ' } }],
  ['missing-header', 'no signature', { headers: unsigned }],
  ...'17855757|17855757000|1785575700000|2026-08-01T09:15:00Z|0x6A6DB0F4|1e9|NaN|-178557570|+178557570|1785575700.5|１７８５５７５７００'
    .split('|')
    .map((at): Wrong => ['malformed-timestamp', at, { headers: headersOf(body, secret, at) }]),
  [
    'malformed-timestamp',
    'a timestamp with a digit of the body',
    { body: '{}', headers: { ...headersOf('1{}'), 'webhook-timestamp': `${timestamp}1` } },
  ],
  ['wrong-prefix', "the convention's", { headers: signature(`v1,${digestOf(body).toString('base64')}`) }],
  ['wrong-prefix', 'no prefix', { headers: signature(hex) }],
  ['wrong-prefix', 'the prefix of others', { headers: signature(`sha256=${hex}`) }],
  ['wrong-prefix', 'a prefix in capitals', { headers: signature(`V1=${hex}`) }],
  ['malformed-signature', 'nothing behind the prefix', { headers: signature('v1=') }],
  ['malformed-signature', 'half a digest', { headers: signature(`v1=${hex.slice(0, 32)}`) }],
  ['malformed-signature', 'an odd number of digits', { headers: signature(`v1=${hex.slice(1)}`) }],
  ['malformed-signature', 'a digest and more', { headers: signature(`v1=${hex}00`) }],
  ['malformed-signature', 'no digest at all', { headers: signature('v1=!?') }],
  ['algorithm', 'SHA-512', { headers: signature(`v1=${sha512}`) }],
  ['algorithm', 'SHA-1', { headers: signature(`v1=${sha1}`) }],
  ['other-scheme', 'what the convention signs', { headers: signature(`v1=${convention}`) }],
  ['other-scheme', 'a dot between', { headers: signature(`v1=${dotted}`) }],
  ['other-scheme', 'the body alone', { headers: signature(`v1=${bodyOnly}`) }],
  ['reserialised', 'other white space', { body: JSON.stringify(event, undefined, 2) }],
  ['reserialised', 'spaces', rewritten(body, body.replaceAll('":', '": ').replaceAll(',"', ', "'))],
  ['reserialised', 'signed with indents', { headers: headersOf(JSON.stringify(event, undefined, 4)) }],
  ['reserialised', 'signed with tabs', { headers: headersOf(JSON.stringify(event, undefined, '\t')) }],
  ['reserialised', 'another end of line', { headers: headersOf(`${body}\n`) }],
  ['reserialised', 'an end of line cut off', { body: `${body}\n` }],
  ['reserialised', 'a mark of byte order cut off', { headers: headersOf(`\ufeff${body}`) }],
  ['reserialised', 'keys in another order', rewritten(shuffled, sorted)],
  ['reserialised', 'keys sorted that were not', { body: sorted }],
  ['reserialised', 'letters beyond ASCII escaped', rewritten(accented, accented.replace('ë', '\\u00eb'))],
  ['reserialised', 'letters that were escaped', rewritten(accented.replace('ë', '\\u00EB'), accented)],
  ['reserialised', 'slashes escaped', rewritten(accented, accented.replace('/', '\\/'))],
  [
    'reserialised',
    'brackets escaped',
    rewritten(accented, accented.replace('<', '\\u003c').replace('>', '\\u003e')),
  ],
  ['wrong-secret', 'another secret', { secret: 'another' }],
  ['wrong-secret', 'another value', { body: body.replace('Active', 'Closed') }],
  ['wrong-secret', 'a later timestamp', { headers: { ...headers, 'webhook-timestamp': `${timestamp + 1}` } }],
  ['wrong-secret', 'an empty body', { body: '' }],
  ['wrong-secret', 'a body too deep to print', { body: `${'['.repeat(30_000)}${']'.repeat(30_000)}` }],
  ['wrong-secret', 'a body in another encoding', { body: Buffer.from(body, 'utf16le') }],
  ['padded-secret', 'a secret with a line end', { secret: `${secret}\n` }],
  ['padded-secret', 'a secret in quotation marks', { secret: `"${secret}"` }],
  ['stale', '301 seconds ago', { headers: headersOf(body, secret, timestamp - 301) }],
  ['stale', 'an hour ago', { headers: headersOf(body, secret, timestamp - 3600) }],
  ['stale', '2 s of 1', { headers: headersOf(body, secret, timestamp - 2), options: { tolerance: 1 } }],
  ['stale', 'an invalid clock', { options: { now: () => Number.NaN } }],
  ['future', '301 seconds ahead', { headers: headersOf(body, secret, timestamp + 301) }],
  ['future', 'in milliseconds cut to ten digits', { headers: headersOf(body, secret, 9_999_999_999) }],
  ['not-json', 'no JSON', { body: 'ping', headers: headersOf('ping') }],
  ['not-json', 'an empty body that is signed', { body: '', headers: headersOf('') }],
  ['not-json', 'no UTF-8', { body: noUtf8, headers: headersOf(noUtf8) }],
]

describe('a delivery that is rejected', () => {
  test.each(wrongs)('%s: %s', async (reason, _name, given) => {
    const raw = 'body' in given ? given.body : body
    const secrets = given.secret ?? secret
    const result = await judge(raw, given.headers ?? headers, secrets, { now, ...given.options })
    expect(result).toMatchObject({ verified: false, reason, advice: advice[reason] })
    expect(JSON.stringify(result)).not.toContain(secret)
  })

  test('for every reason that there is', () => {
    const proven = new Set<string>([...wrongs.map(([reason]) => reason), 'invalid-body'])
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
