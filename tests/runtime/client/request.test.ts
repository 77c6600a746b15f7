import { describe, expect, it } from 'vitest'
import { ClientError } from '../../../runtime/client/failure.js'
import type { ClientOptions } from '../../../runtime/client/options.js'
import { prepare } from '../../../runtime/client/request.js'
import type { ClientOperation, ClientService } from '../../../runtime/client/service.js'
import { base64 } from '../../../runtime/client/serialize.js'
import { encodeForm, styled } from '../../../runtime/client/styles.js'
import type { CallRequest } from '../../../runtime/client/types.js'

const service: ClientService = {
  version: '2026-08-01',
  versionHeader: 'X-API-Version',
  server: 'https://a.test/api/',
  auth: [['key'], ['query', 'cookie']],
  schemes: {
    key: { in: 'header', name: 'X-API-Key' },
    query: { in: 'query', name: 'k' },
    cookie: { in: 'cookie', name: 'c', prefix: 'Basic ', encode: base64 },
  },
}

interface Given {
  readonly service?: Partial<ClientService>
  readonly options?: ClientOptions
  readonly operation?: Partial<ClientOperation>
  readonly request?: CallRequest
}

const prepared = (given: Given) =>
  prepare(
    { ...service, ...given.service },
    { auth: {}, ...given.options },
    { id: 'op', method: 'GET', path: '/things', statuses: '200', ...given.operation },
    given.request ?? {},
  )

const at = (path: string, more: Partial<ClientOperation> = {}): Partial<ClientOperation> => ({
  path,
  ...more,
})

describe('the address of a request', () => {
  it.each<readonly [string, Given]>([
    ['https://a.test/api/things', {}],
    ['http://b.test/things', { options: { baseUrl: 'http://b.test//' } }],
    [
      'https://b.test/1/things',
      { options: { baseUrl: (own) => `https://b.test/${own === service.server ? 1 : 2}` } },
    ],
    [
      'https://b.test/2/things',
      {
        options: { baseUrl: (own) => `https://b.test/${own === '/v' ? 2 : 3}` },
        operation: { server: '/v' },
      },
    ],
    ['https://a.test/v/things', { operation: { server: '/v' } }],
    ['https://other.test/things', { operation: { server: 'https://other.test' } }],
    [
      'https://b.test/v/things',
      { options: { baseUrl: 'https://b.test/api' }, operation: { server: 'https://b.test/v' } },
    ],
    [
      'https://a.test/api/things/a%2Fb.c',
      { operation: at('/things/{id}'), request: { path: { id: 'a/b.c' } } },
    ],
    ['https://a.test/api/things/..a', { operation: at('/things/{id}'), request: { path: { id: '..a' } } }],
    [
      'https://a.test/api/things/a,b',
      { operation: at('/things/{id}'), request: { path: { id: ['a', 'b'] } } },
    ],
    [
      'https://a.test/api/things/.a',
      {
        operation: at('/things/{id}', { styles: { 'path:id': 'label' }, styled }),
        request: { path: { id: 'a' } },
      },
    ],
    [
      'https://a.test/api/things/k=v',
      {
        operation: at('/things/{id}', { styles: { 'path:id': '*' }, styled }),
        request: { path: { id: { k: 'v' } } },
      },
    ],
    ['https://a.test/api/things?a=1&a=2', { request: { query: { a: [1, 2], b: undefined } } }],
    [
      'https://a.test/api/things?a=1,2',
      { operation: { styles: { 'query:a': ',' } }, request: { query: { a: [1, 2] } } },
    ],
    [
      'https://a.test/api/things?a%5Bb%5D=1',
      { operation: { styles: { 'query:a': 'deepObject*' }, styled }, request: { query: { a: { b: 1 } } } },
    ],
    [
      'https://a.test/api/things?a=/b',
      { operation: { styles: { 'query:a': '*+' }, styled }, request: { query: { a: '/b' } } },
    ],
    ['https://a.test/api/things?x=1&a=2', { operation: at('/things?x=1'), request: { query: { a: 2 } } }],
  ])('is %s', async (url, given) => {
    expect(await prepared(given)).toMatchObject({ url, shownUrl: url })
  })

  it.each<readonly [string, Given]>([
    ['path parameter "id" is missing', { operation: at('/{id}') }],
    ['path parameter "id" is missing', { operation: at('/{id}'), request: { path: { id: '' } } }],
    ['path parameter "id" is missing', { operation: at('/{id}'), request: { path: { id: undefined } } }],
    ['path parameter is a dot segment', { operation: at('/{id}'), request: { path: { id: '.' } } }],
    ['path parameter is a dot segment', { operation: at('/{id}/x'), request: { path: { id: '..' } } }],
    ['path parameter is a dot segment', { operation: at('/{id}?x=1'), request: { path: { id: '..' } } }],
    ['baseUrl is no plain URL of http(s)', { service: { server: '' } }],
    ['baseUrl is no plain URL of http(s)', { options: { baseUrl: '/api' } }],
    ['baseUrl is no plain URL of http(s)', { options: { baseUrl: 'ftp://a.test/' } }],
    ['baseUrl is no plain URL of http(s)', { options: { baseUrl: 'https://a.test/?key=secret' } }],
    [
      'path parameter "id" is missing',
      { operation: at('/{id}'), request: { path: Object.create({ id: 'a' }) } },
    ],
    ['baseUrl is no plain URL of http(s)', { options: { baseUrl: () => 'https://me@b.test' } }],
    [
      'baseUrl has to be a function to reach https://o.test',
      { options: { baseUrl: 'https://b.test' }, operation: { server: 'https://o.test/x' } },
    ],
    ['header "X-A" cannot be sent', { request: { headers: { 'X-A': 'a\nb' } } }],
    ['takes no idempotency key', { request: { idempotencyKey: 'a' } }],
  ])('is refused: %s', async (message, given) => {
    const error: unknown = await prepared(given).catch((reason: unknown) => reason)
    expect(error).toBeInstanceOf(ClientError)
    expect(error).toMatchObject({ kind: 'configuration', message: `op: ${message}` })
  })
})

const headersOf = async (given: Given): Promise<Record<string, string>> => {
  const { headers } = await prepared(given)
  const all: Record<string, string> = {}
  headers.forEach((value, name) => {
    all[name] = value
  })
  return all
}

const usual = { accept: 'application/json', 'x-api-version': '2026-08-01' }

describe('the headers of a request', () => {
  it.each<readonly [string, Given, object]>([
    ['nothing more than they must', {}, usual],
    [
      'another version',
      { service: { requested: '2025-03-13' } },
      { ...usual, 'x-api-version': '2025-03-13' },
    ],
    ['no version', { operation: { unversioned: true } }, { accept: 'application/json' }],
    [
      'no version where the document has no header',
      { service: { versionHeader: '' } },
      { accept: 'application/json' },
    ],
    ['what the operation accepts', { operation: { accept: 'text/csv' } }, { ...usual, accept: 'text/csv' }],
    [
      'those of the client, before those of the call',
      { options: { headers: { 'X-A': '1', 'X-B': '2' } }, request: { headers: { 'X-A': [3, 4] } } },
      { ...usual, 'x-a': '3,4', 'x-b': '2' },
    ],
    [
      'JSON in a header',
      { operation: { styles: { 'header:X-A': 'json' }, styled }, request: { headers: { 'X-A': [3] } } },
      { ...usual, 'x-a': '[3]' },
    ],
    [
      'an idempotency key',
      { operation: { idempotency: 'Idempotency-Key' }, request: { idempotencyKey: 'k' } },
      { ...usual, 'idempotency-key': 'k' },
    ],
    [
      'a new idempotency key',
      { operation: { idempotency: 'Idempotency-Key' } },
      { ...usual, 'idempotency-key': expect.stringMatching(/^[\da-f-]{36}$/) },
    ],
    ['cookies', { request: { cookies: { a: 'b;c', d: [1, 2] } } }, { ...usual, cookie: 'a=b%3Bc; d=1%2C2' }],
    [
      'the first credential',
      { options: { auth: { key: 'K', query: 'Q', cookie: 'C' } } },
      { ...usual, 'x-api-key': 'K' },
    ],
    [
      'the first credentials that are all there',
      { options: { auth: { query: 'Q', cookie: async () => 'C' } } },
      { ...usual, cookie: 'c=Basic%20Qw%3D%3D' },
    ],
    ['no half of two credentials', { options: { auth: { query: 'Q' } } }, usual],
    ['no inherited credential', { options: { auth: Object.create({ key: 'K' }) } }, usual],
    [
      'no credential of an operation without any',
      { options: { auth: { key: 'K' } }, operation: { auth: [] } },
      usual,
    ],
    [
      'no credential of a scheme that is not described',
      { options: { auth: { odd: 'K' } }, operation: { auth: [['odd']] } },
      usual,
    ],
  ])('hold %s', async (_what, given, headers) => {
    expect(await headersOf(given)).toEqual(headers)
  })

  it('hide nothing but the credential in the address that is shown', async () => {
    const given = { options: { auth: { query: 'Q/1', cookie: 'C' } }, request: { query: { a: 'Q/1', b: 2 } } }
    expect(await prepared(given)).toMatchObject({
      url: 'https://a.test/api/things?a=Q%2F1&b=2&k=Q%2F1',
      shownUrl: 'https://a.test/api/things?a=***&b=2',
      requested: '2026-08-01',
    })
  })
})

describe('the body of a request', () => {
  it.each<readonly [string | undefined, Given, unknown, string | undefined]>([
    [undefined, {}, undefined, undefined],
    ['{"a":1}', { request: { body: { a: 1 } } }, 'application/json', undefined],
    ['null', { request: { body: null } }, 'application/json', undefined],
    [
      '"a"',
      { operation: { body: ['text/plain', 'application/a+json'], encodeForm }, request: { body: 'a' } },
      'application/a+json',
      'application/a+json',
    ],
    [
      'a',
      { operation: { body: ['text/plain', 'text/csv'], encodeForm }, request: { body: 'a' } },
      'text/plain',
      'text/plain',
    ],
    [
      'a',
      {
        operation: { body: ['application/json', 'text/csv'], encodeForm },
        request: { body: 'a', contentType: 'text/csv' },
      },
      'text/csv',
      'text/csv',
    ],
    ['"a"', { operation: { body: ['text/csv'] }, request: { body: 'a' } }, 'text/csv', 'text/csv'],
    ['"a"', { operation: { encodeForm }, request: { body: 'a' } }, 'application/json', undefined],
  ])('is %j', async (body, given, type, contentType) => {
    const request = await prepared(given)
    expect([request.body, request.headers.get('content-type') ?? undefined, request.contentType]).toEqual([
      body,
      type,
      contentType,
    ])
  })
})
