import { describe, expect, test } from 'vitest'
import { makeRedactor } from '../../../redaction/index.js'
import type { SecurityScheme } from '../../../runtime/surface.js'
import { credentialsFor, type Given, operationWith } from './support.js'
import { tableIn } from '../../support/table.js'

const tables = tableIn<{
  readonly sent: [string, SecurityScheme, Given, object][]
  readonly taken: [string, SecurityScheme, Record<string, string>, string, string][]
  readonly requirements: [string, Record<string, string>, object][]
}>(import.meta.dirname, 'credentials.yaml')

const header: SecurityScheme = { type: 'apiKey', in: 'header', name: 'X-Key' }
const query: SecurityScheme = { type: 'apiKey', in: 'query', name: 'key' }
const basic: SecurityScheme = { type: 'http', scheme: 'Basic' }
const bearer: SecurityScheme = { type: 'http', scheme: 'bearer' }

const nothing = { headers: [], query: [], cookies: [] }

test.each(tables.sent)('what is sent for a scheme: %s', (_, scheme, given, applied) => {
  const credentials = credentialsFor([[{ s: [] }]], { schemes: { s: scheme }, ...given })
  expect(credentials.apply(operationWith([{ s: [] }]), 'own')).toEqual({ ...nothing, ...applied })
  expect(credentials.apply(operationWith([{ s: [] }]), 'none')).toEqual(nothing)
  expect(credentials.apply(operationWith([]), 'own')).toEqual(nothing)
})

test.each([
  ['petKey', 'RAMPART_AUTH_PET_KEY'],
  ['OAuth2PasswordBearer', 'RAMPART_AUTH_OAUTH2_PASSWORD_BEARER'],
  ['api-key (v2)', 'RAMPART_AUTH_API_KEY_V2'],
])('the usual variable of %s is %s', (name, variable) => {
  const schemes = { [name]: header, other: query }
  const needs = [[{ [name]: [] }], [{ other: [] }]]
  expect(credentialsFor(needs, { schemes }).missing(operationWith([{ [name]: [] }]))).toContain(variable)
  const credentials = credentialsFor(needs, { schemes, env: { [variable]: 'k' } })
  expect(credentials.apply(operationWith([{ [name]: [] }]), 'own').headers).toEqual([['X-Key', 'k']])
})

describe('which requirement is met', () => {
  const schemes = { a: header, b: query, c: bearer }
  const needs = [[{ a: [], b: [] }, { c: [] }, {}]]
  const operation = operationWith(needs[0] ?? [])
  test.each(tables.requirements)('%s', (_, env, applied) => {
    const credentials = credentialsFor(needs, { schemes, env })
    expect(credentials.apply(operation, 'own')).toEqual({ ...nothing, ...applied })
    expect(credentials.missing(operation)).toBeUndefined()
    const isMet = credentials.missing(operationWith([{ a: [], b: [] }, { c: [] }])) === undefined
    expect(isMet).toBe(Object.keys(applied).length > 0)
  })

  test.each([
    ['a', { query: [['key', '2']] }],
    ['b', { headers: [['X-Key', '1']] }],
    ['c', {}],
  ] as const)('of the one that needs several, all but %s', (name, applied) => {
    const env = { RAMPART_AUTH_A: '1', RAMPART_AUTH_B: '2', RAMPART_AUTH_C: '3' }
    const credentials = credentialsFor(needs, { schemes, env })
    expect(credentials.apply(operation, `without ${name}`)).toEqual({ ...nothing, ...applied })
  })
})

test('what is missing is said once for all operations, with what to do', () => {
  const digest: SecurityScheme = { type: 'http', scheme: 'digest' }
  const machine: SecurityScheme = { type: 'oauth2', flows: { clientCredentials: { tokenUrl: '/t' } } }
  const schemes = { key: header, old: digest, machine, there: query, certificate: { type: 'mutualTLS' } }
  const unsupported = [{ certificate: [] }, { nowhere: [] }]
  const needs = [[{ key: [] }], [{ key: [] }], [{ old: [] }, { key: [], there: [] }], [{ machine: [] }], [], unsupported] // prettier-ignore
  const { lacking } = credentialsFor(needs, {
    schemes,
    env: { RAMPART_AUTH_THERE: 'k' },
    settings: { schemes: { machine: { clientIdEnv: 'ID', clientSecretEnv: 'secret-that-is-no-name' } } },
  })
  expect(lacking.map(({ says, operations }) => [operations.length, says])).toEqual([
    [
      2,
      '"key" (API key in header X-Key): set RAMPART_AUTH_KEY in the environment, or name other variables as auth.key in the config file',
    ],
    [
      1,
      '"old" (HTTP authentication "digest"): HTTP authentication "digest" is not supported; set its credentials as "headers" in "auth" of the config file; or "key" (API key in header X-Key): set RAMPART_AUTH_KEY in the environment, or name other variables as auth.key in the config file',
    ],
    [
      1,
      '"machine" (OAuth 2): set ID and the named variable (its name is not shown, because it may be the secret itself) in the environment',
    ],
    [1, expect.stringMatching(/^"certificate" .* a client certificate \(mutualTLS\) is not supported; .* "nowhere": the document does not declare/)], // prettier-ignore
  ])
})

test('a scheme that is the only one is missed under the name that README has', () => {
  const [lacking] = credentialsFor([[{ key: [] }]], { schemes: { key: header } }).lacking
  expect(lacking?.says).toContain('set RAMPART_API_KEY in the environment')
})

describe('what a document does not declare', () => {
  const settings = {
    headers: { 'X-Tenant': { env: 'TENANT' }, Authorization: { env: 'T', prefix: 'Token ' } },
  }
  const env = { TENANT: 'acme', T: 'abcdefghijkl' }

  test('goes with every request that has credentials', () => {
    const credentials = credentialsFor([[]], { settings, env, prepared: { headers: { 'X-Run': '1' } } })
    const { headers } = credentials.apply(operationWith([]), 'own')
    expect(headers).toEqual([['X-Run', '1'], ['X-Tenant', 'acme'], ['Authorization', 'Token abcdefghijkl']]) // prettier-ignore
    const { headers: wrong } = credentials.apply(operationWith([]), 'wrong')
    expect(wrong).toEqual(headers.map(([name]) => [name, 'rampart-wrong-credentials']))
    expect(credentials.apply(operationWith([]), 'none')).toEqual(nothing)
  })

  test.each([
    ['Bearer Sq3yTb8mPq', 'token Sq3yTb8mPq'],
    ['Basic YW5uOlNxM3lUYjhtUHE=', 'password Sq3yTb8mPq of ann:Sq3yTb8mPq'],
    ['sid=Sq3yTb8mPq; theme=dark', 'session Sq3yTb8mPq'],
    ['Token user=ann, token="Sq3yTb8mPq"', 'token Sq3yTb8mPq'],
  ])('is taken out of texts also in parts: %s', (value, text) => {
    const headers = { Authorization: { env: 'T' } }
    const { secrets } = credentialsFor([[]], { settings: { headers }, env: { T: value } })
    const { secrets: prepared } = credentialsFor([[]], { prepared: { headers: { Authorization: value } } })
    for (const all of [secrets, prepared]) expect(makeRedactor(all)(text)).not.toContain('Sq3yTb8mPq')
  })

  test('is sent for a scheme that no operation names', () => {
    const credentials = credentialsFor([[]], { schemes: { s: header }, env: { RAMPART_API_KEY: 'k' } })
    expect(credentials.apply(operationWith([]), 'own').headers).toEqual([['X-Key', 'k']])
  })

  test('is refused under the name of a scheme that is not there', () => {
    const wrong = (): unknown =>
      credentialsFor([[]], {
        schemes: { petKey: header },
        settings: { schemes: { petkey: { env: 'SOME' } } },
        env,
      })
    expect(wrong).toThrow(/no security scheme "petkey".*petKey/)
  })

  test('is asked for where its variable is not set', () =>
    expect(() => credentialsFor([[]], { settings })).toThrow(/TENANT, which "auth" names/))
})

describe('wrong credentials', () => {
  const owns = [
    'abcdefghijkl',
    '3f1c7a52-9a8e-4a30-8d0e-0d1b2f3c4d5e',
    '0123456789abcdef0123456789abcdef',
    '123456',
    'Bearer 3f1c7a52-9a8e-4a30-8d0e-0d1b2f3c4d5e',
    'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.c2lnbmF0dXJl',
  ]
  test.each(owns)('have the shape of %s and nothing of it', (own) => {
    const credentials = credentialsFor([[{ s: [] }]], {
      schemes: { s: header },
      env: { RAMPART_API_KEY: own },
    })
    const [[name, wrong] = ['', '']] = credentials.apply(operationWith([{ s: [] }]), 'wrong').headers
    expect(name).toBe('X-Key')
    expect(wrong).not.toContain(own.slice(-10, -4))
    expect(wrong.split(' ').slice(0, -1)).toEqual(own.split(' ').slice(0, -1))
    expect([wrong.split('.').length, wrong.split('-').length > 4]).toEqual([
      own.split('.').length,
      own.includes('-'),
    ])
  })

  const wrongFor = (scheme: SecurityScheme, env = {}): string => {
    const credentials = credentialsFor([[{ s: [] }]], { schemes: { s: scheme }, env })
    return credentials.apply(operationWith([{ s: [] }]), 'wrong').headers[0]?.[1] ?? ''
  }

  test('may have a letter outside ASCII', () => {
    const { headers } = credentialsFor([[{ s: [] }]], { schemes: { s: header } }).apply(
      operationWith([{ s: [] }]),
      'odd',
    )
    expect(headers).toEqual([['X-Key', 'rampart-wrong-credentials\u00E9']])
  })

  test('are there where right ones are not, also for HTTP basic', () => {
    expect(Buffer.from(wrongFor(basic).slice(6), 'base64').toString()).toMatch(/^rampart:./)
    expect(wrongFor({ ...bearer, bearerFormat: 'JWT' })).toMatch(/^Bearer eyJ[^.]+\.[^.]+\.[^.]+$/)
    expect(wrongFor({ type: 'mutualTLS' })).toBe('')
    expect(wrongFor(header, { RAMPART_API_KEY: '999999' })).not.toBe('999999')
  })
})

test('a scheme that is a reference is followed', () => {
  const document = {
    components: { securitySchemes: { s: { $ref: '#/components/securitySchemes/t' }, t: header } },
  }
  const schemes = { s: { type: 'undefined' }, t: header }
  const credentials = credentialsFor([[{ s: [] }]], { document, schemes, env: { RAMPART_AUTH_S: 'k' } })
  expect(credentials.apply(operationWith([{ s: [] }]), 'own').headers).toEqual([['X-Key', 'k']])
})

test('a value that no header can hold is refused, and not repeated', () => {
  const wrong = (): unknown =>
    credentialsFor([[{ s: [] }]], { schemes: { s: header }, env: { RAMPART_API_KEY: 'abc\ndef' } })
  expect(wrong).toThrow(/RAMPART_API_KEY contains line breaks/)
  expect(wrong).not.toThrow(/abc/)
  const given = { schemes: { s: header }, prepared: { credentials: { s: 'abc\ndef' } } }
  expect(() => credentialsFor([[{ s: [] }]], given)).toThrow(/value that "prepare" returned contains line/)
})

test.each(tables.taken)('%s is taken out of texts', (_, scheme, env, text, clean) => {
  const { secrets } = credentialsFor([[{ s: [] }]], { schemes: { s: scheme }, env })
  expect(makeRedactor(secrets)(text)).toBe(clean)
})

test('credentials are sent where a document says neither that they are needed, nor that they are not', () => {
  const given = { schemes: { s: header }, env: { RAMPART_AUTH_S: 'k' } }
  const applied = (document: Readonly<Record<string, unknown>>): unknown =>
    credentialsFor([[{ s: [] }]], { ...given, document }).apply(operationWith([]), 'own').headers
  const paths = (operation: object): object => ({ '/x': { get: operation } })
  expect(applied({ paths: paths({}) })).toEqual([['X-Key', 'k']])
  expect(applied({ paths: paths({ security: [] }) })).toEqual([])
  expect(applied({ security: [{}], paths: paths({}) })).toEqual([])
})
