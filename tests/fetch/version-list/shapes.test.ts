import { describe, expect, test } from 'vitest'
import { fetchDocuments } from '../../../fetch/index.js'
import { isObject } from '../../../document/index.js'
import { tableIn } from '../../support/table.js'
import { errorOf } from '../../support/failure.js'
import { dates, documentOf, goodPages, json, type Page, startPages } from '../support/service.js'

const [first] = dates

/** A list of the table, with the entries of all versions written out. */
const inFull = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(inFull)
  if (!isObject(value)) return value
  const of = (template: unknown) => (date: string) =>
    JSON.parse(JSON.stringify(template).replaceAll('DATE', date)) as unknown
  if ('each' in value) return dates.map(of(value['each']))
  if ('keyed' in value) return Object.fromEntries(dates.map((date) => [date, of(value['keyed'])(date)]))
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, inFull(one)]))
}

const lists = tableIn<{
  readonly plain: readonly (readonly [name: string, list: unknown, standard?: string])[]
  readonly searched: readonly (readonly [name: string, list: unknown, standard?: string])[]
  readonly refused: readonly (readonly [name: string, list: unknown, reason: string])[]
  readonly locations: readonly (readonly [name: string, url: string, code: string])[]
}>(import.meta.dirname, 'lists.yaml')

describe('what the version list may look like', () => {
  const taken = [...lists.plain, ...lists.searched].map(([name, list, standard = null]) => ({
    name,
    list: inFull(list),
    standard,
  }))
  test.each(taken)('$name', async ({ list, standard }) => {
    const service = await startPages(goodPages('', list))
    const set = await fetchDocuments({ specUrl: service.url })
    expect(set.default).toBe(standard)
    expect(set.documents.map(({ version }) => version)).toEqual(dates)
    expect(set.documents.map(({ url }) => url)).toEqual(dates.map((date) => `${service.url}/spec/${date}`))
  })

  test('absolute locations', async () => {
    const pages: Record<string, Page> = goodPages()
    const service = await startPages(pages)
    pages['/spec/versions'] = json([{ version: first, url: `${service.url}/spec/${first}?as=json` }])
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
  const days = Array.from({ length: 501 }, (_, i) => new Date(i * 864e5).toISOString().slice(0, 10))
  const refused = [
    ...lists.refused.map(([name, list, reason]) => [name, inFull(list), reason] as const),
    ['more versions than anybody mints', days, 'more than 500'] as const,
    [
      'as many as are read',
      { days: days.slice(1), default: '2025-13-01' },
      '"2025-13-01" is not a date',
    ] as const,
  ]
  test.each(refused)('%s', async (_, list, reason) => {
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
    expect(message).toMatch(/Received: \{"a":" 31m x{100,160}…$/)
    expect(message).not.toMatch(/\p{C}/u)
  })

  test.each(lists.locations)('a location with %s', async (_, url, code) => {
    const service = await startPages(goodPages('', [{ version: first, url }]))
    const error = await errorOf(fetchDocuments({ specUrl: service.url }))
    expect(error).toMatchObject({ code, exitCode: 2 })
    expect(`${error.message} ${error.fix}`).not.toContain('hush-hush')
    expect(service.requests).toHaveLength(1)
  })
})
