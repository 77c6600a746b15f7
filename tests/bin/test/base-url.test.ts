import { describe, expect, test } from 'vitest'
import { candidateUrls, reachableRoot } from '../../../bin/test/apis.js'
import { startServer } from '../../support/loopback.js'
import { tableIn } from '../../support/table.js'

type Document = Readonly<Record<string, unknown>>

const { roots, refused } = tableIn<{
  readonly roots: readonly (readonly [string, given: string | null, file: string, Document, string[]])[]
  readonly refused: readonly (readonly [file: string, url: string | null, message: string, fix: string])[]
}>(import.meta.dirname, 'base-url.yaml')

describe('API roots', () => {
  test.each(roots)('%s', (_, given, file, document, due) =>
    expect(candidateUrls(given ?? undefined, file, document)).toEqual(due),
  )

  test.each(refused)('no base URL, a document from %s with the server %s', (file, url, message, fix) =>
    expect(() => candidateUrls(undefined, file, url === null ? {} : { servers: [{ url }] })).toThrow(
      expect.objectContaining({
        code: 'OPTION_INVALID',
        message: expect.stringContaining(message),
        fix: expect.stringContaining(fix),
      }),
    ),
  )
})

describe('the root below which a document is served', () => {
  const serve = () =>
    startServer(({ url }, response) => void response.writeHead(url === '/v2/pets' ? 401 : 404).end())
  const { signal } = new AbortController()

  test('is the one that answers with anything but 404', async () => {
    const { url: root } = await serve()
    expect(await reachableRoot([root, `${root}/v2`], () => ['/cats', '/pets'], { signal })).toBe(`${root}/v2`)
  })

  test('is the first where none does', async () => {
    const { url: root } = await serve()
    expect(await reachableRoot([root, `${root}/v3`], () => ['/pets'], { signal })).toBe(root)
  })

  test('is that of the document where no path can be tried', async () => {
    const { url: root, requests } = await serve()
    expect(await reachableRoot([root, `${root}/v2`], () => [], { signal })).toBe(`${root}/v2`)
    expect(requests).toEqual([])
  })

  test('is not asked for where there is one alone', async () => {
    const { url: root, requests } = await serve()
    expect(await reachableRoot([root], () => ['/pets'], { signal })).toBe(root)
    expect(requests).toEqual([])
  })
})
