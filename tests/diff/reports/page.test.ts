import { createHash } from 'node:crypto'
import { inflateRawSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { diffDocuments, renderDiffHtml } from '../../../diff/index.js'
import { areasOf } from '../../../diff/reports/summary/summary.js'
import { changeOf, reportOf } from '../make.js'

/** Two documents between which a thousand things change, no two alike. */
const thousand = (isNew: boolean) => {
  const numbers = Array.from({ length: 250 }, (_, index) => index)
  const property = (index: number) => ({
    id: { type: 'string', format: 'uuid' },
    size: { type: isNew ? 'integer' : 'number', minimum: index },
    state: { type: 'string', enum: ['open', 'closed', ...(isNew ? [`new_${index}`] : [])] },
    ...(isNew
      ? { [`new_${index}`]: { type: 'boolean' } }
      : { [`old_${index}`]: { type: 'string', description: `Of thing ${index}` } }),
  })
  return {
    openapi: '3.1.0',
    info: { title: 'Things', version: '1' },
    components: {
      schemas: Object.fromEntries(
        numbers.map((index) => [`Thing${index}`, { type: 'object', properties: property(index) }]),
      ),
    },
    paths: Object.fromEntries(
      numbers.map((index) => [
        `/v1/things-${index}/{id}`,
        {
          get: {
            operationId: `getThing${index}`,
            responses: {
              200: {
                description: 'ok',
                content: { 'application/json': { schema: { $ref: `#/components/schemas/Thing${index}` } } },
              },
            },
          },
        },
      ]),
    ),
  }
}

interface Data {
  readonly items: readonly {
    readonly title: string
    readonly sections: readonly { readonly excerpt?: number }[]
  }[]
  readonly excerpts: readonly string[]
}

const dataOf = (html: string): Data =>
  JSON.parse(
    inflateRawSync(Buffer.from(/data-packed>([^<]*)</.exec(html)?.[1] ?? '', 'base64')).toString(),
  ) as Data

describe('a page of a thousand changes', () => {
  const [from, to] = [thousand(false), thousand(true)]
  const lines = (side: 'from' | 'to') => (pointer: string | undefined, index: number) =>
    pointer === undefined ? {} : { [side]: { pointer, line: 1_000 + index * 7 } }
  const changes = diffDocuments({ document: from }, { document: to }).map((change, index) =>
    Object.assign(
      {},
      change,
      lines('from')(change.from?.pointer, index),
      lines('to')(change.to?.pointer, index),
    ),
  )
  const context = {
    from: { document: from, href: '../specs/2026-07-01.json' },
    to: { document: to, href: '../specs/2026-08-01.json' },
  }
  const html = renderDiffHtml(reportOf(changes), context)
  const { items, excerpts } = dataOf(html)

  test('has less than 200 kB with everything in it', () => {
    expect(changes.length).toBeGreaterThanOrEqual(1_000)
    expect(items).toHaveLength(changes.length)
    expect(items.filter(({ sections }) => sections[0]?.excerpt === undefined)).toEqual([])
    expect(Buffer.byteLength(html)).toBeLessThan(200_000)
  })

  test('has each excerpt once', () => {
    expect(new Set(excerpts).size).toBe(excerpts.length)
    expect(excerpts).toContain(' properties:\n-  old_7:\n-    type: string\n-    description: Of thing 7')
  })

  test('shows the first changes without a script, and says how many are left of each group', () => {
    const plain = /<noscript>[^]*<\/noscript>/.exec(html)?.[0] ?? ''
    expect(plain.includes('<a href="../specs/2026-07-01.json#L')).toBe(true)
    expect(plain.includes('\n-  old_0:\n')).toBe(true)
    const groups = plain.split('<h2>').slice(1)
    const counts = groups.map((group) => {
      const [all, more] = [/<small>(\d+) changes</, /<p>(\d+) more are/].map((one) =>
        Number(one.exec(group)?.[1]),
      )
      return [all, more, group.match(/<h3>/g)?.length ?? 0] as const
    })
    expect(counts.map(([all = 0, more = 0, shown]) => all - more - shown)).toEqual([0, 0])
    expect(counts[0]?.[2]).toBeGreaterThan(20)
  })
})

/** Texts that compress badly, the same in every run. */
const noise = (index: number): string =>
  ['a', 'b', 'c', 'd'].map((salt) => createHash('sha512').update(`${salt}${index}`).digest('hex')).join('')

test.each([
  [1_000, 200_000],
  [3_000, 600_000],
])('%i changes of long texts that do not compress: cut, with a note that says so', (count, longest) => {
  const schemas = (type: string, sign: number) => ({
    openapi: '3.1.0',
    components: {
      schemas: Object.fromEntries(
        Array.from({ length: count }, (_, index) => [
          `S${index}`,
          { type, title: noise(sign * index), pattern: noise(sign * (index + count)), format: noise(sign) },
        ]),
      ),
    },
  })
  const changes = Array.from({ length: count }, (_, index) =>
    changeOf(index % 3 === 0 ? 'request-property-added' : 'response-property-removed', {
      sentence: noise(index).slice(0, 100),
      from: { pointer: `#/components/schemas/S${index}` },
      to: { pointer: `#/components/schemas/S${index}` },
    }),
  )
  const html = renderDiffHtml(reportOf(changes), {
    from: { document: schemas('string', 1) },
    to: { document: schemas('integer', -1) },
  })
  expect(Buffer.byteLength(html)).toBeLessThan(longest)
  const { items } = dataOf(html)
  expect(items).toHaveLength(count)
  const [, figures = ''] = /class="figures">(.*?)<\/ul>/s.exec(html) ?? []
  const shown = Array.from(figures.matchAll(/class="value[^>]*>\D*(\d+)/g), ([, number]) => Number(number))
  const { breaks, mayBreak, safe, mint } = reportOf(changes).counts
  expect(shown).toEqual([breaks, mayBreak, safe, mint].filter((number) => number > 0))
  const whole = items.filter(({ sections }) => sections[0]?.excerpt !== undefined).length
  expect(whole).toBeGreaterThan(10)
  expect(html).toContain(`only the first ${whole} of ${count} changes, the worst first, have their fragments`)
  expect(html.match(/<h3>/g)?.length).toBeGreaterThan(10)
})

test('a change that reaches no operation is one of the document', () => {
  const { changes } = reportOf([changeOf('tag-added', { uses: [] })])
  expect(changes.map(areasOf(changes))).toEqual([['the document']])
})

test('an area is the first segment that paths do not all share', () => {
  const uses = ['/v1/users', '/v1/quotes', '/v2/quotes'].map((path) => ({
    operation: `get ${path}`,
    within: 'response 200',
  }))
  const { changes } = reportOf([changeOf('tag-added', { uses })])
  expect(changes.map(areasOf(changes))).toEqual([['/v1', '/v2']])
})

test('a clause of the policy is quoted where it has words', () => {
  const changes = ['response-property-removed', 'text-changed'].map((id) => changeOf(id))
  const html = renderDiffHtml(reportOf(changes), { from: { document: {} }, to: { document: {} } })
  expect(html).toContain('“a new version is minted for: a response field removed or renamed”')
  expect(html).toContain('<small>may ship</small>')
})
