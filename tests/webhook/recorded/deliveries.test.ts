import { describe, expect, test } from 'vitest'
import { deliveriesIn, headerValue } from '../../../webhook/index.js'

const body = '{"type":"ping"}\n'
const base64 = Buffer.from(body).toString('base64')
const headers = { 'webhook-id': 'a', 'webhook-timestamp': '1785575700', 'webhook-signature': 'v1=00' }
const pairs = Object.entries(headers)
const names = pairs.map(([name, value]) => ({ name, value }))
const saved = { number: 1, receivedAt: '2026-08-01T09:15:00.000Z', headers: pairs, bodyBase64: base64 }
const entry = {
  startedDateTime: '2026-08-01T09:15:00.000Z',
  request: { method: 'POST', headers: names, postData: { text: body } },
}
const read = (value: unknown) =>
  deliveriesIn(Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)))

describe('deliveries that were recorded', () => {
  test.each([
    ['one that listen saved', saved],
    ['the lines of its store', `${JSON.stringify(saved)}\n{"of":1,"forward":{"state":"answered"}}\n`],
    ['a store whose last line a crash tore', `${JSON.stringify(saved)}\n{"number":2,"rec`],
    ['a HAR', { log: { entries: [{ ...entry, request: { method: 'GET', headers: [] } }, entry] } }],
    ['an entry of a HAR', entry],
    [
      'a HAR with a body in base64',
      { ...entry, request: { headers: names, postData: { text: base64, encoding: 'base64' } } },
    ],
    ['an event of a gateway', { headers, body: base64, isBase64Encoded: true }],
    ['an event of a gateway as text', { headers, body }],
    [
      'a raw request',
      `POST /in HTTP/1.1\r\n${pairs.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n${body}`,
    ],
  ])('%s', (_, value) => {
    const [delivery, ...others] = read(value)
    expect(others).toEqual([])
    expect(Buffer.from(delivery?.body ?? []).toString()).toBe(body)
    expect(headerValue(delivery?.headers ?? [], 'webhook-signature')).toBe('v1=00')
  })

  test('the time of arrival is taken from the recording', () => {
    expect(read(saved)[0]?.receivedAt?.toISOString()).toBe('2026-08-01T09:15:00.000Z')
    expect(read(entry)[0]?.receivedAt?.toISOString()).toBe('2026-08-01T09:15:00.000Z')
    expect(read({ headers, body })[0]?.receivedAt).toBeUndefined()
  })

  test('bytes that are not UTF-8 stay as they are', () => {
    const bytes = Buffer.from([0xff, 0xfe, 0x00, 0x0a])
    expect(Buffer.from(read({ ...saved, bodyBase64: bytes.toString('base64') })[0]?.body ?? [])).toEqual(
      bytes,
    )
  })

  test.each([
    ['a body that was parsed', { headers, body: { type: 'ping' } }, 'parsed JSON'],
    ['no JSON', 'hello', 'neither JSON'],
    ['no request', { a: 1 }, 'no request with headers'],
    [
      'several requests without a webhook',
      { log: { entries: [1, 2].map(() => ({ request: { headers: [] } })) } },
      'none of its requests',
    ],
    ['a chunked request', 'POST / HTTP/1.1\r\ntransfer-encoding: chunked\r\n\r\n0\r\n', 'chunked'],
    ['a request without an end of its headers', 'POST / HTTP/1.1\r\na: b\r\n', 'blank line'],
    ['nothing', '', 'no request with headers'],
  ])('%s is refused', (_, value, told) => expect(() => read(value)).toThrow(told))
})
