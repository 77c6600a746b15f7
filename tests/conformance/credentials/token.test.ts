import { fastify, type FastifyRequest } from 'fastify'
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { Stopped } from '../../../conformance/model/explorer.js'
import { makeRedactor } from '../../../redaction/index.js'
import type { SecurityScheme } from '../../../runtime/surface.js'
import { credentialsFor, operationWith } from './support.js'

interface Asked {
  readonly url: string
  readonly authorization: string | undefined
  readonly form: Readonly<Record<string, string>>
}

type Answer = (asked: Asked) => {
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
  readonly body: unknown
}

/** A token server; `answer` decides what it gives. */
const tokenServer = async (answer: Answer): Promise<{ readonly url: string; readonly asked: Asked[] }> => {
  const asked: Asked[] = []
  const app = fastify()
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_, text, done) =>
    done(null, Object.fromEntries(new URLSearchParams(String(text)))),
  )
  app.all('/*', async ({ url, headers, body }: FastifyRequest, reply) => {
    const one = { url, authorization: headers.authorization, form: (body ?? {}) as Asked['form'] }
    asked.push(one)
    const { status = 200, headers: own = {}, body: sent } = answer(one)
    return reply.code(status).headers(own).send(sent)
  })
  onTestFinished(() => app.close())
  return { url: await app.listen({ port: 0, host: '127.0.0.1' }), asked }
}

const machine = (tokenUrl?: string): SecurityScheme => ({
  type: 'oauth2',
  flows: { clientCredentials: { ...(tokenUrl !== undefined && { tokenUrl }), scopes: {} } },
})

const client = { RAMPART_AUTH_M_CLIENT_ID: 'me', RAMPART_AUTH_M_CLIENT_SECRET: 'secret/of me' }
const needs = [[{ m: ['read'] }], [{ m: ['write', 'read'] }]]
/** The headers that credentials add to a request, by name. */
const sentBy = (credentials: ReturnType<typeof credentialsFor>): unknown =>
  Object.fromEntries(credentials.apply(operationWith(needs[0] ?? []), 'own').headers)

const bearer = (token: string) => ({ Authorization: `Bearer ${token}` })

const given = (value: string, more = {}): Answer => () => ({ body: { access_token: value, token_type: 'Bearer', expires_in: 3600, ...more },
}) // prettier-ignore

/** Credentials of a machine, whose scheme names a path of this token server. */
const machineAt = async (answer: Answer, path = '/t') => {
  const { url, asked } = await tokenServer(answer)
  const credentials = credentialsFor(needs, { schemes: { m: machine(path) }, env: client, baseUrl: url })
  return { credentials, asked }
}

test('a client gets a token with the scopes that operations need, once', async () => {
  const { credentials, asked } = await machineAt(given('token-of-the-machine'), '/oauth/token')
  await credentials.fresh()
  expect([credentials.fresh(), sentBy(credentials)]).toEqual([undefined, bearer('token-of-the-machine')])
  const basic = Buffer.from('me:secret%2Fof+me').toString('base64')
  expect(asked).toEqual([
    {
      url: '/oauth/token',
      authorization: `Basic ${basic}`,
      form: { grant_type: 'client_credentials', scope: 'read write' },
    },
  ])
  expect(makeRedactor(credentials.secrets)(`token-of-the-machine secret/of me secret%2Fof+me`)).toBe(
    '[redacted credentials] [redacted: RAMPART_AUTH_M_CLIENT_SECRET] [redacted: RAMPART_AUTH_M_CLIENT_SECRET]',
  )
})

test('a server that takes the client in the form alone is given it there', async () => {
  const { credentials } = await machineAt((asked) =>
    asked.form['client_secret'] === 'secret/of me' && asked.authorization === undefined
      ? given('token-of-the-form')(asked)
      : { status: 401, body: { error: 'invalid_client' } },
  )
  await credentials.fresh()
  expect(sentBy(credentials)).toEqual(bearer('token-of-the-form'))
})

test('a user gets one where the document has the password flow', async () => {
  const { url, asked } = await tokenServer(({ url: path }) =>
    path === '/token'
      ? { body: { access_token: 'token-of-a-user', token_type: 'bearer' } }
      : { status: 404, body: {} },
  )
  const credentials = credentialsFor([[{ m: [] }]], {
    schemes: { m: { type: 'oauth2', flows: { password: { tokenUrl: 'token' } } } },
    env: { RAMPART_AUTH_M_USERNAME: 'ann', RAMPART_AUTH_M_PASSWORD: 'pass word' },
    baseUrl: `${url}/api/v1`,
  })
  await credentials.fresh()
  expect(sentBy(credentials)).toEqual(bearer('token-of-a-user'))
  expect(asked.map((one) => [one.url, one.form])).toEqual([
    ['/api/v1/token', { grant_type: 'password', username: 'ann', password: 'pass word' }],
    ['/token', { grant_type: 'password', username: 'ann', password: 'pass word' }],
  ])
})

test('settings name a token URL, with what, and for whom', async () => {
  const { url, asked } = await tokenServer(given('token-that-was-configured'))
  const names = { clientIdEnv: 'ID', clientSecretEnv: 'SECRET' }
  const m = { ...names, tokenUrl: `${url}/x`, scopes: [], audience: 'pets' }
  await credentialsFor(needs, {
    schemes: { m: machine('https://tokens.invalid/') },
    env: { ID: 'i', SECRET: 's-e-c-r-e-t' },
    settings: { schemes: { m } },
  }).fresh()
  expect(asked.map((one) => one.form)).toEqual([{ grant_type: 'client_credentials', audience: 'pets' }])
})

test.each([
  ['the service', (url: string) => ({ baseUrl: `${url}/api` })],
  ['the document', (url: string) => ({ origin: url })],
])('OpenID Connect is asked on the origin of %s, and so are tokens', async (_, at) => {
  const server = await tokenServer((asked) =>
    asked.url === '/.well-known/openid-configuration'
      ? { body: { token_endpoint: `${server.url}/tokens` } }
      : given('token-of-openid')(asked),
  )
  const openIdConnectUrl = `${server.url}/.well-known/openid-configuration`
  const schemes = { m: { type: 'openIdConnect', openIdConnectUrl } }
  const credentials = credentialsFor(needs, { schemes, env: client, ...at(server.url) })
  await credentials.fresh()
  expect(sentBy(credentials)).toEqual(bearer('token-of-openid'))
})

test('a variable says where, whatever the document does', async () => {
  const { url, asked } = await tokenServer(given('token-of-elsewhere'))
  const env = { ...client, RAMPART_AUTH_M_TOKEN_URL: `${url}/mine` }
  const schemes = { m: { type: 'openIdConnect', openIdConnectUrl: 'https://tokens.invalid/' } }
  await credentialsFor(needs, { schemes, env }).fresh()
  expect(asked.map((one) => one.url)).toEqual(['/mine'])
})

describe('secrets go nowhere else', () => {
  test('a provider that names another origin is refused', async () => {
    const other = await tokenServer(given('x'))
    const { url } = await tokenServer(() => ({ body: { token_endpoint: `${other.url}/tokens` } }))
    const schemes = { m: { type: 'openIdConnect', openIdConnectUrl: `${url}/o` } }
    const credentials = credentialsFor(needs, { schemes, env: client, origin: url })
    await expect(credentials.fresh()).rejects.toMatchObject({
      code: 'CREDENTIALS_UNUSABLE',
      message: expect.stringContaining('which is not the origin of the service') as string,
      fix: `If the secret may be sent there, set RAMPART_AUTH_M_TOKEN_URL=${other.url}/tokens in the environment, or auth.m.tokenUrl in the config file.`,
    })
    expect(other.asked).toEqual([])
  })

  test('a document that names another origin is refused', async () => {
    const other = await tokenServer(given('x'))
    for (const scheme of [machine(`${other.url}/t`), { type: 'openIdConnect', openIdConnectUrl: `${other.url}/o` }])
      await expect(credentialsFor(needs, { schemes: { m: scheme }, env: client }).fresh()).rejects.toThrow(/which is not the origin of the service/)
    expect(other.asked).toEqual([])
  }) // prettier-ignore

  test.each([{}, { token_endpoint: '/tokens' }])(
    'a provider that says %j names no endpoint',
    async (body) => {
      const { url } = await tokenServer(() => ({ body }))
      const schemes = { m: { type: 'openIdConnect', openIdConnectUrl: '/o' } }
      const credentials = credentialsFor(needs, { schemes, env: client, baseUrl: url })
      await expect(credentials.fresh()).rejects.toThrow(/\/o names no token endpoint \(200\)$/)
    },
  )

  test.each([
    ['ftp://tokens.invalid/t', /not an http or https URL/],
    [undefined, /neither the document nor the settings name a token URL/],
  ])('a document that names %s is refused', async (tokenUrl, message) => {
    const credentials = credentialsFor(needs, { schemes: { m: machine(tokenUrl) }, env: client })
    await expect(credentials.fresh()).rejects.toThrow(message)
  })

  test('a redirect is not followed', async () => {
    const other = await tokenServer(given('x'))
    const { credentials } = await machineAt(() => ({
      status: 307,
      body: {},
      headers: { location: other.url },
    }))
    await expect(credentials.fresh()).rejects.toThrow(/: 307$/)
    expect(other.asked).toEqual([])
  })
})

describe('a token server that gives none', () => {
  test.each([
    [401, { error: 'invalid_client', error_description: 'secret/of me is wrong' }, /127\.0\.0\.1:\d+\/t: 401 invalid_client$/],
    [400, { error: 'secret/of me' }, /\/t: 400$/],
    [200, { access_token: '' }, /\/t: 200 without a bearer token in "access_token"$/],
    [200, { access_token: 'x', token_type: 'DPoP' }, /without a bearer token/],
    [200, '<html>', /without a bearer token/],
    [500, {}, /\/t: 500$/],
  ])('%i %j', async (status, body, message) => {
    const { credentials } = await machineAt(() => ({ status, body }))
    const error = await Promise.resolve(credentials.fresh()).catch((one: unknown) => one)
    expect(error).toMatchObject({ code: 'TOKEN_REFUSED', message: expect.stringMatching(message) as string })
    expect(String(error)).not.toContain('secret/of me')
  }) // prettier-ignore

  test('is not there', async () => {
    const schemes = { m: machine('/t') }
    await expect(credentialsFor(needs, { schemes, env: client }).fresh()).rejects.toThrow(
      /nothing listens there/,
    )
  })
})

describe('a token that ends', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['Date'] })
    onTestFinished(() => void vi.useRealTimers())
  })

  test('is renewed before it does', async () => {
    let count = 0
    const { credentials } = await machineAt((asked) => given(`token-number-${++count}`)(asked))
    await credentials.fresh()
    vi.setSystemTime(Date.now() + 3_539_000)
    expect(credentials.fresh()).toBeUndefined()
    vi.setSystemTime(Date.now() + 2_000)
    await Promise.all([credentials.fresh(), credentials.fresh()])
    expect(sentBy(credentials)).toEqual(bearer('token-number-2'))
    expect([count, makeRedactor(credentials.secrets)('token-number-1 token-number-2')]).toEqual([
      2,
      '[redacted credentials] [redacted credentials]',
    ])
  })

  test.each(['soon', 0, null])('in %j seconds is not renewed', async (expires_in) => {
    const { credentials } = await machineAt(given('t', { expires_in }))
    await credentials.fresh()
    expect(credentials.fresh()).toBeUndefined()
  })

  test('and cannot be renewed is used to its end, which ends the run', async () => {
    let isFine = true
    const { credentials } = await machineAt((asked) =>
      isFine ? given('the-only-token')(asked) : { status: 503, body: {} },
    )
    await credentials.fresh()
    isFine = false
    vi.setSystemTime(Date.now() + 3_550_000)
    await credentials.fresh()
    expect([credentials.fresh(), sentBy(credentials)]).toEqual([undefined, bearer('the-only-token')])
    vi.setSystemTime(Date.now() + 60_000)
    await expect(credentials.fresh()).rejects.toBeInstanceOf(Stopped)
  })
})
