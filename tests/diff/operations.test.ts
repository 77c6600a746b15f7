import { describe, expect, test } from 'vitest'
import { catalogue, entryOf } from '../../diff/index.js'
import { diff, documentOf, idsOf } from './support/documents.js'
import { operationRows } from './support/operation-rows.js'

const inverted = (id: string): string => {
  if (id.startsWith('request-')) return id.replace('request-', 'response-')
  return id.startsWith('response-') ? id.replace('response-', 'request-') : id
}

interface Setting {
  readonly name: string
  readonly operation: string
  readonly build: (operation: object) => object
  readonly idOf: (id: string) => string
}

const settings: readonly Setting[] = [
  {
    name: 'operation',
    operation: 'post /a',
    build: (post) => documentOf({ paths: { '/a': { post } } }),
    idOf: (id) => id,
  },
  {
    name: 'webhook',
    operation: 'webhook sent',
    build: (post) => documentOf({ webhooks: { sent: { post } } }),
    idOf: inverted,
  },
  {
    name: 'callback',
    operation: 'callback post /a on post {$url}',
    build: (post) => documentOf({ paths: { '/a': { post: { callbacks: { on: { '{$url}': { post } } } } } } }),
    idOf: inverted,
  },
  {
    name: 'callback of a callback',
    operation: 'callback post /a on post {$url} again post {$next}',
    build: (post) =>
      documentOf({
        paths: {
          '/a': {
            post: {
              callbacks: { on: { '{$url}': { post: { callbacks: { again: { '{$next}': { post } } } } } } },
            },
          },
        },
      }),
    idOf: (id) => id,
  },
]

const cases = operationRows.flatMap(([from, to, there, back]) => [
  [JSON.stringify(from), JSON.stringify(to), from, to, there] as const,
  [JSON.stringify(to), JSON.stringify(from), to, from, back] as const,
])

describe.each(settings)('$name', ({ build, idOf, operation }) => {
  test.each(cases)('%s -> %s', (_from, _to, from, to, ids) => {
    const changes = diff(build(from), build(to))
    expect(idsOf(changes)).toEqual(ids.map(idOf).sort())
    for (const change of changes) {
      expect(change.effect).toBe(entryOf(change.id)?.effect)
      if (!change.id.startsWith('callback-')) expect(change.uses[0]?.operation).toBe(operation)
      expect(change.sentence).toMatch(/^[A-Z`].*\.$/)
      expect(change.sentence).not.toMatch(/undefined|\{name\}|\{place\}|\{before\}|\{after\}|``/)
    }
  })
})

test('every id of the catalogue has a sentence and one effect', () => {
  expect(new Set(catalogue.map(({ id }) => id)).size).toBe(catalogue.length)
  for (const { title, says } of catalogue) expect(title.length * says.length).toBeGreaterThan(0)
})
