import { describe, expect, it } from 'vitest'
import { ClientError } from '../../../runtime/client/failure.js'
import type {
  ClientOptions,
  ClientOperation,
  ClientService,
  CallRequest,
} from '../../../runtime/client/types.js'
import { prepare } from '../../../runtime/client/request.js'
import { base64, encodeForm, styled } from '../../../runtime/client/serialize.js'
import { tableIn } from '../../support/table.js'

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

const prepared = (row: Given) => {
  const given = inFull(row)
  return prepare(
    { ...service, ...given.service },
    { auth: {}, ...given.options },
    { id: 'op', method: 'GET', path: '/things', statuses: '200', ...given.operation },
    given.request ?? {},
  )
}

type Rows<Row extends readonly unknown[]> = readonly (readonly [...Row])[]

const { addresses, refused, headers, bodies } = tableIn<{
  readonly addresses: Rows<[url: string, given: Given]>
  readonly refused: Rows<[message: string, given: Given]>
  readonly headers: Rows<[what: string, given: Given, headers: Readonly<Record<string, string>>]>
  readonly bodies: Rows<[body: string | null, given: Given, type: string | null, contentType: string | null]>
}>(import.meta.dirname, 'requests.yaml')

const functions = { styled, encodeForm }

/** The input of a row, with functions in place of their names. */
const inFull = ({ options = {}, operation = {}, ...given }: Given): Given => {
  const { baseUrl } = options
  const byServer = typeof baseUrl === 'object' ? (baseUrl as Readonly<Record<string, string>>) : undefined
  const named = Object.entries(functions).filter(([name]) => name in operation)
  return {
    ...given,
    options: byServer ? { ...options, baseUrl: (own) => byServer[own ?? ''] ?? 'none' } : options,
    operation: { ...operation, ...Object.fromEntries(named) },
  }
}

describe('the address of a request', () => {
  const missing = 'path parameter "id" is missing'

  it.each(addresses)('is %s', async (url, given) => {
    expect(await prepared(given)).toMatchObject({ url, shownUrl: url })
  })

  it.each<readonly [string, Given]>([
    ...refused,
    ...[{ id: undefined }, Object.create({ id: 'a' })].map(
      (path) => [missing, { operation: { path: '/{id}' }, request: { path } }] as const,
    ),
  ])('is refused: %s', async (message, given) => {
    const error: unknown = await prepared(given).catch((reason: unknown) => reason)
    expect(error).toBeInstanceOf(ClientError)
    expect(error).toMatchObject({ kind: 'configuration', message: `op: ${message}` })
  })
})

describe('the headers of a request', () => {
  it.each(headers)('hold %s', async (_what, given, expected) => {
    const { headers: sent } = await prepared(given)
    const key = sent.get('idempotency-key')
    expect(Object.fromEntries(sent)).toEqual(
      expected['idempotency-key'] === 'UUID' ? { ...expected, 'idempotency-key': key } : expected,
    )
    if (expected['idempotency-key'] === 'UUID') expect(key).toMatch(/^[\da-f-]{36}$/)
  })

  it('hold no inherited credential, and wait for one', async () => {
    const inherited = await prepared({ options: { auth: Object.create({ key: 'K' }) } })
    expect(inherited.headers.get('x-api-key')).toBeNull()
    const awaited = await prepared({ options: { auth: { key: async () => 'K' } } })
    expect(awaited.headers.get('x-api-key')).toBe('K')
  })

  it('leave out parameters that are not given', async () => {
    expect(await prepared({ request: { query: { a: 1, b: undefined } } })).toMatchObject({
      url: 'https://a.test/api/things?a=1',
    })
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
  it.each(bodies)('is %j', async (body, given, type, contentType) => {
    const request = await prepared(given)
    expect([request.body ?? null, request.headers.get('content-type'), request.contentType ?? null]).toEqual([
      body,
      type,
      contentType,
    ])
  })
})
