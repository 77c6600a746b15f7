import { inflateRawSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { diffDocuments } from '../../../diff/index.js'
import { renderDiffHtml } from '../../../diff/reports/index.js'
import { reportOf } from '../make.js'

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
    expect(excerpts).toContain(' size:\n-  type: number\n+  type: integer\n   minimum: 7')
  })

  test('shows the worst whole without a script, and says how many are left', () => {
    const plain = /<noscript>[^]*<\/noscript>/.exec(html)?.[0] ?? ''
    expect(plain.includes('<a href="../specs/2026-07-01.json#L')).toBe(true)
    expect(plain.includes('<ins>+     - new_0</ins>')).toBe(true)
    const shown = plain.match(/<h3>/g)?.length ?? 0
    expect(shown).toBeGreaterThan(50)
    expect(plain).toContain(
      `The rest, ${changes.length - shown} of ${changes.length}, is shown by the script`,
    )
  })
})
