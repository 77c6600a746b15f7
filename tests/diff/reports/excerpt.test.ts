import { expect, test } from 'vitest'
import { diffDocuments } from '../../../diff/index.js'
import { differingTexts, excerptOf } from '../../../diff/reports/summary/excerpt.js'

import { documentOf as referenceOf } from '../../specs/documents.js'
import { documentOf } from '../support/documents.js'

const withSchema = (schema: object, path = '/pets') => {
  const responses = { 200: { description: 'ok', content: { 'application/json': { schema } } } }
  return documentOf({ paths: { [path]: { get: { operationId: 'listPets', responses } } } })
}

const object = (properties: object, rest: object = {}) => withSchema({ type: 'object', properties, ...rest })

const text = { type: 'string' }

const oneExcerpt = (from: object, to: object): readonly string[] => {
  const changes = diffDocuments({ document: from }, { document: to })
  expect(changes).toHaveLength(1)
  return changes.flatMap((change) => excerptOf(from, to, change))
}

test('an operation is shown below its path', () => {
  const paths = [withSchema(text), withSchema(text, '/toys')].map((one) => Reflect.get(one, 'paths'))
  const two = documentOf({ paths: Object.assign({}, ...paths) })
  const lines = oneExcerpt(two, withSchema(text))
  expect(lines.slice(0, 3)).toEqual(['-/toys:', '-  get:', '-    operationId: listPets'])
  expect(lines.some((line) => line.startsWith('+'))).toBe(false)
})

test('long texts begin where they differ, and nothing has more than so many lines', () => {
  const long = 'w '.repeat(300)
  const from = object({ name: { ...text, pattern: `${long}old` } })
  const to = object({ name: { ...text, pattern: `${long}new` } })
  expect(oneExcerpt(from, to)).toEqual([
    ' name:',
    '-  pattern: "…w w w w w w w w w w w w old"',
    '+  pattern: "…w w w w w w w w w w w w new"',
  ])
  const many = Object.fromEntries(Array.from({ length: 400 }, (_, index) => [`p${index}`, text]))
  const lines = oneExcerpt(object({ a: text }), object({ a: text, b: { type: 'object', properties: many } }))
  expect(lines.length).toBeGreaterThan(5)
  expect(lines.length).toBeLessThan(26)
})

test('every change of the reference documents has lines, and some that differ', () => {
  const [from, to] = [referenceOf('2025-03-13'), referenceOf('2026-08-01')]
  const changes = diffDocuments({ document: from }, { document: to })
  const empty = changes.filter((change) => !excerptOf(from, to, change).some((line) => /^[-+]/.test(line)))
  expect(empty.map(({ id }) => id)).toEqual([])
})

test('a document that contains itself ends', () => {
  const [from, to] = [object({ a: text }), object({ a: { type: 'integer' } })]
  const loop: Record<string, unknown> = { type: 'object' }
  loop['properties'] = { self: loop }
  const [change] = diffDocuments({ document: from }, { document: to })
  if (!change) throw new Error('no change')
  const moved = { ...change, from: { pointer: '#/x-loop' }, to: { pointer: '#/info' } }
  expect(excerptOf({ ...from, 'x-loop': loop }, { ...to, 'x-loop': loop }, moved).length).toBeGreaterThan(0)
})

const a = (count: number) => 'a'.repeat(count)

// Texts of more than 90 characters are cut, and from 49 equal characters on they begin 24 before the difference.
test.each([
  ['b', 'c', 'b', 'c'],
  ['true', a(90), "'true'", a(90)],
  [`${a(48)}b`, a(91), `"${a(48)}b"`, `"${a(89)}…`],
  [`${a(49)}b`, a(91), `"…${a(24)}b"`, `"…${a(66)}"`],
  [`${a(49)}b`, a(115), `"…${a(24)}b"`, `"…${a(88)}`],
  [`${a(49)}b`, a(116), `"…${a(24)}b"`, `"…${a(88)}…`],
  [a(91), `${a(91)}b`, `"…${a(24)}"`, `"…${a(24)}b"`],
])('%s and %s are shown as %s and %s', (before, after, ...shown) => {
  expect(differingTexts(before, after)).toEqual(shown)
})
