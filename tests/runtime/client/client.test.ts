import type { OutgoingHttpHeaders, RequestListener } from 'node:http'
import { text } from 'node:stream/consumers'
import { describe, expect, it } from 'vitest'
import { ClientError, type FailureKind } from '../../../runtime/client/failure.js'
import { apiKey, bench, json } from './support/service.js'

const failureOf = async (promise: Promise<unknown>): Promise<ClientError> => {
  const outcome = await promise.catch((error: unknown) => error)
  if (outcome instanceof ClientError) return outcome
  throw new Error('a ClientError was expected', { cause: outcome })
}

/** A listener that sends this. */
const sending =
  (status: number, headers: OutgoingHttpHeaders = {}, body?: string): RequestListener =>
  (_request, response) => {
    response.writeHead(status, headers)
    response.end(body)
  }
const ofType = (type: string): OutgoingHttpHeaders => ({ 'content-type': type })
const ofJson = ofType('application/json')

describe('a request', () => {
  it('has the address, the headers and the body that the operation describes', async () => {
    let body = ''
    const { client, requests } = await bench((request, response) => {
      void text(request).then((sent) => {
        body = sent
        json(response, 201, { id: 'a' })
      })
    })
    const response = await client.call('create', {
      body: { name: 'é' },
      headers: { 'X-Sub': ['a', 'b'], 'X-None': undefined },
      idempotencyKey: 'mine',
    })
    expect([response.status, response.httpStatus, response.ok, response.body]).toEqual([
      201,
      201,
      true,
      { id: 'a' },
    ])
    const [request] = requests
    expect([request?.method, request?.url, body]).toEqual(['POST', '/api/things', '{"name":"é"}'])
    expect(request?.headers).toMatchObject({
      accept: 'application/json',
      'content-type': 'application/json; charset=utf-8',
      'idempotency-key': 'mine',
      'x-api-key': apiKey,
      'x-api-version': '2026-08-01',
      'x-sub': 'a,b',
    })
    expect(request?.headers['x-none']).toBeUndefined()
  })

  it('has parameters in its path, its query and its cookies', async () => {
    const { client, requests } = await bench((_request, response) => json(response, 200, {}))
    const query = { q: ['x', 'y'], none: undefined }
    await client.call('read', { path: { id: 'a/b?c' }, query, cookies: { c: 'd;e' } })
    await client.call('list', { query: { ids: ['a', 'b,c'] } })
    const urls = ['/api/things/a%2Fb%3Fc?q=x&q=y', '/api/things?ids=a,b%2Cc']
    expect(requests.map(({ url }) => url)).toEqual(urls)
    expect(requests[0]?.headers.cookie).toBe('c=d%3Be')
  })

  it('goes to the server of the operation, with neither key nor version where it takes none', async () => {
    const { client, requests } = await bench((_request, response) => json(response, 200, {}))
    await client.call('outside')
    const { url, headers = {} } = requests[0] ?? {}
    expect([url, headers['x-api-key'], headers['x-api-version']]).toEqual(['/spec', undefined, undefined])
  })

  it('leaves the origin only where a function says so', async () => {
    const { client, requests, url } = await bench((_request, response) => json(response, 200, {}))
    expect((await failureOf(client.call('elsewhere'))).kind).toBe('configuration')
    expect(requests).toEqual([])
    const told = await bench(() => {}, { baseUrl: (server) => `${url}/${server?.length}` })
    expect((await told.client.call('elsewhere')).ok).toBe(true)
    expect(requests.map((request) => request.url)).toEqual(['/24/spec'])
  })

  it.each([
    [
      'multipart/form-data',
      { a: 'b', list: [1, 2], deep: { c: 'd' }, file: new Blob(['x'], { type: 'image/png' }) },
      'multipart/form-data; boundary=',
      'name="deep"',
    ],
    [
      'application/x-www-form-urlencoded',
      { a: 'b c', list: [1, 2], deep: { c: 'd' } },
      'application/x-www-form-urlencoded',
      'a=b%20c&list=1&list=2&deep%5Bc%5D=d',
    ],
    ['text/plain', 'é', 'text/plain', 'é'],
    ['application/octet-stream', new Uint8Array([97, 98]), 'application/octet-stream', 'ab'],
    ['application/octet-stream', new Blob(['ab']).stream(), 'application/octet-stream', 'ab'],
    [undefined, { a: 'b' }, 'multipart/form-data; boundary=', 'name="a"'],
  ])('has a body of %s', async (contentType, value, type, sent) => {
    let body = ''
    const { client, requests } = await bench((request, response) => {
      void text(request).then((all) => {
        body = all
        response.end()
      })
    })
    await client.call('upload', { body: value, ...(contentType && { contentType }) })
    expect(requests[0]?.headers['content-type']).toContain(type)
    expect(body).toContain(sent)
  })

  it.each([
    ['no such operation', 'toString', {}],
    ['it accepts no idempotency key', 'list', { idempotencyKey: 'a' }],
  ])('is not sent when %s', async (_what, id, request) => {
    const { client, requests } = await bench((_request, response) => json(response, 200, {}))
    const failure = await failureOf(client.call(id, request))
    expect([failure.kind, failure.operation, requests]).toEqual(['configuration', id, []])
  })
})

describe('a response', () => {
  it.each([
    ['a JSON text', { 'content-type': 'application/json; charset=utf-8' }, '"no"', 'no'],
    ['a type that ends in +json', { 'content-type': 'application/problem+json' }, '{"a":1}', { a: 1 }],
    ['text', { 'content-type': 'text/plain' }, '{"a":1}', '{"a":1}'],
    ['JSON without a type, as a replay has it', {}, '{"a":1}', { a: 1 }],
    ['text without a type', {}, 'no {', 'no {'],
  ])('is read: %s', async (_what, headers, sent, body) => {
    const { client } = await bench(sending(404, headers, sent))
    expect(await client.call('read', { path: { id: 'a' } })).toMatchObject({ status: 404, ok: false, body })
  })

  it('is a Blob when it is neither text nor JSON', async () => {
    const { client } = await bench(sending(200, ofType('application/pdf'), '%PDF'))
    const { body } = await client.call('file')
    expect(body instanceof Blob && [body.type, await body.text()]).toEqual(['application/pdf', '%PDF'])
  })

  it('redirects where the document says so, and is not followed', async () => {
    const { client, requests } = await bench(sending(302, { location: 'https://elsewhere.test/' }))
    const { status, headers } = await client.call('file')
    expect([status, headers.get('location'), requests.length]).toEqual([302, 'https://elsewhere.test/', 1])
  })

  const hostile: readonly [string, FailureKind, Parameters<typeof bench>[0]][] = [
    ['broken JSON', 'unreadable', sending(200, ofJson, '{"a":')],
    ['nothing where something is owed', 'unreadable', sending(200, ofJson)],
    ['a page of a gateway, as documented', 'unreadable', sending(200, ofType('text/html'), '<h1>')],
    ['a page of a gateway', 'undocumented', sending(500, ofType('text/html'), '<h1>')],
    [
      'less than it announced',
      'network',
      (_request, response) => {
        response.writeHead(200, { 'content-type': 'application/json', 'content-length': '100' })
        response.write('{"a":1')
        setImmediate(() => response.destroy())
      },
    ],
    ['a closed connection', 'network', (request) => request.socket.destroy()],
    ['a redirect', 'redirect', sending(307, { location: 'https://elsewhere.test/?to' })],
  ]

  it.each(hostile)('is a failure: %s is %s', async (_what, kind, listener) => {
    const { client } = await bench(listener, { retry: { attempts: 1 } })
    const failure = await failureOf(client.call('list'))
    expect([failure.kind, failure.operation]).toEqual([kind, 'list'])
  })

  it('that is not documented stays reachable', async () => {
    const { client } = await bench((_request, response) =>
      json(response, 418, { a: [1] }, { 'x-trace': 't' }),
    )
    const response = { status: 418, body: { a: [1] }, headers: { 'x-trace': 't' } }
    const failure = { kind: 'undocumented', operation: 'list', response }
    expect(await failureOf(client.call('list'))).toMatchObject(failure)
  })

  it('of another version stays reachable, with both versions', async () => {
    const { client } = await bench((_request, response) =>
      json(response, 201, { id: 'a' }, { 'x-api-version': '2025-03-13' }),
    )
    const failure = await failureOf(client.call('create', { body: {} }))
    const versions = { requested: '2026-08-01', served: '2025-03-13' }
    const response = { status: 201, body: { id: 'a' } }
    expect(failure).toMatchObject({ kind: 'version-mismatch', operation: 'create', ...versions, response })
  })

  it('that comes too late is a timeout', async () => {
    // Counted here and not at the server, which a busy machine may not reach in time.
    const attempts: number[] = []
    const { client } = await bench(() => {}, {
      timeout: 20,
      retry: { attempts: 1 },
      onRequest: ({ attempt }) => attempts.push(attempt),
    })
    const failure = await failureOf(client.call('list'))
    const message = 'list: no response within 20 ms'
    expect([failure.kind, failure.message, attempts]).toEqual(['timeout', message, [1]])
  })

  it('that stops on the way is a timeout', async () => {
    const { client } = await bench((_request, response) => {
      response.writeHead(200, { 'content-type': 'application/json' })
      response.write('{')
    })
    expect((await failureOf(client.call('create', { timeout: 20, body: {} }))).kind).toBe('timeout')
  })
})

it.each([
  ['require', 'list', 'version-mismatch'],
  ['ignore', 'list', undefined],
  ['require', 'outside', undefined],
] as const)('by the option %s, %s without the version is %s', async (echo, id, kind) => {
  const { client } = await bench(sending(200, ofJson, '{}'), { echo })
  const outcome = await client.call(id, {}).catch((error: unknown) => error)
  expect(outcome instanceof ClientError ? outcome.kind : undefined).toBe(kind)
})
