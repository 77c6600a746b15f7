import { describe, expect, it } from 'vitest'
import { responsesOf } from '../../../generator/render/client-types.js'
import { clientView, mostCommonOf } from '../../../generator/render/client-operation.js'
import type { Operation, Parameter, SecurityScheme } from '../../../runtime/surface.js'

const operation = (more: Partial<Operation> = {}): Operation => ({
  operationId: 'a',
  method: 'get',
  path: '/a',
  servers: ['https://a.test'],
  pointer: '',
  tags: [],
  deprecated: false,
  security: [{ key: [] }],
  parameters: [],
  responses: {},
  ...more,
})

const header = (name: string) => ({ name, in: 'header', style: 'simple', explode: false }) as Parameter

const view = (
  operations: Record<string, Operation>,
  schemes: Record<string, SecurityScheme> = {},
  name = 'api',
) => clientView({ name, operations, securitySchemes: schemes })

describe('the client of a document', () => {
  it.each<readonly [SecurityScheme, unknown]>([
    [
      { type: 'apiKey', in: 'header', name: 'X-Key' },
      { in: 'header', name: 'X-Key', isBase64: false },
    ],
    [
      { type: 'apiKey', in: 'query', name: 'k' },
      { in: 'query', name: 'k', isBase64: false },
    ],
    [
      { type: 'apiKey', in: 'cookie' },
      { in: 'cookie', name: '', isBase64: false },
    ],
    [{ type: 'apiKey', in: 'body', name: 'k' }, undefined],
    [
      { type: 'http', scheme: 'bearer' },
      { in: 'header', name: 'authorization', prefix: 'Bearer ', isBase64: false },
    ],
    [
      { type: 'http', scheme: 'BASIC' },
      { in: 'header', name: 'authorization', prefix: 'Basic ', isBase64: true },
    ],
    [{ type: 'http' }, { in: 'header', name: 'authorization', prefix: 'Bearer ', isBase64: false }],
    [{ type: 'oauth2' }, { in: 'header', name: 'authorization', prefix: 'Bearer ', isBase64: false }],
    [{ type: 'openIdConnect' }, { in: 'header', name: 'authorization', prefix: 'Bearer ', isBase64: false }],
    [{ type: 'mutualTLS' }, undefined],
  ])('sends credentials of %j as %j', (scheme, expected) => {
    expect(view({ a: operation() }, { key: scheme }).schemes['key']).toEqual(expected)
  })

  it('sends versions, keys and credentials by itself', () => {
    const parameters = ['X-API-Version', 'Idempotency-Key', 'x-key', 'X-Other', 'X-Version'].map(header)
    const { managed, service, operations, wantsVersion } = view(
      { a: operation({ parameters }) },
      {
        key: { type: 'apiKey', in: 'header', name: 'X-Key' },
        k: { type: 'apiKey', in: 'query', name: 'X-Other' },
      },
    )
    expect([...managed]).toEqual(['X-API-Version', 'Idempotency-Key', 'x-key'])
    expect(service).toEqual({ versionHeader: 'X-API-Version', server: 'https://a.test', auth: [['key']] })
    expect([operations['a']?.idempotency, wantsVersion]).toEqual(['Idempotency-Key', true])
  })

  it('wants no version of a dated document, or of one without the header', () => {
    const versioned = { a: operation({ parameters: [header('X-API-Version')] }) }
    expect([view(versioned, {}, '2026-08-01').wantsVersion, view({ a: operation() }).wantsVersion]).toEqual([
      false,
      false,
    ])
  })

  it('has the server that most operations have, if it is a plain one', () => {
    const servers = (...urls: string[]) =>
      view(Object.fromEntries(urls.map((url, index) => [`o${index}`, operation({ servers: [url] })]))).service
        .server
    expect([
      servers('https://b.test', 'https://a.test', 'https://a.test'),
      servers('/api'),
      servers('https://{region}.test'),
    ]).toEqual(['https://a.test', undefined, undefined])
  })
})

it.each([
  [[], undefined],
  [['a'], 'a'],
  [['a', 'b', 'b'], 'b'],
  [['a', 'b'], 'a'],
])('the most common of %j is %j', (values, expected) => {
  expect(mostCommonOf(values)).toBe(expected)
})

it.each([
  ['application/json', 'type["responses"][200]["content"]["application/json"]'],
  ['application/a+json', 'type["responses"][200]["content"]["application/a+json"]'],
  ['text/plain', 'string'],
  ['application/xml', 'string'],
  ['application/x-www-form-urlencoded', 'string'],
  ['multipart/form-data', 'runtime.WebBlob'],
  ['application/pdf', 'runtime.WebBlob'],
  ['text/event-stream', 'AsyncGenerator<runtime.ServerSentEvent, void>'],
  ['*/*', 'unknown'],
])('a response of %s is %s', (mediaType, body) => {
  const responses = { 200: { pointer: '', headers: {}, content: { [mediaType]: { pointer: '' } } } }
  const names = { schemas: new Map<string, string>(), requests: new Set<string>() }
  expect(responsesOf(operation({ responses }), 'type', names)).toEqual([{ status: '200', body, ok: 'true' }])
})
