import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { diff, idsOf } from './support/documents.js'
import { newer, older } from './support/spelled.js'
import { realChangesOf } from './support/real-changes.js'
import { renamePathParameters, rewritingsFor, settled, upgrade } from './support/rewriting/index.js'

const examples = 'node_modules/@readme/oas-examples'

const example = (path: string): unknown => settled(parse(readFileSync(`${examples}/${path}.json`, 'utf8')))

const documents = new Map<string, unknown>([
  ['our own of 3.0', older],
  ['our own of 3.1', newer],
  ['petstore', example('3.0/json/petstore')],
  ['polymorphism', example('3.0/json/polymorphism')],
  ['callbacks', example('3.0/json/callbacks')],
  ['discriminators', example('3.0/json/discriminators')],
  ['train travel', example('3.1/json/train-travel')],
  ['webhooks', example('3.1/json/webhooks')],
])

const asObject = (value: unknown): object => Object(value)

const found = (from: unknown, to: unknown): string[] =>
  [...new Set(diff(asObject(from), asObject(to)).map(({ id, from: at }) => `${id} ${at?.pointer}`))].sort()

test('each document has several real changes', () => {
  for (const document of documents.values()) expect(realChangesOf(document).length).toBeGreaterThan(1)
})

describe.each([...documents])('%s', (_name, document) => {
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
      if (real === undefined) return
      expect(found(document, structuredClone(rewrite(real.document)))).toEqual(real.expected)
    },
  )
})

test.each(['our own of 3.0', 'petstore', 'callbacks'])('%s in OpenAPI 3.1', (name) => {
  const document = documents.get(name)
  const upgraded = upgrade(document)
  expect(idsOf(diff(asObject(document), asObject(upgraded)))).toEqual(['info-changed'])
  expect(idsOf(diff(asObject(upgraded), asObject(document)))).toEqual(['info-changed'])
})

test('another name of a parameter in a path is documentation: addresses are the same, names in code are not', () => {
  const changes = diff(asObject(older), asObject(renamePathParameters(older)))
  expect(new Set(idsOf(changes))).toEqual(new Set(['path-parameter-renamed']))
  expect(new Set(changes.map(({ effect }) => effect))).toEqual(new Set(['documentation']))
})
