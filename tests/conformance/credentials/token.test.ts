import { fastify, type FastifyRequest } from 'fastify'
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { Stopped } from '../../../conformance/model/explorer.js'
import { makeRedactor } from '../../../redaction/index.js'
import type { SecurityScheme } from '../../../runtime/surface.js'
import { tableIn } from '../../support/table.js'
import { credentialsFor, type Given, operationWith } from './support.js'

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

const tables = tableIn<{
  readonly flows: readonly {
    readonly what: string
    readonly scheme?: SecurityScheme
    readonly env?: Readonly<Record<string, string>>
    readonly given?: Given
    readonly scopes?: readonly string[]
    readonly answers?: Readonly<Record<string, ReturnType<Answer>>>
    readonly isFormAlone?: true
    readonly token?: string
    readonly code?: string
    readonly says?: string
    readonly fix?: string
    readonly asked?: readonly (readonly [url: string, form: object])[]
  }[]
}>(import.meta.dirname, 'token.yaml')

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

/** A value with the addresses of servers in place of their names. */
const placed = <T>(value: T, names: Readonly<Record<string, string>>): T =>
  JSON.parse(
    Object.entries(names).reduce((text, [name, url]) => text.replaceAll(name, url), JSON.stringify(value)),
  ) as T

test.each(tables.flows.map((row) => [row.what, row] as const))('%s', async (_, written) => {
  const other = await tokenServer(given('x'))
  const { url, asked } = await tokenServer((one) => {
    if (row.isFormAlone && one.authorization !== undefined)
      return { status: 401, body: { error: 'invalid_client' } }
    return row.answers?.[one.url] ?? given('token-of-the-server')(one)
  })
  const row = placed(written, { OTHER: other.url, ORIGIN: url })
  const { scheme = machine('/t'), env = client, scopes, token, code, says, fix } = row
  const own = scopes ? [[{ m: [...scopes] }]] : needs
  const credentials = credentialsFor(own, { schemes: { m: scheme }, env, baseUrl: url, ...row.given })
  const error = await Promise.resolve(credentials.fresh()).catch((one: unknown) => one)
  if (says === undefined) expect(error).toBeUndefined()
  else {
    expect(String(error)).not.toContain('secret/of me')
    const message = expect.stringMatching(new RegExp(says)) as unknown
    expect(error).toMatchObject({
      message,
      ...(code !== undefined && { code }),
      ...(fix !== undefined && { fix }),
    })
  }
  if (token !== undefined) expect(sentBy(credentials)).toEqual(bearer(token))
  if (row.asked) expect(asked.map((one) => [one.url, one.form])).toEqual(row.asked)
  expect(other.asked).toEqual([])
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
