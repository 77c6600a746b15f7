import { request as httpRequest } from 'node:http'
import { connect } from 'node:net'
import { afterAll, describe, expect, test } from 'vitest'

import { createCustomer } from './support/actors.js'
import { openSandbox } from './support/sandbox.js'

const sandbox = await openSandbox({ apiKeys: ['sandbox-key', 'other-key'] })
const { send, app } = sandbox
const customer = await createCustomer(sandbox)

/** Operations that take a body, each with a body that would do. */
const targets: readonly (readonly ['POST' | 'PUT' | 'PATCH', string, string])[] = [
  ['POST', '/customers', '"customer_type":"Person","email":"a@b.test"'],
  ['PUT', `/customers/${customer}`, '"email":"a@b.test"'],
  ['POST', '/autoramps', `"customer_id":"${customer}"`],
  ['POST', '/addresses/crypto/attested', `"customer_id":"${customer}","blockchain":"Base","address":"x"`],
  ['POST', '/sandbox/transaction', `"autoramp_id":"${customer}","amount":"1"`],
  ['POST', '/fee-profiles', '"name":"x"'],
  ['PATCH', `/webhooks/${customer}`, '"label":"x"'],
  ['POST', `/customers/${customer}/identifications/v2`, '"type":"Link"'],
  ['POST', '/controls/clock', '"advance_seconds":1'],
]

const bodies: Readonly<Record<string, (inner: string) => string | Buffer>> = {
  'a key twice': (inner) => `{${inner},"x":1,"x":2}`,
  'a key twice, spelled with an escape': (inner) => `{${inner},"x":1,"\\u0078":2}`,
  'a key twice, deep inside': (inner) => `{${inner},"x":[{"y":{"z":1,"z":1}}]}`,
  'a key twice around a nested object': (inner) => `{${inner},"x":{"x":1},"x":2}`,
  '__proto__ in escapes': (inner) => `{${inner},"\\u005f_proto__":{"admin":true}}`,
  'constructor deep inside': (inner) => `{${inner},"x":[{"constructor":{}}]}`,
  'objects nested too deep': (inner) => `{${inner},"x":${'{"a":'.repeat(100)}1${'}'.repeat(100)}}`,
  'a million open brackets': () => '['.repeat(1_000_000),
  'a bare NaN': (inner) => `{${inner},"x":NaN}`,
  'a bare Infinity': (inner) => `{${inner},"x":-Infinity}`,
  'a trailing comma': (inner) => `{${inner},}`,
  'a comment': (inner) => `{${inner}} // done`,
  'an unfinished string': (inner) => `{${inner},"x":"`,
  'an unfinished escape': (inner) => `{${inner},"x\\`,
  'invalid UTF-8 in a string': (inner) =>
    Buffer.concat([Buffer.from(`{${inner},"x":"`), Buffer.from([0xc3, 0x28]), Buffer.from('"}')]),
  'an overlong encoding': (inner) =>
    Buffer.concat([Buffer.from(`{${inner},"x":"`), Buffer.from([0xc0, 0xaf]), Buffer.from('"}')]),
  'UTF-16': (inner) => Buffer.from(`{${inner}}`, 'utf16le'),
}

describe.each(Object.entries(bodies))('%s is refused', (_name, body) => {
  test.each(targets)('by %s %s', async (method, path, inner) => {
    const reply = await send(method, path, { rawBody: body(inner) })
    expect(reply).toMatchObject({ status: 400, body: expect.stringContaining('request body') })
  })
})

test('the same key in two objects, and a value that looks like a key, are no trouble', async () => {
  const rawBody =
    '{"customer_type":"Person","email":"a@b.test","name":"\\"name\\":","x":[{"a":1},{"a":1}],"a":{"x":"x"}}'
  expect((await send('POST', '/customers', { rawBody })).status).toBe(201)
})

test('numbers that are no safe integers are no bips', async () => {
  const rawBody =
    '{"name":"x","transaction_fee_bips":1e400,"network_fee_settlement":"settledLater","banking_fee_configs":[]}'
  expect((await send('POST', '/fee-profiles', { rawBody })).status).toBe(400)
})

describe('over real HTTP', async () => {
  await app.listen({ host: '127.0.0.1', port: 0 })
  afterAll(() => app.close())
  const address = app.server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0

  const upload = (size: number, headers: Record<string, string | number>): Promise<number> =>
    new Promise((resolve, reject) => {
      const options = { port, host: '127.0.0.1', method: 'POST', path: '/api/customers' }
      const all = { 'x-api-key': 'sandbox-key', 'content-type': 'application/json', ...headers }
      const request = httpRequest({ ...options, headers: all }, (response) => {
        response.resume()
        resolve(response.statusCode ?? 0)
        request.destroy()
      })
      request.on('error', reject)
      request.end(Buffer.alloc(size, 0x20))
    })

  test('20 MB are refused, whether their length is told or not', async () => {
    const size = 20 * 1024 * 1024
    expect(await upload(size, { 'content-length': size })).toBe(400)
    expect(await upload(size, { 'transfer-encoding': 'chunked' })).toBe(400)
  })

  const raw = (text: string): Promise<string> =>
    new Promise((resolve, reject) => {
      const socket = connect(port, '127.0.0.1', () => socket.write(text, 'latin1'))
      let seen = ''
      socket.on('data', (chunk) => (seen += chunk.toString()))
      socket.on('close', () => resolve(seen))
      socket.on('error', reject)
    })
  const get = (header: string) =>
    raw(
      `GET /api/customers HTTP/1.1\r\nHost: localhost\r\nX-API-Key: sandbox-key\r\nConnection: close\r\n${header}\r\n\r\n`,
    )

  test.each([
    ['a line break without its return', 'X-API-Version: 2026-08-01\nSet-Cookie: a=b'],
    ['a bare return', 'X-API-Version: 2026-08-01\rSet-Cookie: a=b'],
    ['a null', 'X-API-Version: \0'],
    ['bytes above ASCII', 'X-API-Version: \xff\xfe'],
    ['markup', 'X-API-Version: <script>'],
    ['two lengths', 'Content-Length: 1\r\nContent-Length: 2'],
    ['two framings', 'Content-Length: 1\r\nTransfer-Encoding: chunked'],
  ])('a header with %s is refused, and nothing of it comes back as a header', async (_name, header) => {
    const seen = await get(header)
    expect(seen).toMatch(/^HTTP\/1\.1 400 /)
    const [head = ''] = seen.split('\r\n\r\n')
    expect(head).not.toMatch(/set-cookie|script/i)
  })

  test('a thousand headers are refused or ignored, and the service goes on', async () => {
    const many = Array.from({ length: 1000 }, (_, index) => `X-${index}: 1`).join('\r\n')
    expect(await get(many)).toMatch(/^HTTP\/1\.1 (200|400) /)
    expect(await get('X-API-Version: 2026-08-01')).toMatch(/^HTTP\/1\.1 200 /)
  })
})
