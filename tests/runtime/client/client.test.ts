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
    expect(response).toMatchObject({ status: 201, httpStatus: 201, ok: true, body: { id: 'a' } })
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

  const bytes = 'application/octet-stream'
  const image = new Blob(['x'], { type: 'image/png' })
  const formOf = (name: string, value: string): FormData => {
    const form = new FormData()
    form.append(name, value)
    return form
  }
  it.each([
    [
      'multipart/form-data',
      { list: [1, 2], deep: { c: 'd' }, file: image },
      'multipart/form-data; boundary=',
      'name="deep"',
    ],
    ['text/plain', 'é', 'text/plain', 'é'],
    [bytes, new Uint8Array([97, 98]), bytes, 'ab'],
    [bytes, new Blob(['ab']).stream(), bytes, 'ab'],
    [undefined, { a: 'b' }, 'multipart/form-data; boundary=', 'name="a"'],
    ['multipart/form-data', formOf('a', 'b'), 'multipart/form-data; boundary=', 'name="a"'],
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

  it('is not sent to an operation that nobody knows', async () => {
    const { client, requests } = await bench((_request, response) => json(response, 200, {}))
    const failure = await failureOf(client.call('toString'))
    expect([failure.kind, failure.operation, requests]).toEqual(['configuration', 'toString', []])
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
    // Counted in the client, because requests may reach the server late on a busy machine.
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
