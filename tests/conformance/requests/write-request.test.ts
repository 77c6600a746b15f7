import { describe, expect, test } from 'vitest'
import type { Call } from '../../../conformance/model/case.js'
import {
  type CredentialSource,
  hasOldKey,
  relativePath,
  withFreshKey,
  writeRequest,
} from '../../../conformance/requests/write-request.js'
import { acceptable } from '../../../conformance/requests/write-request.js'
import { canWriteBody } from '../../../conformance/requests/body.js'
import { canWrite } from '../../../conformance/requests/writable.js'
import { OperationIndex } from '../../../conformance/session/version-under-test.js'
import type { MediaTypeObject, Operation, Parameter } from '../../../runtime/surface.js'
import { exploredApi } from '../../support/explored-api.js'
import { apiOf, callOf, nobody, operationOf as made, parameterOf } from '../support/make.js'
import { tableIn } from '../../support/table.js'

const tables = tableIn<{
  readonly query: [string, Partial<Parameter>, unknown, string][]
  readonly path: [string, Partial<Parameter>, unknown, string][]
  readonly writable: [Parameter['in'], Partial<Parameter>, unknown, boolean][]
  readonly bodies: [string, unknown, Partial<MediaTypeObject>, string, string][]
  readonly readable: [string, unknown, boolean][]
  readonly servers: [string, string[] | null, string[], string | null][]
}>(import.meta.dirname, 'write-request.yaml')

const operationOf = (own: Partial<Operation> = {}): Operation =>
  made({ operationId: 'one', path: '/things', servers: ['/'], security: [], ...own })

const written = (operation: Operation, own: Partial<Call> = {}, document = {}) =>
  writeRequest(callOf(operation, own), apiOf([operation], { document }), nobody)

const headerOf = (request: ReturnType<typeof written>, name: string): string | undefined =>
  request.headers.find(([field]) => field === name)?.[1]

const colors = ['blue', 'black']

describe('parameters', () => {
  test.each(tables.query)('in a query: %s', (_, own, value, query) => {
    const parameter = parameterOf({ name: 'p', in: 'query', ...own })
    const { url } = written(operationOf({ parameters: [parameter] }), {
      query: Object.fromEntries([[parameter.name, value]]),
    })
    expect(url).toBe(`http://localhost:1/things${query}`)
  })

  test('in a query: nothing', () => {
    const operation = operationOf({ parameters: [parameterOf({ name: 'p', in: 'query' })] })
    expect(written(operation, { query: { p: undefined } }).url).toBe('http://localhost:1/things')
  })

  test.each(tables.path)('in a path: %s', (_, own, value, segment) => {
    const operation = operationOf({
      path: '/things/{p}.json',
      parameters: [parameterOf({ name: 'p', in: 'path', ...own })],
    })
    expect(written(operation, { path: { p: value } }).url).toBe(`http://localhost:1/things/${segment}.json`)
  })

  test.each(tables.writable)('in %s, %j: %j can be read again: %j', (location, own, value, isRead) =>
    expect(canWrite(parameterOf({ name: 'p', in: location, ...own }), value)).toBe(isRead),
  )

  test.each([
    ['path', 2_000],
    ['header', 2_000],
    ['cookie', 1_000],
  ] as const)('in %s are no longer than %i characters', (location, most) =>
    expect(
      [most, most + 1].map((size) => canWrite(parameterOf({ name: 'p', in: location }), 'a'.repeat(size))),
    ).toEqual([true, false]),
  )

  test('in headers and cookies', () => {
    const operation = operationOf({
      parameters: [
        parameterOf({ name: 'X-List', in: 'header' }),
        parameterOf({ name: 'Accept', in: 'header' }),
        parameterOf({ name: 'Connection', in: 'header' }),
        parameterOf({ name: 'a', in: 'cookie' }),
        parameterOf({ name: 'b', in: 'cookie' }),
        parameterOf({ name: 'c;d', in: 'cookie' }),
      ],
    })
    const request = written(operation, {
      header: { 'X-List': colors, 'X-Split': 'a\r\nb', Accept: 'nothing', Connection: 'close' },
      cookie: { a: 'x;y', b: 2, 'c;d': 3 },
    })
    expect(request.headers).toEqual([
      ['user-agent', 'rampart'],
      ['accept-encoding', 'identity'],
      ['accept', '*/*'],
      ['X-List', 'blue,black'],
      ['cookie', 'a=x%3By; b=2'],
    ])
  })
})

const bodyOf = (mediaType: string, value: unknown, content: Partial<MediaTypeObject> = {}) => {
  const media = { pointer: '#/content', ...(content.encoding && { encoding: content.encoding }) }
  const operation = operationOf({
    method: 'post',
    requestBody: { pointer: '#', required: true, content: { [mediaType]: media } },
  })
  const request = written(operation, { body: { mediaType, value } }, { content })
  return [headerOf(request, 'content-type'), request.body]
}

describe('bodies', () => {
  test.each(tables.bodies)('%s of %j', (mediaType, value, content, type, text) =>
    expect(bodyOf(mediaType, value, content)).toEqual([type, text]),
  )

  test.each(tables.readable)('%s of %j can be read again: %j', (mediaType, value, isRead) =>
    expect(canWriteBody(mediaType, value)).toBe(isRead),
  )

  test('a raw body and its media type are sent as they stand', () => {
    const raw = { mediaType: 'application/json', value: {}, raw: '{"a":' }
    const request = written(operationOf({ method: 'post' }), { body: { ...raw, contentType: null } })
    expect([request.body, headerOf(request, 'content-type')]).toEqual(['{"a":', undefined])
    const other = written(operationOf({ method: 'post' }), { body: { ...raw, contentType: 'text/plain' } })
    expect(headerOf(other, 'content-type')).toBe('text/plain')
  })
})

describe('where it goes', () => {
  test.each([
    ['http://h/api/v1', ['/api/v1/a', '/api/v1/b'], ['/'], '/a'],
    ['http://h/api/v1', ['/v1/a', '/v1/b'], ['/'], '/a'],
    ['http://h/api/v1', ['/v1/a', '/b'], ['/'], '/v1/a'],
    ['http://h/api', ['/api/pets', '/health'], ['/'], '/pets'],
    ['http://h/api', ['/health', '/api/pets'], ['/'], '/health'],
    ['http://h/api', ['/api/pets', '/api/owners'], ['/api'], '/pets'],
    ['http://h/api', ['/api/pets', '/health'], ['/api'], '/api/pets'],
    ['http://h/pets', ['/pets/{id}', '/pets', '/owners'], ['/'], '/pets/{id}'],
    ['http://h/api/v1', ['/v1/a', '/v1/b'], ['https://elsewhere/api/v1/'], '/v1/a'],
    ['http://h', ['/#X-Target=a'], ['/'], '/'],
    ['http://h', ['a'], ['/'], '/a'],
  ])('%s, %j, servers %j', (baseUrl, paths, servers, path) => {
    const operations = paths.map((one) => operationOf({ operationId: one, path: one, servers }))
    const api = apiOf(operations, { baseUrl })
    const [first = operationOf()] = operations
    expect(relativePath(api, first)).toBe(path)
    // Rules and cases call one address.
    expect(new OperationIndex(api).relativePath(first)).toBe(path)
  })

  const found = { responses: { 200: { description: 'Found.' } } }
  const serversOf = (urls: readonly string[]) =>
    urls.map((url) => ({ url, variables: { region: { default: 'eu' } } }))

  test.each(tables.servers)(
    'base URL %s, servers %j, and %j of the operation or its path',
    async (baseUrl, usual, own, url) => {
      const servers = serversOf(own)
      const api = await exploredApi(
        {
          ...(usual && { servers: serversOf(usual) }),
          paths: { '/pets': { get: found }, '/files': { servers, get: found, post: { ...found, servers } } },
        },
        { baseUrl },
      )
      const [pets, ...files] = api.operations
      expect(pets && writeRequest(callOf(pets), api, nobody).url).toBe(`${baseUrl}/pets`)
      expect(files).toHaveLength(2)
      for (const one of files) {
        const write = () => writeRequest(callOf(one), api, nobody).url
        if (url === null) expect(write).toThrow('on an origin other than the base URL')
        else expect(write()).toBe(url)
      }
    },
  )

  test('servers that every operation has are those that the base URL stands for', async () => {
    const servers = serversOf(['https://api.example/v1'])
    const paths = { '/pets': { servers, get: found }, '/owners': { get: { ...found, servers } } }
    const api = await exploredApi({ paths }, { baseUrl: 'http://h/v1' })
    expect(api.operations.map((one) => writeRequest(callOf(one), api, nobody).url)).toEqual([
      'http://h/v1/pets',
      'http://h/v1/owners',
    ])
  })

  test.each([
    ['/next?page=2', 'http://localhost:1/next?page=2'],
    ['@evil.example/', 'http://localhost:1/@evil.example/'],
    ['//evil.example/', 'http://localhost:1//evil.example/'],
    ['?page=2', 'http://localhost:1?page=2'],
  ])('a target %s stays below the base URL', (target, url) => {
    expect(written(operationOf(), { target }).url).toBe(url)
    expect(new URL(url).host).toBe('localhost:1')
  })

  test('another method', () => expect(written(operationOf(), { method: 'trace' }).method).toBe('TRACE'))
})

describe('credentials', () => {
  const key = parameterOf({ name: 'X-Key', in: 'header' })
  const operation = operationOf({ parameters: [key] })
  const api = apiOf([operation])
  const secured = {
    ...api,
    surface: { ...api.surface, securitySchemes: { key: { type: 'apiKey', in: 'header', name: 'x-key' } } },
  }
  const source: CredentialSource = {
    apply: (_, kind) => ({
      headers: kind === 'none' ? [] : [['x-key', kind]],
      query: kind === 'none' ? [] : [['token', `${kind}&`]],
      cookies: kind === 'none' ? [] : [['session', kind]],
    }),
  }

  test.each([
    [undefined, ['x-key', 'own'], '?token=own%26', 'session=own'],
    ['wrong', ['x-key', 'wrong'], '?token=wrong%26', 'session=wrong'],
    ['none', undefined, '', undefined],
  ] as const)('%s', (credentials, header, query, cookie) => {
    const call = callOf(operation, { header: { 'X-Key': 'made up' }, ...(credentials && { credentials }) })
    const request = writeRequest(call, secured, source)
    expect(request.headers.find(([name]) => name.toLowerCase() === 'x-key')).toEqual(header)
    expect(request.url).toBe(`http://localhost:1/things${query}`)
    expect(headerOf(request, 'cookie')).toBe(cookie)
  })
})

test.each<[string, NonNullable<Parameter['schema']>, string, boolean]>([
  ['a UUID', { type: 'string', minLength: 8 }, '3f2b8a54-6c1d-4e7f-9a0b-5d4c3b2a1f00', true],
  ['a text where any is right', { type: 'string', description: 'A key.' }, 'sample', true],
  ['a text that is bounded', { type: 'string', minLength: 8 }, 'sample', false],
  ['a text of a format', { type: 'string', format: 'uuid' }, 'sample', false],
])('an idempotency key is fresh in each request: %s', (_case, schema, value, isFresh) => {
  const name = 'Idempotency-Key'
  const call = callOf(operationOf({ parameters: [parameterOf({ name, in: 'header', schema })] }), {
    header: { [name]: value },
  })
  expect(withFreshKey(call).header[name] !== value).toBe(isFresh)
  expect(hasOldKey(call)).toBe(!isFresh)
})

test('media types that responses declare are asked for, JSON first', () => {
  const response = (types: readonly string[]) => ({
    pointer: '#',
    description: '',
    headers: {},
    content: Object.fromEntries(types.map((type) => [type, { pointer: '#' }])),
  })
  const operation = operationOf({
    responses: {
      200: response(['text/csv', 'application/json', 'a b']),
      400: response(['application/problem+json']),
    },
  })
  expect(headerOf(written(operation), 'accept')).toBe(
    'application/json, application/problem+json, text/csv, */*;q=0.1',
  )
  expect(acceptable(operation)).toEqual(['application/json', 'text/csv'])
  const wanted = written(operation, { accept: 'text/csv' })
  expect(headerOf(wanted, 'accept')).toBe('text/csv, */*;q=0.1')
})
