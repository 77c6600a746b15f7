import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { masked, readEntry } from '../../../conformance/inspect/recorded-entry.js'
import { entryOf, line, type Told } from './har.js'

const text = '{"name":"Zoë €"}'
const bytes = Buffer.from(text)

/** An entry as it is judged, or the reason why it is not. */
const recordedExchange = (entry: unknown) => {
  const read = readEntry(entry)
  return read ? (read.against ?? { ...read, exchange: masked(read.exchange) }) : 'unreadable'
}

const bodyOf = (told: Told): string | undefined => {
  const recorded = recordedExchange(entryOf(told))
  if (typeof recorded === 'string') throw new Error(recorded)
  return recorded.bodyIsKnown ? recorded.exchange.response.body : undefined
}

const packed = (encoding: string, content: unknown): Told => ({
  came: [line('content-type', 'application/json'), line('content-encoding', encoding)],
  content,
})

const base64 = (of: Buffer): unknown => ({ encoding: 'base64', text: of.toString('base64'), size: of.length })

describe('the body of an answer is read', () => {
  test.each<readonly [string, Told]>([
    ['plain', { content: { text, size: bytes.length } }],
    ['plain, with an encoding of null', { content: { text, encoding: null } }],
    ['in base64', { content: base64(bytes) }],
    ['in base64, spelled in capitals', { content: { text: bytes.toString('base64'), encoding: 'BASE64' } }],
    ['unpacked by the recorder, the header kept', packed('gzip', { text, size: 5 })],
    ['unpacked and in base64, the header kept', packed('br', base64(bytes))],
    ['in base64 and gzip', packed('gzip', base64(gzipSync(bytes)))],
    ['in base64 and deflate', packed('deflate', base64(deflateSync(bytes)))],
    ['in base64 and raw deflate', packed('deflate', base64(deflateRawSync(bytes)))],
    ['in base64 and brotli', packed('br', base64(brotliCompressSync(bytes)))],
    ['packed twice', packed('gzip, br', base64(brotliCompressSync(gzipSync(bytes))))],
    ['gzip, a byte a letter', packed('gzip', { text: gzipSync(bytes).toString('latin1') })],
    [
      'in base64 and UTF-16',
      {
        came: [line('Content-Type', 'application/json; charset="utf-16le"')],
        content: base64(Buffer.from(text, 'utf16le')),
      },
    ],
  ])('%s', (_name, told) => expect(bodyOf(told)).toBe(text))

  test('in the charset of the answer', () => {
    const told: Told = {
      came: [line('content-type', 'text/plain; charset=ISO-8859-1')],
      content: base64(Buffer.from('Zoë', 'latin1')),
    }
    expect(bodyOf(told)).toBe('Zoë')
  })

  test.each<readonly [string, Told]>([
    ['size 0', { content: { size: 0 } }],
    ['an empty text of size 0', { content: { size: 0, text: '' } }],
    ['204', { status: 204, content: { mimeType: 'x-unknown' } }],
    ['Content-Length: 0', { came: [line('Content-Length', '0')], content: {} }],
  ])('empty by %s', (_name, told) => expect(bodyOf(told)).toBe(''))

  test.each<readonly [string, Told]>([
    ['no text', { content: { size: 512, mimeType: 'application/json' } }],
    ['no text and no size', { content: { mimeType: 'application/json' } }],
    ['no content', { content: 'none' }],
    ['an empty text of some size', { content: { size: 512, text: '' } }],
    ['a text that was cut', { content: { size: 512, text: '[{"id":' } }],
    ['a packing that no one knows', packed('zstd', base64(Buffer.from('28b52ffd04', 'hex')))],
    ['an answer to HEAD', { method: 'HEAD' }],
  ])('and is unknown with %s', (_name, told) => expect(bodyOf(told)).toBeUndefined())
})

describe('headers are read', () => {
  test.each<readonly [string, unknown]>([
    ['in any case', [line('x-ApI-vErSion', '2026-07-01')]],
    [
      'beside the pseudo headers of HTTP/2',
      [line(':method', 'GET'), line(':path', '/'), line('x-api-version', '2026-07-01')],
    ],
    ['of a tool that writes an object', { 'x-api-version': '2026-07-01' }],
    ['beside what is not a header', [null, 5, { value: 'x' }, line('X-API-Version', '2026-07-01')]],
  ])('%s', (_name, asked) => {
    const recorded = recordedExchange(entryOf({ asked }))
    if (typeof recorded === 'string') throw new Error(recorded)
    const { headers } = recorded.exchange.request
    expect(headers.map(([name, value]) => [name.toLowerCase(), value])).toEqual([
      ['x-api-version', '2026-07-01'],
    ])
  })

  test('one line each where a browser joined them; credentials are masked', () => {
    const recorded = recordedExchange(
      entryOf({ came: [line('vary', 'Origin\nX-API-Version'), line('Set-Cookie', 'session=secret')] }),
    )
    expect(recorded).toMatchObject({
      exchange: {
        response: {
          headers: [
            ['vary', 'Origin'],
            ['vary', 'X-API-Version'],
            ['Set-Cookie', '[redacted]'],
          ],
        },
      },
    })
  })
})

test.each<readonly [string, unknown]>([
  ['unreadable', null],
  ['unreadable', { request: { method: 'GET', url: '/relative' } }],
  ['unanswered', entryOf({ status: 0 })],
  ['unanswered', { request: { method: 'GET', url: 'https://pay.example/api/x' } }],
  ['from a cache', entryOf({ more: { _fromCache: 'disk' } })],
  ['from a cache', entryOf({ status: 304 })],
  ['without headers', entryOf({ came: [] })],
  ['without headers', entryOf({ asked: [line(':method', 'GET')] })],
  [
    'a preflight of a browser',
    entryOf({ method: 'OPTIONS', asked: [line('Access-Control-Request-Method', 'POST')] }),
  ],
  ['a redirect', entryOf({ status: 307 })],
  ['from a busy service', entryOf({ status: 429 })],
])('an entry is left out that is %s', (why, entry) => expect(recordedExchange(entry)).toBe(why))

describe('a POST with an idempotency key', () => {
  const post = (came: unknown): unknown =>
    recordedExchange(entryOf({ method: 'POST', asked: [line('Idempotency-Key', 'k')], came }))

  test('may be a replay when no version is echoed: what it repeats may stand in no recording', () =>
    expect(post([line('date', 'x')])).toMatchObject({ exchange: { isReplay: true } }))

  test('is none when one is', () =>
    expect(post([line('x-api-version', '2026-08-01')])).toMatchObject({ exchange: { isReplay: false } }))
})
