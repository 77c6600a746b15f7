import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { candidateUrls } from '../../../bin/explore/base-url.js'
import { reachableRoot } from '../../../bin/explore/reachable-root.js'

const input = (file: string) => ({ name: 'api', file, text: '' })
const served = (url: string, variables?: object) => ({ servers: [{ url, ...(variables && { variables }) }] })

describe('API roots', () => {
  test.each([
    ['what is given', 'http://a/v1/', 'x.yaml', served('/v2'), ['http://a/v1']],
    ['a host, and the path of the server', 'http://a', 'x.yaml', served('/v2/'), ['http://a', 'http://a/v2']],
    [
      'a host, and the path of a server elsewhere',
      'http://a',
      'x.yaml',
      served('https://b/v2'),
      ['http://a', 'http://a/v2'],
    ],
    ['a host of a document without servers', 'http://a', 'x.yaml', {}, ['http://a']],
    ['the server', undefined, 'x.yaml', served('https://b/v2/'), ['https://b/v2']],
    [
      'the server beside a document of the web',
      undefined,
      'http://c/d/openapi.json',
      served('/v2'),
      ['http://c/v2'],
    ],
    [
      'a server with variables',
      undefined,
      'x.yaml',
      served('https://{h}/v2', { h: { default: 'b' } }),
      ['https://b/v2'],
    ],
  ])('%s', (_, given, file, document, roots) => {
    expect(candidateUrls(given, input(file), document)).toEqual(roots)
  })

  test.each([[{}], [served('/v2')], [served('https://{h}/v2')]])('no base URL, and %j', (document) => {
    expect(() => candidateUrls(undefined, input('x.yaml'), document)).toThrow(/no base URL was given/)
  })
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
    expect(await reachableRoot([root, `${root}/v2`], ['/cats', '/pets'], { signal })).toBe(`${root}/v2`)
  })

  test('is the first where none does', async () => {
    expect(await reachableRoot([root, `${root}/v3`], ['/pets'], { signal })).toBe(root)
  })

  test('is not asked for where there is one alone', async () => {
    asked.length = 0
    expect(await reachableRoot([root], ['/pets'], { signal })).toBe(root)
    expect(asked).toEqual([])
  })
})
