import { gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import type { Clock, FetchEvent } from '../../fetch/http/model.js'
import { fetchDocuments, fetchOne } from '../../fetch/fetch-documents.js'
import { deadOrigin } from '../support/loopback.js'
import { tableIn } from '../support/table.js'
import { errorOf } from '../support/failure.js'
import { dates, documentOf, goodPages, json, type Page, startPages, startService } from './support/service.js'

const [first] = dates
const NOW = Date.parse('2026-08-01T12:00:00Z')

/** A clock that never waits, and records the requested waits. */
const fakeClock = (random = 0): Clock & { readonly slept: number[] } => {
  const slept: number[] = []
  return {
    slept,
    now: () => NOW,
    random: () => random,
    sleep: async (ms, signal) => {
      signal?.throwIfAborted()
      slept.push(ms)
    },
  }
}

const onePage = (page: Page): Record<string, Page> => ({
  '/spec/versions': json([first]),
  [`/spec/${first}`]: page,
})

const { pages } = tableIn<{
  readonly pages: readonly (readonly [name: string, type: string, body: string, code: string, text: string])[]
}>(import.meta.dirname, 'pages.yaml')

const deep = (levels: number): string => '['.repeat(levels) + ']'.repeat(levels)
const block = Array.from({ length: 30 }, (_, level) => `${' '.repeat(level)}a:\n`).join('')
const bomb = 'bcdefghi'.replaceAll(/./g, (key) => {
  const former = String.fromCodePoint((key.codePointAt(0) ?? 0) - 1)
  return `${key}: &${key} [${Array.from({ length: 9 }, () => `*${former}`).join(',')}]\n`
})
// Together with the object around them these are 20 levels.
const chain = Array.from({ length: 6 }, (_, i) => `a${i + 1}: &a${i + 1} [[[*a${i}]]]\n`).join('')
const big = documentOf(first).padEnd(1001)
const yaml = (body: string): Record<string, Page> => onePage({ type: 'application/yaml', body })
const list = (page: Page): Record<string, Page> => ({ '/spec/versions': page })
const [bytes, levels] = [{ maxBytes: 1000 }, { maxDepth: 20 }]
const tooLarge = 'larger than 1000 bytes'
const tooDeep = 'more than 20 levels deep'

const wrong: [what: string, pages: Record<string, Page>, code: string, says: string, limits?: object][] = [
  ...pages.map(([what, type, body, code, says]): (typeof wrong)[0] => [what, onePage({ type, body }), code, says]),
  ['Latin-1', onePage({ body: Buffer.from('{"openapi":"3.1.0","x":"\u00e9"}', 'latin1') }), 'FETCH_SYNTAX', 'not UTF-8'],
  ...[401, 403].map((status): (typeof wrong)[0] => [`status ${status}`, list({ status }), 'FETCH_REFUSED', String(status)]),
  ...[404, 410, 204, 304].map((status): (typeof wrong)[0] => [`status ${status}`, list({ status }), 'FETCH_STATUS', String(status)]),
  ['status 501', list({ status: 501 }), 'FETCH_UNREACHABLE', '501'],
  ['an announced size', onePage({ body: big, headers: { 'content-length': '1001' } }), 'FETCH_LIMIT', tooLarge, bytes],
  ['a size found on the way', onePage({ body: big, headers: { 'transfer-encoding': 'chunked' } }), 'FETCH_LIMIT', tooLarge, bytes],
  ['a size after decompression', onePage({ body: gzipSync(big), headers: { 'content-encoding': 'gzip' } }), 'FETCH_LIMIT', tooLarge, bytes],
  ['a large version list', list({ body: `["${first}"]`.padEnd(1024 * 1024 + 1) }), 'FETCH_LIMIT', 'larger than'],
  ['nested JSON', onePage({ body: deep(21) }), 'FETCH_LIMIT', tooDeep, levels],
  ['JSON beyond every stack', onePage({ body: '['.repeat(5_000_000) }), 'FETCH_LIMIT', 'more than 200 levels deep', { maxDepth: 200 }],
  ['nested flow YAML', yaml(deep(21)), 'FETCH_LIMIT', tooDeep, levels],
  ['flow YAML beyond every stack', yaml('['.repeat(1_000_000)), 'FETCH_LIMIT', 'more than 200 levels deep', { maxDepth: 200 }],
  ['nested block YAML', yaml(block), 'FETCH_LIMIT', tooDeep, levels],
  ['compact YAML beyond every stack', yaml('- '.repeat(100_000)), 'FETCH_LIMIT', 'more than 200 levels deep', { maxDepth: 200 }],
  ['aliases that multiply', yaml(`openapi: 3.1.0\na: &a [x]\n${bomb}`), 'FETCH_LIMIT', 'too many aliases', levels],
  ['aliases that nest', yaml(`openapi: 3.1.0\na0: &a0 [x]\n${chain}b: [*a6]\n`), 'FETCH_LIMIT', tooDeep, levels],
  ['aliases within themselves', yaml('openapi: 3.1.0\na: &a [*a]\n'), 'FETCH_LIMIT', tooDeep, levels],
] // prettier-ignore

const unavailable = new Set(['FETCH_REFUSED', 'FETCH_UNREACHABLE', 'FETCH_LIMIT'])

test.each(wrong)(
  'what is wrong is named, and not asked for again: %s',
  async (_, pages, code, says, limits = {}) => {
    const service = await startPages(pages)
    const clock = fakeClock()
    const url = `${service.url}${Object.keys(pages).at(-1)}`
    const error = await errorOf(fetchDocuments({ specUrl: service.url, limits }, clock))
    expect(error).toMatchObject({ code, exitCode: unavailable.has(code) ? 3 : 2, where: { url } })
    expect(error.message).toContain(says)
    expect(error.message).toContain(url)
    expect([service.requests.length, clock.slept]).toEqual([Object.keys(pages).length, []])
  },
)

test('where JSON is broken, line and column are in the location as well', async () => {
  const service = await startPages(onePage({ body: '{\n  "a": tru\n}' }))
  const { where } = await errorOf(fetchDocuments({ specUrl: service.url }))
  expect(where).toMatchObject({ line: 2, column: 8 })
})

describe('answers that are not documents', () => {
  test.each([
    ['is refused', { status: 401 }, 'FETCH_REFUSED'],
    ['is missing', { status: 404 }, 'FETCH_STATUS'],
    [
      'has an unlisted default',
      { body: '{"default":"2020-01-01","versions":["2025-03-13"]}' },
      'FETCH_LIST_UNKNOWN',
    ],
  ])('where the list %s, versions that are known are looked for', async (_, list, code) => {
    const { url: specUrl } = await startPages({ ...goodPages(), '/spec/versions': list })
    const set = await fetchDocuments({ specUrl, withoutList: ['1999-01-01', first] })
    expect(set).toMatchObject({ documents: [{ version: first }], unserved: [], listError: { code } })
    const error = await errorOf(fetchDocuments({ specUrl, withoutList: ['1999-01-01'] }))
    expect(error.code).toBe(code)
  })

  test('several broken documents are reported together', async () => {
    const service = await startPages({
      ...goodPages(),
      '/spec/2025-03-13': { body: '{' },
      '/spec/2026-08-01': { body: '[]' },
    })
    const error = await errorOf(fetchDocuments({ specUrl: service.url }))
    expect(error.message).toContain('2 documents could not be fetched')
    expect(error.problems.map(({ code }) => code)).toEqual(['FETCH_SYNTAX', 'FETCH_DOCUMENT_INVALID'])
    const defect = new Error('a defect beside them')
    const onProgress = (event: FetchEvent): void => {
      if (event.type === 'document') throw defect
    }
    await expect(fetchDocuments({ specUrl: service.url, onProgress })).rejects.toBe(defect)
  })

  test('after a refusal no further document is asked for, beside the four at once', async () => {
    const many = Array.from({ length: 9 }, (_, index) => `2026-01-0${index + 1}`)
    const pages = Object.fromEntries(many.map((date) => [`/spec/${date}`, { body: documentOf(date) }]))
    const refused = { '/spec/2026-01-01': { status: 403 } }
    const service = await startPages({ ...goodPages('', many), ...pages, ...refused })
    const error = await errorOf(fetchDocuments({ specUrl: service.url }))
    expect(error.code).toBe('FETCH_REFUSED')
    expect(service.requests).toHaveLength(1 + 4)
  })
})

describe('limits', () => {
  test('exactly the limit is fine', async () => {
    const service = await startPages(onePage({ body: documentOf(first).padEnd(1000) }))
    const set = await fetchDocuments({ specUrl: service.url, limits: { maxBytes: 1000 } })
    expect(set.documents).toHaveLength(1)
  })

  test('an endless answer is stopped early', async () => {
    let sent = 0
    const service = await startService((request, response) => {
      if (request.url === '/spec/versions') return void response.end(JSON.stringify([first]))
      const more = (): void => {
        while (!response.destroyed && response.write(Buffer.alloc(65_536, 0x20))) sent += 1
      }
      response.on('drain', more)
      more()
    })
    const error = await errorOf(fetchDocuments({ specUrl: service.url, limits: { maxBytes: 1_000_000 } }))
    expect(error.code).toBe('FETCH_LIMIT')
    expect(sent * 65_536).toBeLessThan(50_000_000)
  })

  test.each([
    ['many', `a: &a {b: 1}\n${Array.from({ length: 2000 }, (_, i) => `c${i}: *a\n`).join('')}`],
    ['as deep as allowed', `a0: &a0 [x]\n${chain}`],
  ])('ordinary aliases are fine: %s', async (_, text) => {
    const body = `openapi: 3.1.0\n${text}`
    const service = await startPages(onePage({ type: 'application/yaml', body }))
    const { documents } = await fetchDocuments({ specUrl: service.url, limits: { maxDepth: 20 } })
    expect(documents).toHaveLength(1)
  })
})

describe('trying again', () => {
  const failing = (failures: number, page: Page, good: Page) => {
    let count = 0
    return startService((request, response) => {
      const answer = request.url === '/spec/versions' && count < failures ? page : good
      if (request.url === '/spec/versions') count += 1
      const body = request.url === '/spec/versions' ? answer.body : documentOf(first)
      response.writeHead(answer.status ?? 200, answer.headers).end(body)
    })
  }

  test.each([429, 500, 502, 503, 504])('after %i, waiting twice as long each time', async (status) => {
    const service = await failing(3, { status }, json([first]))
    const clock = fakeClock()
    const events: FetchEvent[] = []
    const set = await fetchDocuments(
      { specUrl: service.url, onProgress: (event) => events.push(event) },
      clock,
    )
    expect(set.documents).toHaveLength(1)
    expect(clock.slept).toEqual([125, 250, 500])
    expect(events.filter(({ type }) => type === 'retry')).toHaveLength(3)
  })

  test('half of the wait is left to chance', async () => {
    const service = await failing(2, { status: 503 }, json([first]))
    const clock = fakeClock(0.5)
    await fetchDocuments({ specUrl: service.url }, clock)
    expect(clock.slept).toEqual([188, 375])
  })

  test.each([
    ['seconds', '7', 7000],
    ['zero', '0', 0],
    ['a date', 'Sat, 01 Aug 2026 12:00:09 GMT', 9000],
    ['a date that has passed', 'Sat, 01 Aug 2026 11:00:00 GMT', 0],
    ['more than patience allows', '86400', 30_000],
    ['nonsense', 'soon', 125],
  ])('honours Retry-After: %s', async (_, value, delay) => {
    const service = await failing(1, { status: 429, headers: { 'retry-after': value } }, json([first]))
    const clock = fakeClock()
    await fetchDocuments({ specUrl: service.url }, clock)
    expect(clock.slept).toEqual([delay])
  })

  test.each([
    [1, 500],
    [4, 429],
  ])('gives up after %i attempts that are all answered with %i', async (attempts, status) => {
    const service = await startPages({ '/spec/versions': { status } })
    const error = await errorOf(fetchDocuments({ specUrl: service.url, limits: { attempts } }, fakeClock()))
    expect(error).toMatchObject({ code: 'FETCH_UNREACHABLE', exitCode: 3 })
    expect(error.message).toContain(String(status))
    expect(error.message.includes('Tried 4 times')).toBe(attempts === 4)
    expect(service.requests).toHaveLength(attempts)
  })

  test('after a connection that broke in the middle of a body', async () => {
    let broken = 0
    const service = await startService((request, response) => {
      if (request.url === '/spec/versions') return void response.end(JSON.stringify([first]))
      if (broken === 2) return void response.end(documentOf(first))
      broken += 1
      response.writeHead(200, { 'content-length': '5000' })
      response.write('{', () => response.destroy())
    })
    const clock = fakeClock()
    const set = await fetchDocuments({ specUrl: service.url }, clock)
    expect(Buffer.from(set.documents[0]?.bytes ?? []).toString()).toBe(documentOf(first))
    expect(clock.slept).toHaveLength(2)
  })

  test('after a refused connection, and says so in the end', async () => {
    const clock = fakeClock()
    const error = await errorOf(fetchDocuments({ specUrl: await deadOrigin() }, clock))
    expect(error).toMatchObject({ code: 'FETCH_UNREACHABLE', exitCode: 3 })
    expect(error.message).toContain('connection refused')
    expect(clock.slept).toHaveLength(3)
  })

  test('a service without TLS is named, with advice that fits a base URL with a path too', async () => {
    const service = await startPages({})
    const specUrl = service.url.replace('http:', 'https:')
    const error = await errorOf(fetchDocuments({ specUrl }, fakeClock()))
    expect(error).toMatchObject({
      code: 'FETCH_UNREACHABLE',
      message: expect.stringContaining('does not speak TLS'),
      fix: 'Write http:// in place of https:// in the URL.',
    })
    expect(await errorOf(fetchOne(`${specUrl}/a.json`, {}, fakeClock()))).toMatchObject({
      fix: expect.stringContaining('http or https'),
    })
  })

  test('a redirect to a port that nothing listens on is named', async () => {
    const dead = await deadOrigin()
    const service = await startPages({ '/spec/versions': { status: 302, headers: { location: dead } } })
    const allowOrigins = [dead]
    const error = await errorOf(fetchDocuments({ specUrl: service.url, allowOrigins }, fakeClock()))
    const { host } = new URL(dead)
    expect(error).toMatchObject({
      message: expect.stringContaining(`it leads to ${host}, and nothing listens`),
    })
  })

  test('a fraction of a millisecond is a time-out like any other', async () => {
    // Nothing listens at this port, because a service could respond in time.
    const specUrl = await deadOrigin()
    const error = await errorOf(fetchDocuments({ specUrl, limits: { timeoutMs: 0.1 } }, fakeClock()))
    expect(error).toMatchObject({ code: 'FETCH_UNREACHABLE' })
  })

  test('a host that does not exist is named', async () => {
    const error = await errorOf(fetchDocuments({ specUrl: 'http://no-such-host.invalid' }, fakeClock()))
    expect(error).toMatchObject({ code: 'FETCH_UNREACHABLE', exitCode: 3 })
    expect(error.message).toContain('host name')
    expect(error.message).not.toContain('it leads to')
  })
})

describe('time and interruption', () => {
  const hanging = {
    'before the head': () => startService(() => {}),
    'in the middle of the body': () =>
      startService((_, response) => {
        response.writeHead(200, { 'content-type': 'application/json' })
        response.write('[')
      }),
  }
  const kinds = Object.entries(hanging)

  test.each(kinds)('a service that hangs %s is given up, once', async (_, start) => {
    const service = await start()
    const clock = fakeClock()
    const error = await errorOf(fetchDocuments({ specUrl: service.url, limits: { timeoutMs: 50 } }, clock))
    expect(error).toMatchObject({ code: 'FETCH_UNREACHABLE', exitCode: 3 })
    expect(error.message).toContain('no complete response within 50 ms')
    expect(error.fix).toContain('--timeout')
    expect(clock.slept).toEqual([])
  })

  test.each(kinds)('an abort ends a wait %s with its own reason', async (_, start) => {
    const service = await start()
    const controller = new AbortController()
    const work = fetchDocuments({ specUrl: service.url, signal: controller.signal })
    while (service.requests.length === 0) await new Promise(setImmediate)
    controller.abort()
    await expect(work).rejects.toBe(controller.signal.reason)
    await expect(work).rejects.toMatchObject({ name: 'AbortError' })
  })

  test('an abort of the last attempt is an abort and no failure', async () => {
    const controller = new AbortController()
    const service = await startService(() => controller.abort())
    const work = fetchDocuments({ specUrl: service.url, signal: controller.signal, limits: { attempts: 1 } })
    await expect(work).rejects.toMatchObject({ name: 'AbortError' })
  })

  test('an abort ends the wait before the next attempt', async () => {
    const service = await startPages({ '/spec/versions': { status: 503, headers: { 'retry-after': '30' } } })
    const controller = new AbortController()
    const onProgress = (event: FetchEvent): void => {
      if (event.type === 'retry') controller.abort()
    }
    const work = fetchDocuments({ specUrl: service.url, signal: controller.signal, onProgress })
    await expect(work).rejects.toMatchObject({ name: 'AbortError' })
    expect(service.requests).toHaveLength(1)
  })

  test('an abort while documents are read ends all of them', async () => {
    const controller = new AbortController()
    const many = Array.from({ length: 9 }, (_, index) => `2026-01-0${index + 1}`)
    const service = await startService((request, response) => {
      if (request.url === '/spec/versions') response.end(JSON.stringify(many))
      else setImmediate(() => controller.abort())
    })
    const work = fetchDocuments({ specUrl: service.url, signal: controller.signal })
    await expect(work).rejects.toMatchObject({ name: 'AbortError' })
    expect(service.requests.length).toBeLessThanOrEqual(1 + 4)
  })

  test('nothing is sent when aborted beforehand', async () => {
    const service = await startPages(goodPages())
    const work = fetchDocuments({ specUrl: service.url, signal: AbortSignal.abort() })
    await expect(work).rejects.toMatchObject({ name: 'AbortError' })
    expect(service.requests).toHaveLength(0)
  })
})
