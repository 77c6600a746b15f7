import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { type FetchEvent, fetchDocuments, lockOf, lockText, toFiles } from '../../fetch/index.js'
import { errorOf } from '../support/failure.js'
import { dates, documentOf, goodPages, json, startPages } from './support/service.js'

const [first] = dates

describe('a well-behaved service', () => {
  test('gives every document byte for byte', async () => {
    const body = Buffer.from(`\uFEFF${documentOf(first)}\r\n\t `)
    const service = await startPages({
      ...goodPages(),
      [`/spec/${first}`]: { body, type: 'application/json; charset=utf-8' },
    })
    const set = await fetchDocuments({ specUrl: service.url })
    expect(set.documents.map(({ fileName }) => fileName)).toEqual(dates.map((date) => `${date}.json`))
    expect(Buffer.from(set.documents[0]?.bytes ?? []).equals(body)).toBe(true)
    expect(set.documents[0]?.sha256).toBe(createHash('sha256').update(body).digest('hex'))
    expect(set.source).toBe(service.url)
  })

  test.each([
    ['application/yaml', '# yaml\nopenapi: 3.1.0\n', 'yaml'],
    ['text/x-yaml', 'openapi: 3.1.0\n', 'yaml'],
    ['application/vnd.oai.openapi+json', '{"openapi":"3.1.0"}', 'json'],
    ['application/openapi+yaml', '{"openapi":"3.1.0"}', 'yaml'],
    ['text/plain', 'openapi: "3.0.3"\n', 'yaml'],
    ['text/plain', '\n {"openapi":"3.0.3"}', 'json'],
    ['application/octet-stream', '{"openapi":"3.1.0"}', 'json'],
    ['text/html', '{"openapi":"3.1.0"}', 'json'],
  ])('%s with %j is kept as .%s', async (type, body, ending) => {
    const service = await startPages({ '/spec/versions': json([first]), [`/spec/${first}`]: { type, body } })
    const set = await fetchDocuments({ specUrl: service.url })
    expect(set.documents[0]?.fileName).toBe(`${first}.${ending}`)
    expect(Buffer.from(set.documents[0]?.bytes ?? []).toString()).toBe(body)
  })

  test.each([
    ['a slash at the end', '/', ''],
    ['several slashes', '///', ''],
    ['spaces around', '  ', ''],
    ['a path prefix', '/prefix', '/prefix'],
    ['a path prefix and a slash', '/a/b/', '/a/b'],
  ])('with %s', async (_, appended, prefix) => {
    const service = await startPages(goodPages(prefix))
    const set = await fetchDocuments({ specUrl: `${service.url}${appended}` })
    expect(set.source).toBe(`${service.url}${prefix}`)
    expect(set.documents.map(({ url }) => url)).toEqual(
      dates.map((date) => `${service.url}${prefix}/spec/${date}`),
    )
  })

  test('is never sent a key, a cookie or an authorization', async () => {
    const service = await startPages(goodPages())
    await fetchDocuments({ specUrl: service.url })
    expect(service.requests).toHaveLength(4)
    for (const { method, headers } of service.requests) {
      expect(method).toBe('GET')
      expect(Object.keys(headers)).not.toEqual(
        expect.arrayContaining([expect.stringMatching(/key|auth|cookie|sub-partner/i)]),
      )
    }
  })

  test('gives the same files twice, to the byte, whatever the order of answers', async () => {
    const pages = goodPages('', { default: first, versions: dates })
    const service = await startPages(pages)
    const one = toFiles(await fetchDocuments({ specUrl: service.url }))
    pages['/spec/versions'] = json({ versions: [...dates].reverse(), default: first })
    const two = toFiles(await fetchDocuments({ specUrl: `${service.url}/` }))
    expect(two).toEqual(one)
    expect(one.map(({ path }) => path)).toEqual([...dates.map((date) => `${date}.json`), 'rampart.lock.json'])
  })

  test('is recorded in a lock without times', async () => {
    const service = await startPages(goodPages('', { default: first, versions: [first] }))
    const set = await fetchDocuments({ specUrl: service.url })
    const sha256 = createHash('sha256').update(documentOf(first)).digest('hex')
    expect(JSON.parse(lockText(lockOf(set)))).toEqual({
      lockVersion: 1,
      source: service.url,
      default: first,
      documents: {
        [first]: {
          file: `${first}.json`,
          url: `${service.url}/spec/${first}`,
          sha256,
          bytes: documentOf(first).length,
        },
      },
    })
  })

  test('has no default when its list names none', async () => {
    const service = await startPages(goodPages())
    expect((await fetchDocuments({ specUrl: service.url })).default).toBeNull()
  })

  test('is followed with progress', async () => {
    const service = await startPages(goodPages('', [first]))
    const events: FetchEvent[] = []
    await fetchDocuments({ specUrl: service.url, onProgress: (event) => events.push(event) })
    const bytes = documentOf(first).length
    expect(events[0]).toEqual({ type: 'list', url: `${service.url}/spec/versions`, versions: [first] })
    expect(events).toContainEqual(
      expect.objectContaining({ type: 'progress', version: first, receivedBytes: bytes }),
    )
    expect(events.at(-1)).toEqual({ type: 'document', version: first, fileName: `${first}.json`, bytes })
  })
})

describe('redirects and origins', () => {
  const elsewhere = (location: string) => ({ status: 307, headers: { location } })

  test('are followed within the origin, and the location of the list is what the lock records', async () => {
    const service = await startPages({
      ...goodPages('', [first]),
      [`/spec/${first}`]: elsewhere('/a'),
      '/a': elsewhere('b'),
      '/b': { body: documentOf(first) },
    })
    const set = await fetchDocuments({ specUrl: service.url })
    expect(set.documents[0]?.url).toBe(`${service.url}/spec/${first}`)
  })

  test('end after five', async () => {
    const service = await startPages({ '/spec/versions': elsewhere('/spec/versions') })
    const error = await errorOf(fetchDocuments({ specUrl: service.url }))
    expect(error).toMatchObject({ code: 'FETCH_REDIRECT', exitCode: 2 })
    expect(service.requests).toHaveLength(6)
  })

  test('need a location', async () => {
    const service = await startPages({ '/spec/versions': { status: 302 } })
    expect(await errorOf(fetchDocuments({ specUrl: service.url }))).toMatchObject({ code: 'FETCH_REDIRECT' })
  })

  test.each(['redirect', 'location'])(
    'a %s to another origin is refused, and followed when allowed',
    async (how) => {
      const other = await startPages(goodPages())
      const target = `${other.url}/spec/${first}`
      const service = await startPages(
        how === 'redirect'
          ? { '/spec/versions': json([first]), [`/spec/${first}`]: elsewhere(target) }
          : { '/spec/versions': json([{ version: first, url: target }]) },
      )
      const error = await errorOf(fetchDocuments({ specUrl: service.url }))
      expect(error).toMatchObject({ code: 'FETCH_CROSS_ORIGIN', exitCode: 2 })
      expect(error.fix).toContain(`--allow-origin ${other.url}`)
      expect(other.requests).toHaveLength(0)

      const set = await fetchDocuments({ specUrl: service.url, allowOrigins: [`${other.url}/`] })
      expect(set.documents).toHaveLength(1)
      expect(other.requests).toHaveLength(1)
    },
  )

  test.each([
    ['credentials', 'http://me:hush-hush@127.0.0.1/'],
    ['another scheme', 'ftp://127.0.0.1/hush-hush@'],
  ])('a redirect to %s is refused', async (_, location) => {
    const service = await startPages({ '/spec/versions': elsewhere(location) })
    const error = await errorOf(fetchDocuments({ specUrl: service.url }))
    expect(error).toMatchObject({ code: 'FETCH_URL_INVALID', exitCode: 2 })
    expect(error.message).not.toContain('hush-hush')
  })
})

describe('the URLs that a user gives', () => {
  test.each([
    ['', 'not an http or https URL'],
    ['api.example.test', 'not an http or https URL'],
    ['ftp://api.example.test', 'not an http or https URL'],
    ['http://me:hush-hush@api.example.test', 'contains credentials'],
    ['http://hush-hush@api.example.test', 'contains credentials'],
    ['http://me:hush-hush@api.example.test:99999', 'a port that is not a number'],
    ['http://api.example.test:99999/a', 'a port that is not a number'],
    ['http://api.example.test:80a', 'a port that is not a number'],
    ['http://', 'names no host'],
    ['https://:8080/', 'names no host'],
    ['http://api example', 'an invalid host name'],
    ['http://[::1', 'an invalid host name'],
    ['http://api.example.test?version=1', 'query or a fragment'],
    ['http://api.example.test#top', 'query or a fragment'],
  ])('%j is not a specification URL', async (specUrl, reason) => {
    const error = await errorOf(fetchDocuments({ specUrl }))
    expect(error).toMatchObject({ code: 'FETCH_URL_INVALID', exitCode: 2 })
    expect(error.message).toContain(reason)
    expect(error.message).not.toContain('hush-hush')
  })

  test.each([
    '*',
    'cdn.example.test',
    'http://cdn.example.test/specs',
    'http://a:hush-hush@cdn.example.test',
  ])('%j is not an origin', async (origin) => {
    const error = await errorOf(fetchDocuments({ specUrl: 'http://127.0.0.1:1', allowOrigins: [origin] }))
    expect(error).toMatchObject({ code: 'FETCH_URL_INVALID' })
    expect(error.message).not.toContain('hush-hush')
  })

  test.each([
    ['/api', ''],
    ['/api/customers', ''],
    ['/spec', ''],
    ['/spec/versions', ''],
    ['/spec/2025-03-13/', ''],
    ['/prefix/api', '/prefix'],
  ])('an ending of %s is pointed at when nothing is served there', async (ending, better) => {
    const service = await startPages(goodPages(better))
    const error = await errorOf(fetchDocuments({ specUrl: `${service.url}${ending}` }))
    expect(error).toMatchObject({ code: 'FETCH_STATUS', exitCode: 2 })
    expect(error.fix).toContain(`try ${service.url}${better} instead`)
  })

  test('an ending of /api is not a mistake when the specification is served there', async () => {
    const service = await startPages(goodPages('/api'))
    expect((await fetchDocuments({ specUrl: `${service.url}/api` })).documents).toHaveLength(3)
  })
})
