import { expect, test } from 'vitest'
import { catalogue, entryOf } from '../../diff/index.js'
import { diff, idsOf, documentOf, settings } from './support/documents.js'
import { documentRows } from './support/document-rows.js'
import { operationRows } from './support/operation-rows.js'
import { schemaRows } from './support/schema-rows.js'

const cases = documentRows.flatMap(([from, to, there, back]) => [
  [there[0] ?? '', from, to, there] as const,
  [back[0] ?? '', to, from, back] as const,
])

test.each(cases)('%s', (_name, from, to, ids) => {
  const changes = diff(from, to)
  expect(idsOf(changes)).toEqual([...ids].sort())
  for (const change of changes) {
    expect(change.effect).toBe(entryOf(change.id)?.effect)
    expect(change.sentence).toMatch(/^[A-Z`].*\.$/)
    expect(change.sentence).not.toMatch(/undefined|\{name\}|\{location\}|\{before\}|\{after\}|``/)
  }
})

const operationIn = (post: object): object => documentOf({ paths: { '/a': { post } } })
const operationOut = (post: object): object => documentOf({ webhooks: { sent: { post } } })

const allPairs = (): (readonly [object, object])[] => [
  ...documentRows.map(([from, to]) => [from, to] as const),
  ...operationRows.flatMap(([from, to]) => [
    [operationIn(from), operationIn(to)] as const,
    [operationOut(from), operationOut(to)] as const,
  ]),
  ...schemaRows.flatMap(([from, to]) =>
    settings.slice(0, 2).map(({ build }) => [documentOf(build(from)), documentOf(build(to))] as const),
  ),
]

test('every id of the catalogue is found by some pair of documents', () => {
  const found = new Set(
    allPairs().flatMap(([from, to]) => idsOf(diff(from, to)).concat(idsOf(diff(to, from)))),
  )
  expect(catalogue.map(({ id }) => id).filter((id) => !found.has(id))).toEqual([])
})
