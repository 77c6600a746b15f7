import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { parse, stringify } from 'yaml'
import { diff, idsOf } from './support/documents.js'
import { newer, older } from './support/spelled.js'
import { realChangesOf } from './support/real-changes.js'
import { renamePathParameters, rewritingsFor, settled, upgrade } from './support/rewriting/index.js'

const asObject = (value: unknown): object => Object(value)

const found = (from: unknown, to: unknown): string[] =>
  [...new Set(diff(asObject(from), asObject(to)).map(({ id, from: at }) => `${id} ${at?.pointer}`))].sort()

const own = new Map<string, unknown>([
  ['3.0', older],
  ['3.1', newer],
])

test('each document has several real changes', () => {
  for (const document of own.values()) expect(realChangesOf(document).length).toBeGreaterThan(4)
})

describe.each([...own])('our own document of %s', (_name, document) => {
  const changed = realChangesOf(document)
    .map((real) => ({ document: real, expected: found(document, real) }))
    .filter(({ expected }) => expected.length > 0)

  test.each(rewritingsFor(document).map((one, index) => [one.name, one.rewrite, index] as const))(
    '%s',
    (_rewriting, rewrite, index) => {
      const other = structuredClone(rewrite(document))
      expect(found(document, other)).toEqual([])
      expect(found(other, document)).toEqual([])
      // One real change is found through the other spelling, at the same location, and alone.
      const real = changed[index % changed.length]
      expect(found(document, structuredClone(rewrite(real?.document)))).toEqual(real?.expected)
    },
  )

  test('every spelling, one after the other', () => {
    const all = rewritingsFor(document).filter(({ name }) => !/lists twice|behind|everything/.test(name))
    let other = document
    for (const { rewrite } of all.filter((_, index) => index % 4 === 0)) other = rewrite(other)
    expect(found(document, structuredClone(other))).toEqual([])
  })

  test('YAML with aliases, blocks and other numbers', () => {
    const once = new Map<string, unknown>()
    const shared: unknown = JSON.parse(JSON.stringify(document), (_key, value: unknown) => {
      const text = JSON.stringify(value)
      if (!once.has(text)) once.set(text, value)
      return once.get(text)
    })
    const text = stringify(shared, { aliasDuplicateObjects: true, defaultStringType: 'BLOCK_LITERAL' })
    const numbered = text
      .replaceAll(/: (\d+)$/gm, ': $1.0')
      .replaceAll('"maxLength": 30.0', '"maxLength": 3e1')
    expect(numbered).toMatch(/&a\d+\n[^]*\*a\d+\n[^]*": 3e1\n/)
    expect(found(document, parse(numbered, { maxAliasCount: -1 }))).toEqual([])
  })
})

const examples = 'node_modules/@readme/oas-examples'

const example = (path: string): unknown => settled(parse(readFileSync(`${examples}/${path}.json`, 'utf8')))

const paths = [
  '3.0/json/petstore',
  '3.0/json/polymorphism',
  '3.0/json/callbacks',
  '3.0/json/discriminators',
].concat('3.1/json/train-travel', '3.1/json/webhooks')

test.each(paths)('%s', (path) => {
  const document = example(path)
  const loud = rewritingsFor(document).filter(
    ({ rewrite }) => found(document, structuredClone(rewrite(document))).length > 0,
  )
  expect(loud.map(({ name }) => name)).toEqual([])
})

test.each([older, example('3.0/json/petstore'), example('3.0/json/callbacks')])(
  'in OpenAPI 3.1',
  (document) => {
    const upgraded = upgrade(document)
    expect(idsOf(diff(asObject(document), asObject(upgraded)))).toEqual(['info-changed'])
    expect(idsOf(diff(asObject(upgraded), asObject(document)))).toEqual(['info-changed'])
  },
)

test('another name of a parameter in a path is documentation: addresses are the same, names in code are not', () => {
  const changes = diff(asObject(older), asObject(renamePathParameters(older)))
  expect(new Set(idsOf(changes))).toEqual(new Set(['path-parameter-renamed']))
  expect(new Set(changes.map(({ effect }) => effect))).toEqual(new Set(['documentation']))
})
