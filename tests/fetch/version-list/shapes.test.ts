import { describe, expect, test } from 'vitest'
import { fetchDocuments } from '../../../fetch/index.js'
import { errorOf } from '../support/outcome.js'
import { dates, documentOf, goodPages, json, type Page, startPages } from '../support/service.js'

const [first, second, third] = dates
const located = (name: string, location: (date: string) => unknown) =>
  dates.map((version) => ({ version, [name]: location(version) }))
const under = (date: string): string => `/spec/${date}`

/** Shapes that nobody announced: the dates and the default are found wherever they stand. */
const searched: [string, unknown, string | null][] = [
  ['an unknown wrapper', { published: dates }, null],
  [
    'supported below two wrappers, with named links',
    {
      api: { versions: { supported: dates.map((id) => ({ id, links: { openapi: under(id) } })) } },
      default: { id: first },
    },
    first,
  ],
  [
    'links with href',
    {
      contract: {
        releases: dates.map((on) => ({
          on,
          links: { docs: { href: '/guide' }, openapi: { href: under(on) } },
        })),
        defaultRelease: second,
      },
    },
    second,
  ],
  ['keyed below an unknown wrapper', { api: Object.fromEntries(dates.map((d) => [d, under(d)])) }, null],
  [
    'keyed by name',
    {
      releases: Object.fromEntries(dates.map((date, index) => [`v${index}`, { date, file: under(date) }])),
      default_release: { date: third },
    },
    third,
  ],
  [
    'the date one level below the entry',
    { published: dates.map((date) => ({ info: { version: date }, at: under(date) })) },
    null,
  ],
  ['entries of a known list with the date below', dates.map((version) => ({ info: { version } })), null],
  ['several links without a name', { published: dates.map((on) => ({ on, a: '/a', b: '/b' })) }, null],
  ['the same dates twice', { published: dates, also: [third, first, second] }, null],
]

const plain: [string, unknown, string | null][] = [
  ['a list of dates', dates, null],
  ['a list of locations', dates.map(under), null],
  ['versions', { versions: dates }, null],
  ['supported with default', { supported: dates, default: first }, first],
  ['default_version', { versions: dates, default_version: second }, second],
  ['defaultVersion', { versions: dates, defaultVersion: second }, second],
  ['current', { versions: dates, current: third }, third],
  ['default before current', { versions: dates, current: third, default: first }, first],
  ['a default of null', { versions: dates, default: null }, null],
  ['default as an object', { versions: dates, default: { version: first, url: under(first) } }, first],
  ['data', { data: dates }, null],
  ['items', { items: located('url', under), default: first }, first],
  ['data within data', { data: { versions: dates, default: first } }, first],
  ['default beside a wrapper', { default: first, data: { versions: dates } }, first],
  [
    '_embedded',
    { _embedded: { versions: located('_links', (date) => ({ self: { href: under(date) } })) } },
    null,
  ],
  ['supportedVersions', { supportedVersions: dates, latest: third }, null],
  ['default inside of versions', { versions: { default: first, supported: dates } }, first],
  ['objects without location', dates.map((version) => ({ version })), null],
  ['objects with an empty location', located('url', () => null), null],
  ...[
    'version',
    'date',
    'id',
    'name',
    'api_version',
    'apiVersion',
    'value',
    'label',
    'v',
    'published_as',
  ].map((name): [string, unknown, null] => [
    `version as ${name}`,
    dates.map((date) => ({ [name]: date })),
    null,
  ]),
  [
    'an id beside the date',
    dates.map((date, index) => ({ id: `v-${index}`, name: 'a release', date })),
    null,
  ],
  ...[
    'url',
    'href',
    'location',
    'spec',
    'spec_url',
    'specUrl',
    'path',
    'document',
    'link',
    'uri',
    'openapi_url',
  ].map((name): [string, unknown, null] => [`location as ${name}`, located(name, under), null]),
  ['a nested href', located('link', (date) => ({ href: under(date) })), null],
  [
    'links by name',
    located('links', (date) => ({ self: '/nowhere/at/all', spec: { href: under(date) } })),
    null,
  ],
  ['a list of one link', located('links', (date) => [{ href: under(date) }]), null],
  [
    'a list of links by relation',
    located('links', (date) => [
      { rel: 'docs', href: '/nowhere/at/all' },
      { rel: 'spec', href: under(date) },
    ]),
    null,
  ],
  ['default as a flag', dates.map((version) => ({ version, default: version === first })), first],
  ['is_default as a flag', dates.map((version) => ({ version, is_default: version === second })), second],
  [
    'a flag and a field that agree',
    { default: first, versions: [{ version: first, default: true }, second, third] },
    first,
  ],
  ['keyed by date, with locations', Object.fromEntries(dates.map((date) => [date, under(date)])), null],
  [
    'keyed by date, with objects',
    Object.fromEntries(dates.map((date) => [date, { href: under(date) }])),
    null,
  ],
  [
    'keyed by date, with remarks',
    Object.fromEntries(dates.map((date) => [date, { status: 'stable' }])),
    null,
  ],
  ['keyed by date, with null', Object.fromEntries(dates.map((date) => [date, null])), null],
  ['keyed by date, with true', Object.fromEntries(dates.map((date) => [date, true])), null],
  [
    'keyed below versions',
    { versions: Object.fromEntries(dates.map((date) => [date, under(date)])), default: first },
    first,
  ],
  [
    'keyed, with a default beside',
    { ...Object.fromEntries(dates.map((date) => [date, under(date)])), default: third },
    third,
  ],
  ['keyed, with a flag', { [first]: { default: true }, [second]: {}, [third]: {} }, first],
  ['a relative location', located('url', (date) => date), null],
  ['a location with dots', located('url', (date) => `../spec/./${date}`), null],
  ['a location with a fragment', located('url', (date) => `${under(date)}#top`), null],
  ['in any order', [third, first, second], null],
]

describe('what the version list may look like', () => {
  test.each([...plain, ...searched])('%s', async (_, list, standard) => {
    const service = await startPages(goodPages('', list))
    const set = await fetchDocuments({ specUrl: service.url })
    expect(set.default).toBe(standard)
    expect(set.documents.map(({ version }) => version)).toEqual(dates)
    expect(set.documents.map(({ url }) => url)).toEqual(dates.map((date) => `${service.url}/spec/${date}`))
  })

  test('absolute locations', async () => {
    const pages: Record<string, Page> = goodPages()
    const service = await startPages(pages)
    pages['/spec/versions'] = json(located('url', (date) => `${service.url}/spec/${date}?as=json`))
    const set = await fetchDocuments({ specUrl: service.url })
    expect(set.documents[0]?.url).toBe(`${service.url}/spec/${first}?as=json`)
  })

  test.each([
    ['a list', '- 2025-03-13\n- 2026-07-01\n- 2026-08-01\n'],
    [
      'objects',
      `default: 2025-03-13\nversions:\n${dates.map((d) => `  - version: ${d}\n    url: /spec/${d}\n`).join('')}`,
    ],
    ['keyed by date', dates.map((date) => `${date}:\n  href: /spec/${date}\n`).join('')],
  ])('in YAML: %s', async (_, body) => {
    const service = await startPages({ ...goodPages(), '/spec/versions': { type: 'application/yaml', body } })
    const set = await fetchDocuments({ specUrl: service.url })
    expect(set.documents).toHaveLength(3)
  })

  test('YAML and JSON are distinguished by content when the media type does not', async () => {
    for (const body of ['- 2025-03-13\n', '["2025-03-13"]']) {
      const service = await startPages({ ...goodPages(), '/spec/versions': { type: 'text/plain', body } })
      const set = await fetchDocuments({ specUrl: service.url })
      expect(set.documents.map(({ version }) => version)).toEqual([first])
    }
  })

  test('relative locations count from the list after its redirect', async () => {
    const service = await startPages({
      '/spec/versions': { status: 302, headers: { location: '/moved/here/versions' } },
      '/moved/here/versions': json([{ version: first, url: `${first}.json` }]),
      [`/moved/here/${first}.json`]: { body: documentOf(first) },
    })
    const set = await fetchDocuments({ specUrl: service.url })
    expect(set.documents[0]?.url).toBe(`${service.url}/moved/here/${first}.json`)
  })
})

describe('what is refused', () => {
  test.each([
    ['nothing listed', [], 'lists no versions'],
    ['null', null, 'neither a list nor an object'],
    ['a number', 42, 'neither a list nor an object'],
    ['a text', 'hello', 'neither a list nor an object'],
    ['an object of other things', { status: 'ok', since: first }, 'holds no list of versions'],
    ['two lists of other dates', { published: dates, retired: [first] }, 'several lists of dates'],
    [
      'two defaults beside an unknown wrapper',
      { published: dates, default_version: { id: first }, meta: { default: second } },
      'more than one default',
    ],
    [
      'a default outside of an unknown wrapper',
      { published: [first], the_default: second },
      `default ${second} is not among`,
    ],
    ['wrappers without end', { data: { data: { data: { data: { data: dates } } } } }, 'holds no list'],
    ['a version twice', [first, second, first], `lists ${first} twice`],
    ['a version twice in two forms', [first, { version: first }], `lists ${first} twice`],
    ['a date without padding', ['2025-3-13'], '"2025-3-13" is not a date'],
    ['a day that does not exist', ['2025-02-29'], '"2025-02-29" is not a date'],
    ['a month that does not exist', ['2025-13-01'], '"2025-13-01" is not a date'],
    ['a date with time', ['2025-03-13T00:00:00Z'], 'is not a date'],
    ['a wrong date among the keys', { '2025-3-13': '/spec/x' }, '"2025-3-13" is not a date'],
    ['a name instead of a date', [{ version: 'v1', date: first }], '"v1" is not a date'],
    ['an object without version', [{ url: `/spec/${first}` }], 'names no version'],
    ['a number in the list', [1], 'neither a date nor an object'],
    ['a list in the list', [[first]], 'neither a date nor an object'],
    ['a location that is a number', [{ version: first, url: 7 }], 'something else where the location'],
    ['a location that is a remark', { [first]: 'stable' }, 'something else where the location'],
    ['an empty location', [{ version: first, url: '' }], 'something else where the location'],
    [
      'links of unknown meaning',
      [{ version: first, links: [{ href: '/a' }, { href: '/b' }] }],
      'several links',
    ],
    [
      'a default outside of the list',
      { versions: [first], default: second },
      `default ${second} is not among`,
    ],
    ['a default that is no date', { versions: [first], default: 'latest' }, '"latest" is not a date'],
    ['two flags', dates.map((version) => ({ version, default: true })), 'more than one default'],
    [
      'a flag against the field',
      { default: second, versions: [{ version: first, default: true }, second] },
      'more than one default',
    ],
    [
      'two fields that disagree',
      { default: first, data: { default: second, versions: dates } },
      'two defaults',
    ],
    [
      'more versions than anybody mints',
      Array.from({ length: 501 }, (_, i) => new Date(i * 864e5).toISOString().slice(0, 10)),
      'more than 500',
    ],
  ])('%s', async (_, list, reason) => {
    const service = await startPages(goodPages('', list))
    const error = await errorOf(fetchDocuments({ specUrl: service.url }))
    expect(error).toMatchObject({ code: 'FETCH_LIST_UNKNOWN', exitCode: 2 })
    expect(error.message).toContain(reason)
    expect(error.message).toContain(`Received: ${JSON.stringify(list).slice(0, 150)}`)
    expect(service.requests).toHaveLength(1)
  })

  test('what was received is shown in bounds and without control characters', async () => {
    const body = JSON.stringify({ a: `\u009b31m\u202e${'x'.repeat(5000)}` })
    const service = await startPages({ '/spec/versions': { body } })
    const { message } = await errorOf(fetchDocuments({ specUrl: service.url }))
    expect(message).toContain('Received: {"a":" 31m xxx')
    expect(message.length).toBeLessThan(450)
    expect(message).not.toMatch(/\p{C}/u)
  })

  test.each([
    ['another host', 'http://other.invalid/spec/2025-03-13', 'FETCH_CROSS_ORIGIN'],
    ['another host without a scheme', '//other.invalid/spec/2025-03-13', 'FETCH_CROSS_ORIGIN'],
    ['another host behind backslashes', '\\\\other.invalid/spec', 'FETCH_CROSS_ORIGIN'],
    ['a file', 'file:///etc/passwd', 'FETCH_URL_INVALID'],
    ['a script', 'javascript:alert(1)//', 'FETCH_URL_INVALID'],
    ['credentials', 'http://me:hush-hush@127.0.0.1/spec', 'FETCH_URL_INVALID'],
    ['credentials in a broken URL', 'http://me:hush-hush@127.0.0.1:99999/spec', 'FETCH_URL_INVALID'],
  ])('a location with %s', async (_, url, code) => {
    const service = await startPages(goodPages('', [{ version: first, url }]))
    const error = await errorOf(fetchDocuments({ specUrl: service.url }))
    expect(error).toMatchObject({ code, exitCode: 2 })
    expect(`${error.message} ${error.fix}`).not.toContain('hush-hush')
    expect(service.requests).toHaveLength(1)
  })
})
