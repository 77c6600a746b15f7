import type { RequestListener } from 'node:http'
import { describe, expect, test } from 'vitest'
import { type RawServer, startServer } from '../../support/loopback.js'
import { type Ended } from '../../support/rampart.js'
import { documentOf, explore } from './support.js'
import { folderWith } from '../../support/folder.js'

const json =
  (value: unknown): RequestListener =>
  (_request, response) => {
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify(value))
  }

const secret = { RAMPART_AUTH_M_CLIENT_ID: 'me', RAMPART_AUTH_M_CLIENT_SECRET: 'a-secret-of-mine' }

const withScheme = (scheme: object, more: object = {}): object =>
  documentOf({ security: [{ m: [] }], components: { securitySchemes: { m: scheme } }, ...more })

const byToken = (tokenUrl: string, more: object = {}): object =>
  withScheme({ type: 'oauth2', flows: { clientCredentials: { tokenUrl, scopes: {} } } }, more)

/** A server that publishes a document, and answers anything else as an API and as a token server would. */
const publisher = (document: object): Promise<RawServer> =>
  startServer((request, response) =>
    json(request.url === '/openapi.json' ? document : { access_token: 'token' })(request, response),
  )

const run = async (
  document: object,
  args: readonly string[],
  env = {},
): Promise<Ended & { readonly own: RawServer }> => {
  const own = await publisher(document)
  const cwd = folderWith({ 'api.json': document })
  const ended = await explore(
    args.map((one) => one.replace('OWN', own.url)),
    { cwd, env },
  )
  return { ...ended, own }
}

const askedOf = ({ requests }: RawServer): string[] => [...new Set(requests.map(({ url = '' }) => url))]

describe('a document does not decide', () => {
  const fromWeb = ['--document', 'OWN/openapi.json']
  const fromFile = ['--document', 'api.json']

  test.each([
    ['a server elsewhere', (url: string) => documentOf({ servers: [{ url }] }), fromWeb],
    ['the server of a file', (url: string) => documentOf({ servers: [{ url }] }), fromFile],
    ['a token URL elsewhere', (url: string) => byToken(`${url}/token`), fromWeb],
    [
      'a token URL elsewhere in a file',
      (url: string) => byToken(`${url}/token`),
      [...fromFile, '--base-url', 'OWN'],
    ],
    [
      'an OpenID provider elsewhere',
      (url: string) => withScheme({ type: 'openIdConnect', openIdConnectUrl: `${url}/o` }),
      fromWeb,
    ],
  ])('for %s', async (_, documentAt, args) => {
    const other = await startServer(json({ access_token: 'stolen' }))
    const { code, stderr, own } = await run(documentAt(other.url), args, secret)
    expect(code).toBe(2)
    expect(stderr).toContain(new URL(other.url).host)
    expect(stderr).toMatch(/--base-url|RAMPART_AUTH_M_TOKEN_URL=/)
    expect(other.requests).toEqual([])
    expect(askedOf(own).filter((url) => url !== '/openapi.json')).toEqual([])
  })
})

describe('requests go', () => {
  test('to a server on the origin of the document, with a token that is got there', async () => {
    const other = await startServer(json({}))
    const servers = [{ url: other.url }, { url: '/v1' }]
    const { own } = await run(byToken('token', { servers }), ['--document', 'OWN/openapi.json'], secret)
    expect(askedOf(own)).toEqual(expect.arrayContaining(['/v1/token', '/v1/things']))
    expect(other.requests).toEqual([])
  })

  test('where the user says, and so do secrets', async () => {
    const document = byToken('https://tokens.invalid/token', {
      servers: [{ url: 'https://elsewhere.invalid' }],
    })
    const other = await startServer(json({ access_token: 'token' }))
    const env = { ...secret, RAMPART_AUTH_M_TOKEN_URL: `${other.url}/mine` }
    const { own } = await run(document, ['--document', 'api.json', '--base-url', 'OWN'], env)
    expect([askedOf(other), askedOf(own).includes('/things')]).toEqual([['/mine'], true])
  })

  test('below the root of the host, where a document from there has no servers', async () => {
    const { own } = await run(documentOf(), ['--document', 'OWN/openapi.json'])
    expect(askedOf(own)).toContain('/things')
  })
})
