import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { candidateUrls } from '../../../bin/test/base-url.js'
import { reachableRoot } from '../../../bin/test/base-url.js'

const served = (url: string, variables?: object) => ({ servers: [{ url, ...(variables && { variables }) }] })
const web = 'http://c/d/openapi.json'

type Refused = [file: string, document: Readonly<Record<string, unknown>>, message: RegExp, fix: RegExp]

describe('API roots', () => {
  test.each([
    ['what is given', 'http://a/v1/', 'x.yaml', served('/v2'), ['http://a/v1']],
    ['a host, and the path of the server', 'http://a', 'x.yaml', served('/v2/'), ['http://a', 'http://a/v2']],
    ['a host, and the path of a server elsewhere', 'http://a', 'x.yaml', served('https://b/v2'), ['http://a', 'http://a/v2']],
    ['a host of a document without servers', 'http://a', 'x.yaml', {}, ['http://a']],
    ['the server beside a document of the web', undefined, web, served('/v2'), ['http://c/v2']],
    ['the root of its host, where it has no servers', undefined, web, {}, ['http://c']],
    ['a server with variables', undefined, web, served('http://{h}/v2', { h: { default: 'c' } }), ['http://c/v2']],
    ['the server on its own origin', undefined, web, { servers: [{ url: 'https://b' }, { url: 'http://c/v3' }] }, ['http://c/v3']],
  ])('%s', (_, given, file, document, roots) => {
    expect(candidateUrls(given, file, document)).toEqual(roots)
  }) // prettier-ignore

  test.each<Refused>([
    ['x.yaml', {}, /names no server that could be called/, /--base-url URL/],
    ['x.yaml', served('/v2'), /names no server that could be called/, /--base-url URL/],
    ['x.yaml', served('https://{h}/v2'), /names no server that could be called/, /--base-url URL/],
    ['x.yaml', served('https://b/v2'), /a file does not decide/, /pass --base-url https:\/\/b\/v2,/],
    ['standard input', served('http://127.0.0.1:1'), /a file does not decide/, /--base-url http:\/\/127\.0\.0\.1:1\/,/],
    [web, served('https://c/'), /another origin than its own/, /pass --base-url https:\/\/c\/,/],
    [web, served('//b/v2'), /another origin than its own/, /pass --base-url http:\/\/b\/v2,/],
    ...['169.254.169.254', '2852039166', '[fe80::1]', '[::ffff:169.254.169.254]', '[fd00:ec2::254]', 'metadata.google.internal', '100.100.100.200']
      .map((host): Refused => [web, served(`http://${host}/latest`), /address of the network inside/, /--base-url with the address/]),
  ])('no base URL, a document from %s and %j', (file, document, message, fix) => {
    expect(() => candidateUrls(undefined, file, document)).toThrow(
      expect.objectContaining({ code: 'OPTION_INVALID', message: expect.stringMatching(message), fix: expect.stringMatching(fix) }),
    )
  }) // prettier-ignore
})

describe('the root below which a document is served', () => {
  let server: Server
  let root: string
  const asked: string[] = []

  beforeAll(async () => {
    server = createServer(({ url = '' }, response) => {
      asked.push(url)
      response.writeHead(url === '/v2/pets' ? 401 : 404).end()
    })
    await new Promise<void>((resolve) => {
      server.listen(0, '127.0.0.1', resolve)
    })
    root = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  })
  afterAll(() => server.close())

  const { signal } = new AbortController()

  test('is the one that answers with anything but 404', async () => {
    expect(await reachableRoot([root, `${root}/v2`], () => ['/cats', '/pets'], { signal })).toBe(`${root}/v2`)
  })

  test('is the first where none does', async () => {
    expect(await reachableRoot([root, `${root}/v3`], () => ['/pets'], { signal })).toBe(root)
  })

  test('is not asked for where there is one alone', async () => {
    asked.length = 0
    expect(await reachableRoot([root], () => ['/pets'], { signal })).toBe(root)
    expect(asked).toEqual([])
  })
})
