import { request as httpRequest } from 'node:http'
import { connect } from 'node:net'
import { afterAll, describe, expect, test } from 'vitest'

import { NEW, openSandbox } from './support/sandbox.js'

const sandbox = await openSandbox()
const { send, app } = sandbox
const person = { customer_type: 'Person', email: 'person@partner.test' }

const post = (rawBody: string | Buffer, headers: Record<string, string> = {}) =>
  send('POST', '/customers', { rawBody, headers, version: NEW })

describe('a body is refused with 400 and a string', () => {
  const nested = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`
  test.each<[string, string | Buffer]>([
    ['broken JSON', '{"customer_type":'],
    ['two values', '{} {}'],
    ['a bare word', 'hello'],
    ['NaN', '{"customer_type":NaN}'],
    ['invalid UTF-8', Buffer.from([0x22, 0xff, 0xfe, 0x22])],
    ['__proto__', '{"customer_type":"Person","email":"a@b.test","__proto__":{"admin":true}}'],
    [
      'a nested constructor',
      '{"customer_type":"Person","email":"a@b.test","x":{"constructor":{"prototype":{}}}}',
    ],
    ['nesting of 65 levels', nested(66)],
    ['nesting of 100,000 levels', nested(100_000)],
    ['5,000,000 empty lists', `[${'[],'.repeat(5_000_000)}[]]`],
    ['100,001 texts', `[${'"",'.repeat(100_000)}""]`],
    ['only spaces', '   '],
    ['nothing', ''],
    ['null', 'null'],
    ['a string', '"text"'],
  ])('%s', async (_name, body) => {
    const reply = await post(body)
    expect(reply).toMatchObject({ status: 400, body: expect.stringContaining('request body') })
    expect(reply.headers['x-api-version']).toBe(NEW)
  })

  test.each([
    'text/plain',
    'application/xml',
    'application/jsonp',
    'application/json; charset=latin1',
    'multipart/form-data; boundary=x',
    '',
    'nonsense',
  ])('as %j', async (mediaType) => {
    const reply = await post(JSON.stringify(person), { 'content-type': mediaType })
    expect(reply).toMatchObject({ status: 400, body: expect.stringContaining('application/json') })
  })

  test.each([1, 17])('above %i MiB', async (size) => {
    const reply = await post(Buffer.alloc(size * 1024 * 1024 + 1, 0x20))
    expect(reply).toMatchObject({ status: 400, body: expect.stringContaining('larger than') })
    expect(reply.headers['x-api-version']).toBe(NEW)
  })

  test.each(['application/json', 'application/json;charset=UTF-8', 'Application/JSON; charset="utf-8"'])(
    'but not as %s',
    async (mediaType) => {
      expect((await post(JSON.stringify(person), { 'content-type': mediaType })).status).toBe(201)
    },
  )
})

describe('over real HTTP', async () => {
  await app.listen({ host: '127.0.0.1', port: 0 })
  afterAll(() => app.close())
  const address = app.server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0

  const raw = (text: string): Promise<string> =>
    new Promise((resolve, reject) => {
      const socket = connect(port, '127.0.0.1', () => socket.write(text))
      let seen = ''
      socket.on('data', (chunk) => (seen += chunk.toString()))
      socket.on('close', () => resolve(seen))
      socket.on('error', reject)
    })

  test('bytes that are no HTTP are answered with 400', async () => {
    expect(await raw('NONSENSE\r\n\r\n')).toMatch(/^HTTP\/1\.1 400 [^]*"the request is not HTTP"$/)
  })

  test('headers that are too large are answered with 400', async () => {
    const request = `GET /api/customers HTTP/1.1\r\nHost: localhost\r\nX-Large: ${'a'.repeat(200_000)}\r\n\r\n`
    expect(await raw(request)).toMatch(/^HTTP\/1\.1 400 [^]*"the request headers are too large"$/)
  })

  test('a version header that is sent twice is malformed, joined', async () => {
    const request = `GET /api/customers HTTP/1.1\r\nHost: localhost\r\nX-API-Version: ${NEW}\r\nX-API-Version: ${NEW}\r\nX-API-Key: sandbox-key\r\nConnection: close\r\n\r\n`
    const seen = await raw(request)
    expect(seen).toMatch(/^HTTP\/1\.1 400 /)
    expect(seen).toContain(`"reason":"version_malformed","requested":"${NEW}, ${NEW}"`)
  })

  const head = (line: string, ...headers: string[]): string =>
    [line, ...headers, 'X-API-Key: sandbox-key', 'Connection: close', '', ''].join('\r\n')

  test.each<[string, string, number, string]>([
    ['without a Host', head('GET /api/customers HTTP/1.1'), 400, "header 'Host' is required"],
    [
      'to open a tunnel',
      head('CONNECT x:443 HTTP/1.1', 'Host: localhost'),
      400,
      'this service opens no tunnels',
    ],
    [
      'for a path that is not there, without a Host',
      head('GET /nowhere HTTP/1.1'),
      400,
      "header 'Host' is required",
    ],
    [
      'with an empty Host',
      head('GET /api/customers HTTP/1.1', 'Host:'),
      403,
      'the host of this request is not this machine: use 127.0.0.1 or localhost, or start the sandbox with --allow-host to allow another',
    ],
  ])('a request %s is answered in the style of the API', async (_name, request, status, reason) => {
    const seen = await raw(request)
    expect(seen).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `))
    expect(seen.toLowerCase()).toContain('content-type: application/json; charset=utf-8')
    expect(seen.endsWith(`\r\n\r\n${JSON.stringify(reason)}`)).toBe(true)
  })

  test.each<[string, string]>([
    ['of HTTP/1.0 needs no Host', head('GET /api/fiatcurrencies HTTP/1.0')],
    [
      'may expect what nobody knows',
      head('GET /api/fiatcurrencies HTTP/1.1', 'Host: localhost', 'Expect: wonders'),
    ],
    ['may name the whole URL', head('GET http://localhost/api/fiatcurrencies HTTP/1.1', 'Host: localhost')],
  ])('a request %s', async (_name, request) => {
    expect(await raw(request)).toMatch(/^HTTP\/1\.1 200 [^]*"code":"USD"/)
  })

  test('a body that is too large is answered, however much of it is still to come', async () => {
    const post = {
      method: 'POST',
      headers: { 'x-api-key': 'sandbox-key', 'content-type': 'application/json' },
      body: Buffer.alloc(20_000_000),
    }
    for (let time = 0; time < 10; time += 1)
      expect((await fetch(`http://127.0.0.1:${port}/api/customers`, post)).status).toBe(400)
  })

  test('a body that never comes does not hold a connection for ever', () => {
    expect(app.server.requestTimeout).toBeGreaterThan(0)
  })

  test('closing does not wait for a connection that is kept alive', async () => {
    const other = await openSandbox()
    await other.app.listen({ host: '127.0.0.1', port: 0 })
    const place = other.app.server.address()
    const options = {
      port: typeof place === 'object' && place !== null ? place.port : 0,
      path: '/',
      agent: undefined,
    }
    await new Promise((resolve) => {
      httpRequest({ ...options, host: '127.0.0.1', headers: { connection: 'keep-alive' } }, (response) => {
        response.resume().on('end', resolve)
      }).end()
    })
    await other.app.close()
    expect(other.app.server.listening).toBe(false)
  })
})

test.each(['first', 'other'] as const)(
  'what goes wrong inside is a 500 with a trace id that is in the log, and no detail in the answer (%s)',
  async (reading) => {
    const lines: string[] = []
    let broken = false
    const clock = () => {
      if (broken) throw new Error('the clock fell off the wall')
      return new Date(0)
    }
    const logger = { info: () => {}, error: (line: string) => lines.push(line) }
    const fragile = await openSandbox({ clock, logger, reading })
    broken = true
    const reply = await fragile.send('POST', '/customers', { body: person, idempotencyKey: 'k' })
    expect(reply).toMatchObject({
      status: 500,
      body: { message: 'internal error', trace_id: expect.any(String) },
    })
    expect(lines.join()).toContain(Object(reply.body).trace_id)
    expect(reply.text).not.toContain('clock')
    broken = false
    expect((await fragile.send('POST', '/customers', { body: person, idempotencyKey: 'k' })).status).toBe(201)
  },
)

test('the log holds neither keys nor what callers sent', async () => {
  const lines: string[] = []
  const logger = { info: (line: string) => lines.push(line), error: (line: string) => lines.push(line) }
  const { send: say } = await openSandbox({ logger, apiKeys: ['a-very-secret-key'] })
  await say('POST', '/customers', {
    key: 'a-very-secret-key',
    body: { ...person, email: 'private@partner.test' },
  })
  await say('GET', '/customers?search_term=private', { key: 'a-very-secret-key' })
  await say('GET', '/customers', { key: 'guessed-key' })
  expect(lines).toEqual(['POST /api/customers 201', 'GET /api/customers 200', 'GET /api/customers 401'])
})
