import { describe, expect, test } from 'vitest'
import { diffDocuments } from '../../diff/index.js'
import { excerptOf } from '../../diff/excerpts/excerpt.js'
import { differingTexts } from '../../diff/excerpts/tree.js'
import { documentOf as referenceOf } from '../specs/documents.js'
import { tableOf } from './support/tables.js'

const withSchema = (schema: object, path = '/pets') => ({
  openapi: '3.1.0',
  info: { title: 'Pets', version: '1' },
  paths: {
    [path]: {
      get: {
        operationId: 'listPets',
        responses: { 200: { description: 'ok', content: { 'application/json': { schema } } } },
      },
    },
  },
})

const object = (properties: object, rest: object = {}) => withSchema({ type: 'object', properties, ...rest })

const text = { type: 'string' }

const { rows } = tableOf<{
  readonly rows: readonly (readonly [what: string, from: object, to: object, lines: string])[]
}>('excerpts')

const oneExcerpt = (from: object, to: object): readonly string[] => {
  const changes = diffDocuments({ document: from }, { document: to })
  expect(changes).toHaveLength(1)
  return changes.flatMap((change) => excerptOf(from, to, change))
}

test.each(rows)('%s', (_name, from, to, want) => {
  expect(oneExcerpt(withSchema(from), withSchema(to)).join('|')).toBe(want)
})

test('an operation is shown below its path', () => {
  const two = {
    ...withSchema(text),
    paths: { ...withSchema(text).paths, ...withSchema(text, '/toys').paths },
  }
  const lines = oneExcerpt(two, withSchema(text))
  expect(lines.slice(0, 3)).toEqual(['-/toys:', '-  get:', '-    operationId: listPets'])
  expect(lines.some((line) => line.startsWith('+'))).toBe(false)
})

test('long texts begin where they differ, and nothing has more than so many lines', () => {
  const long = 'w '.repeat(300)
  const from = object({ name: { ...text, pattern: `${long}old` } })
  const to = object({ name: { ...text, pattern: `${long}new` } })
  expect(oneExcerpt(from, to).slice(2)).toEqual([
    '-  pattern: "…w w w w w w w w w w w w old"',
    '+  pattern: "…w w w w w w w w w w w w new"',
  ])
  const many = Object.fromEntries(Array.from({ length: 400 }, (_, index) => [`p${index}`, text]))
  const [first] = diffDocuments(
    { document: object({ a: text }) },
    { document: object({ a: text, b: { type: 'object', properties: many } }) },
  )
  const lines = first
    ? excerptOf(object({ a: text }), object({ a: text, b: { type: 'object', properties: many } }), first)
    : []
  expect(lines.length).toBeGreaterThan(5)
  expect(lines.length).toBeLessThan(26)
})

describe('of the reference documents', () => {
  const [from, to] = [referenceOf('2025-03-13'), referenceOf('2026-08-01')]
  const changes = diffDocuments({ document: from }, { document: to })

  test('every change has lines, and some that differ', () => {
    const empty = changes.filter((change) => !excerptOf(from, to, change).some((line) => /^[-+]/.test(line)))
    expect(empty.map(({ id }) => id)).toEqual([])
  })
})

test('a document that contains itself ends', () => {
  const [from, to] = [object({ a: text }), object({ a: { type: 'integer' } })]
  const loop: Record<string, unknown> = { type: 'object' }
  loop['properties'] = { self: loop }
  const [before, after] = [
    { ...from, 'x-loop': loop },
    { ...to, 'x-loop': loop },
  ]
  const [change] = diffDocuments({ document: from }, { document: to })
  expect(
    change &&
      excerptOf(before, after, { ...change, from: { pointer: '#/x-loop' }, to: { pointer: '#/info' } })
        .length,
  ).toBeGreaterThan(0)
})

const a = (count: number) => 'a'.repeat(count)

// Texts of more than 90 characters are cut, and from 49 equal characters on they begin 24 before the difference.
test.each([
  ['b', 'c', 'b', 'c'],
  ['no', a(90), '"no"', a(90)],
  [`${a(48)}b`, a(91), `"${a(48)}b"`, `"${a(89)}…`],
  [`${a(49)}b`, a(91), `"…${a(24)}b"`, `"…${a(66)}"`],
  [`${a(49)}b`, a(115), `"…${a(24)}b"`, `"…${a(88)}`],
  [`${a(49)}b`, a(116), `"…${a(24)}b"`, `"…${a(88)}…`],
  [a(91), `${a(91)}b`, `"…${a(24)}"`, `"…${a(24)}b"`],
])('%s and %s are shown as %s and %s', (before, after, ...shown) => {
  expect(differingTexts(before, after)).toEqual(shown)
})
