import { request as httpRequest } from 'node:http'
import { connect } from 'node:net'
import { afterAll, describe, expect, test } from 'vitest'

import { tableIn } from '../support/table.js'
import { createCustomer } from './support/actors.js'
import { type Method, NEW, openSandbox, portOf } from './support/sandbox.js'

const sandbox = await openSandbox({ apiKeys: ['sandbox-key', 'other-key'] })
const { send, app } = sandbox
const customer = await createCustomer(sandbox)
const person = { customer_type: 'Person', email: 'person@partner.test' }

interface Table {
  readonly bodies: Readonly<Record<string, string>>
  readonly mediaTypes: { readonly refused: readonly string[]; readonly taken: readonly string[] }
  readonly targets: readonly (readonly [Method, string, string])[]
  readonly around: Readonly<Record<string, string>>
  readonly requests: readonly (readonly [string, readonly string[], number, string])[]
  readonly taken: readonly (readonly [string, readonly string[]])[]
  readonly headers: Readonly<Record<string, string>>
}

const table = tableIn<Table>(import.meta.dirname, 'hostile.yaml')

const post = (rawBody: string | Buffer, headers: Record<string, string> = {}) =>
  send('POST', '/customers', { rawBody, headers, version: NEW })

describe('a body is refused with 400 and a string', () => {
  const nested = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`
  const large = {
    'nesting of 65 levels': nested(66),
    'nesting of 100,000 levels': nested(100_000),
    '5,000,000 empty lists': `[${'[],'.repeat(5_000_000)}[]]`,
    '100,001 texts': `[${'"",'.repeat(100_000)}""]`,
  }
  test.each(Object.entries({ ...table.bodies, ...large }))('%s', async (_name, body) => {
    const reply = await post(Buffer.from(body, 'latin1'))
    expect(reply).toMatchObject({ status: 400, body: expect.stringContaining('request body') })
    expect(reply.headers['x-api-version']).toBe(NEW)
  })

  test('without any', async () =>
    expect(await send('POST', '/customers', { version: NEW })).toMatchObject({
      status: 400,
      body: expect.stringContaining('the request body is required'),
    }))

  test.each(table.mediaTypes.refused)('as %j', async (mediaType) => {
    const reply = await post(JSON.stringify(person), { 'content-type': mediaType })
    expect(reply).toMatchObject({ status: 400, body: expect.stringContaining('application/json') })
  })

  test.each([1, 17])('above %i MiB', async (size) => {
    const reply = await post(Buffer.alloc(size * 1024 * 1024 + 1, 0x20))
    expect(reply).toMatchObject({ status: 400, body: expect.stringContaining('too large') })
    expect(reply.headers['x-api-version']).toBe(NEW)
  })

  test.each(table.mediaTypes.taken)('but not as %s', async (mediaType) =>
    expect((await post(JSON.stringify(person), { 'content-type': mediaType })).status).toBe(201),
  )
})

const around: Readonly<Record<string, string>> = {
  ...table.around,
  'objects nested too deep': `{MEMBERS,"x":${'{"a":'.repeat(100)}1${'}'.repeat(100)}}`,
  'a million open brackets': '['.repeat(1_000_000),
  'lists nested too deep': `${'['.repeat(200_000)}${']'.repeat(200_000)}`,
}

describe.each([
  ...Object.entries(around).map(([name, body]) => [name, body, 'latin1'] as const),
  ['UTF-16', '{MEMBERS}', 'utf16le'] as const,
])('%s is refused', (_name, body, encoding) => {
  test.each(table.targets)('by %s %s', async (method, path, members) => {
    const text = body.replace('MEMBERS', members).replaceAll('CUSTOMER', customer)
    const reply = await send(method, path.replace('CUSTOMER', customer), {
      rawBody: Buffer.from(text, encoding),
    })
    expect(reply).toMatchObject({ status: 400, body: expect.stringContaining('request body') })
  })
})

test('of a key that is there twice the last one counts', async () => {
  const rawBody = '{"customer_type":"Person","email":"a@b.test","email":"c@d.test"}'
  const reply = await send('POST', '/customers', { rawBody })
  expect(reply).toMatchObject({ status: 201, body: { email: 'c@d.test' } })
})

test('the same key in two objects, and a value that looks like a key, cause no trouble', async () => {
  const rawBody =
    '{"customer_type":"Person","email":"a@b.test","name":"\\"name\\":","x":[{"a":1},{"a":1}],"a":{"x":"x"}}'
  expect((await send('POST', '/customers', { rawBody })).status).toBe(201)
})

test('numbers that are not safe integers are not bips', async () => {
  const rawBody =
    '{"name":"x","transaction_fee_bips":1e400,"network_fee_settlement":"settledLater","banking_fee_configs":[]}'
  expect((await send('POST', '/fee-profiles', { rawBody })).status).toBe(400)
})

describe('over real HTTP', async () => {
  const port = await portOf(app)
  afterAll(() => app.close())

  const raw = (text: string): Promise<string> =>
    new Promise((resolve, reject) => {
      const socket = connect(port, '127.0.0.1', () => socket.write(text, 'latin1'))
      let seen = ''
      socket.on('data', (chunk) => (seen += chunk.toString()))
      socket.on('close', () => resolve(seen))
      socket.on('error', reject)
    })

  const head = ([line = '', ...headers]: readonly string[]): string =>
    [line, 'X-API-Key: sandbox-key', 'Connection: close', ...headers, '', ''].join('\r\n')

  const get = (headers: string) => raw(head(['GET /api/customers HTTP/1.1', 'Host: localhost', headers]))

  test('bytes that are not HTTP are answered with 400', async () =>
    expect(await raw('NONSENSE\r\n\r\n')).toMatch(/^HTTP\/1\.1 400 [^]*"the request is not HTTP"$/))

  test('headers that are too large are answered with 400', async () => {
    const request = `GET /api/customers HTTP/1.1\r\nHost: localhost\r\nX-Large: ${'a'.repeat(200_000)}\r\n\r\n`
    expect(await raw(request)).toMatch(/^HTTP\/1\.1 400 [^]*"the request headers are too large"$/)
  })

  test('a version header that is sent twice is malformed, joined', async () => {
    const seen = await get(`X-API-Version: ${NEW}\r\nX-API-Version: ${NEW}`)
    expect(seen).toMatch(/^HTTP\/1\.1 400 /)
    expect(seen).toContain(`"reason":"version_malformed","requested":"${NEW}, ${NEW}"`)
  })

  test.each(table.requests)('a request %s is answered in the style of the API', async (...row) => {
    const [, lines, status, reason] = row
    const seen = await raw(head(lines))
    expect(seen).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `))
    expect(seen.toLowerCase()).toContain('content-type: application/json; charset=utf-8')
    expect(seen.endsWith(`\r\n\r\n${JSON.stringify(reason)}`)).toBe(true)
  })

  test.each(table.taken)('a request %s', async (_name, lines) =>
    expect(await raw(head(lines))).toMatch(/^HTTP\/1\.1 200 [^]*"code":"USD"/),
  )

  test.each(Object.entries(table.headers))(
    'a header with %s is refused, and nothing of it comes back as a header',
    async (_name, header) => {
      const seen = await get(header)
      expect(seen).toMatch(/^HTTP\/1\.1 400 /)
      const [received = ''] = seen.split('\r\n\r\n')
      expect(received).not.toMatch(/set-cookie|script/i)
    },
  )

  test('a thousand headers are refused or ignored, and the service goes on', async () => {
    const many = Array.from({ length: 1000 }, (_, index) => `X-${index}: 1`).join('\r\n')
    expect(await get(many)).toMatch(/^HTTP\/1\.1 (200|400) /)
    expect(await get('X-API-Version: 2026-08-01')).toMatch(/^HTTP\/1\.1 200 /)
  })

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

  test('a body that is too large is answered, however much of it is still to come', async () => {
    const headers = { 'x-api-key': 'sandbox-key', 'content-type': 'application/json' }
    const request = { method: 'POST', headers, body: Buffer.alloc(20_000_000) }
    for (let time = 0; time < 10; time += 1)
      expect((await fetch(`http://127.0.0.1:${port}/api/customers`, request)).status).toBe(400)
  })

  test('a body that never comes does not hold a connection for ever', () =>
    expect(app.server.requestTimeout).toBeGreaterThan(0))

  test('closing does not wait for a connection that is kept alive', async () => {
    const other = (await openSandbox()).app
    const options = { port: await portOf(other), host: '127.0.0.1', path: '/', agent: undefined }
    await new Promise((resolve) => {
      httpRequest({ ...options, headers: { connection: 'keep-alive' } }, (response) => {
        response.resume().on('end', resolve)
      }).end()
    })
    await other.close()
    expect(other.server.listening).toBe(false)
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
    const create = () => fragile.send('POST', '/customers', { body: person, idempotencyKey: 'k' })
    broken = true
    const reply = await create()
    const body = { message: 'internal error', trace_id: expect.any(String) }
    expect(reply).toMatchObject({ status: 500, body })
    expect(lines.join()).toContain(Object(reply.body).trace_id)
    expect(reply.text).not.toContain('clock')
    broken = false
    expect((await create()).status).toBe(201)
  },
)

test('the log holds neither keys nor what callers sent', async () => {
  const lines: string[] = []
  const logger = { info: (line: string) => lines.push(line), error: (line: string) => lines.push(line) }
  const key = 'a-very-secret-key'
  const { send: say } = await openSandbox({ logger, apiKeys: [key] })
  await say('POST', '/customers', { key, body: { ...person, email: 'private@partner.test' } })
  await say('GET', '/customers?search_term=private', { key })
  await say('GET', '/customers', { key: 'guessed-key' })
  expect(lines).toEqual(['POST /api/customers 201', 'GET /api/customers 200', 'GET /api/customers 401'])
})
