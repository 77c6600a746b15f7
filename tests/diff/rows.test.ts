import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { parse, stringify } from 'yaml'
import { type Change, catalogue, entryOf } from '../../diff/index.js'
import {
  content,
  diff,
  documentOf,
  idsBothWays,
  idsOf,
  type Json,
  settings,
  withOperation,
} from './support/documents.js'
import {
  across,
  components,
  documentRows,
  equal,
  equalOperations,
  type Kinds,
  operationRows,
  type Row,
  schemaRows,
  tableOf,
} from './support/tables.js'

/** Each row there and back, with a title. */
const bothWays = <Side>(rows: readonly Row<Side>[]) =>
  rows.flatMap(([from, to, there = [], back = []]) => [
    { from, to, kinds: there, title: `${JSON.stringify(from)} -> ${JSON.stringify(to)}` },
    { from: to, to: from, kinds: back, title: `${JSON.stringify(to)} -> ${JSON.stringify(from)}` },
  ])

const known = new Set(catalogue.map(({ id }) => id))

const idsIn = (kinds: Kinds, flow: 'request' | 'response'): string[] => {
  const own = typeof kinds === 'string' || 'map' in kinds ? kinds : kinds[flow]
  return [own].flat().flatMap((kind) => (kind === '' ? [] : [known.has(kind) ? kind : `${flow}-${kind}`]))
}

const expectChanges = (changes: readonly Change[], ids: readonly string[]): void => {
  expect(idsOf(changes)).toEqual(ids.toSorted())
  for (const change of changes) {
    const entry = entryOf(change.id)
    expect(change.effect).toBe(entry?.effect)
    expect(change.direction).toBe(entry?.direction)
    expect(change.sentence).toMatch(/^[A-Z`].*\.$/)
    expect(change.sentence).not.toMatch(/undefined|\{name\}|\{location\}|\{before\}|\{after\}|``/)
  }
}

describe.each(settings)('schemas in a $name', ({ flow, operation, build }) => {
  test.each(bothWays(schemaRows))('$title', ({ from, to, kinds }) => {
    const changes = diff(documentOf(build(from)), documentOf(build(to)))
    expectChanges(changes, idsIn(kinds, flow))
    for (const { uses } of changes) expect(uses.map(({ operation: one }) => one)).toEqual([operation])
  })

  const beside = (schema: Json, openapi?: string): object => {
    const built: { components?: { schemas: object } } = build(schema)
    return documentOf(
      { ...built, components: { schemas: { ...components, ...built.components?.schemas } } },
      openapi,
    )
  }

  test.each(equal)('%j is %j', (from, to) => {
    expect(idsBothWays(beside(from), beside(to))).toEqual([[], []])
  })

  // OpenAPI 3.0 has no webhooks.
  test.each(operation.includes('webhook') ? [] : across)('%j of OpenAPI 3.0 is %j of 3.1', (from, to) => {
    const all = ['info-changed']
    expect(idsBothWays(beside(from, '3.0.3'), beside(to, '3.1.0'))).toEqual([all, all])
  })
})

const inverted = (id: string): string => {
  if (id.startsWith('request-')) return id.replace('request-', 'response-')
  return id.startsWith('response-') ? id.replace('response-', 'request-') : id
}

const inPath = (post: object): object => documentOf({ paths: { '/a': { post } } })
const inWebhook = (post: object): object => documentOf({ webhooks: { sent: { post } } })
const calledBack = (post: object, name = 'on', url = '{$url}'): object => ({
  callbacks: { [name]: { [url]: { post } } },
})

const operationSettings: readonly {
  readonly name: string
  readonly operation: string
  readonly build: (operation: object) => object
  readonly isInverted?: true
}[] = [
  { name: 'path', operation: 'post /a', build: inPath },
  { name: 'webhook', operation: 'webhook sent', build: inWebhook, isInverted: true },
  {
    name: 'webhook of OpenAPI 3.0',
    operation: 'webhook sent',
    build: (post) => documentOf({ openapi: '3.0.3', 'x-webhooks': { sent: { post } } }),
    isInverted: true,
  },
  {
    name: 'callback',
    operation: 'callback post /a on post {$url}',
    build: (post) => inPath(calledBack(post)),
    isInverted: true,
  },
  {
    name: 'callback of a callback',
    operation: 'callback post /a on post {$url} again post {$next}',
    build: (post) => inPath(calledBack(calledBack(post, 'again', '{$next}'))),
  },
]

describe.each(operationSettings)('operations in a $name', ({ build, isInverted, operation }) => {
  test.each(bothWays(operationRows))('$title', ({ from, to, kinds }) => {
    const changes = diff(build(from), build(to))
    const ids = [kinds as string | readonly string[]].flat()
    expectChanges(changes, isInverted ? ids.map(inverted) : ids)
    for (const change of changes)
      if (!change.id.startsWith('callback-')) expect(change.uses[0]?.operation).toBe(operation)
  })
})

test.each(equalOperations)('operations: %j is %j', (from, to) => {
  expect(idsBothWays(withOperation(from), withOperation(to))).toEqual([[], []])
})

test.each(bothWays(documentRows))('documents: $title', ({ from, to, kinds }) => {
  expectChanges(diff(documentOf(from), documentOf(to)), [kinds as string | readonly string[]].flat())
})

test('a text with aliases, blocks and other numbers is the same document', () => {
  const text = readFileSync('fixtures/generator/golden/input.yaml', 'utf8')
  const document: object = parse(text)
  const once = new Map<string, unknown>()
  const shared: unknown = JSON.parse(JSON.stringify(document), (_key, value: unknown) => {
    const json = JSON.stringify(value)
    if (!once.has(json)) once.set(json, value)
    return once.get(json)
  })
  const respelled = stringify(shared, { aliasDuplicateObjects: true, defaultStringType: 'BLOCK_LITERAL' })
  const numbered = respelled.replaceAll(/: (\d+)$/gm, ': $1.0')
  expect(numbered).toMatch(/&a\d+\n[^]*\*a\d+\n[^]*: \d+\.0\n/)
  expect(idsBothWays(document, parse(numbered, { maxAliasCount: -1 }))).toEqual([[], []])
})

test('every id of the catalogue is found by some row', () => {
  const pairs = [
    ...documentRows.map(([from, to]) => [documentOf(from), documentOf(to)] as const),
    ...[inPath, inWebhook].flatMap((build) =>
      operationRows.map(([from, to]) => [build(from), build(to)] as const),
    ),
    ...settings
      .slice(0, 2)
      .flatMap(({ build }) =>
        schemaRows.map(([from, to]) => [documentOf(build(from)), documentOf(build(to))] as const),
      ),
  ]
  const found = new Set(pairs.flatMap(([from, to]) => idsBothWays(from, to).flat()))
  expect(catalogue.map(({ id }) => id).filter((id) => !found.has(id))).toEqual([])
})

type SentenceRow = readonly [from: object, to: object, ...sentences: string[]]
const tables = tableOf<Record<'schemas' | 'operations' | 'documents', readonly SentenceRow[]>>('sentences')

test.each(
  Object.entries(tables).flatMap(([where, rows]) =>
    where === 'named' ? [] : rows.map(([from, to, ...sentences]) => ({ where, from, to, sentences })),
  ),
)('sentences of $where: $from to $to', ({ where, from, to, sentences }) => {
  const around = (one: object): object => {
    if (where === 'documents') return documentOf(one)
    if (where === 'operations') return withOperation(one)
    const responses = { '200': content({ $ref: '#/components/schemas/B' }) }
    return { ...withOperation({ responses }), components: { schemas: { B: one } } }
  }
  expect(diff(around(from), around(to)).map(({ sentence }) => sentence)).toEqual(sentences)
})
