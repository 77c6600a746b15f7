import { describe, expect, it } from 'vitest'
import { resolveAnchors } from '../../../document/index.js'

const treeOf = (schemas: object) => ({ components: { schemas } })

describe('a reference by an anchor', () => {
  it.each([
    ['$ref', { $anchor: 'one' }],
    ['$ref', { $dynamicAnchor: 'one' }],
    ['$dynamicRef', { $dynamicAnchor: 'one' }],
    ['$dynamicRef', { $anchor: 'one' }],
  ])('%s to %j becomes a pointer', (keyword, anchor) => {
    const tree = treeOf({ A: { properties: { a: anchor } }, B: { items: { [keyword]: '#one' } } })
    expect(resolveAnchors(tree)).toEqual([])
    expect(tree).toMatchObject(treeOf({ B: { items: { $ref: '#/components/schemas/A/properties/a' } } }))
  })

  it.each([
    ['that names nothing', { B: { $ref: '#two' } }],
    ['that two schemas have', { B: { $ref: '#one' }, A2: { $anchor: 'one' } }],
    ['that stands in an example', { B: { example: { $ref: '#one' } } }],
  ])('%s stays', (_what, schemas) => {
    const tree = treeOf({ A: { $anchor: 'one' }, ...schemas })
    const before = structuredClone(tree)
    expect(resolveAnchors(tree)).toEqual([])
    expect(tree).toEqual(before)
  })

  it('stays and is told where it is dynamic, and several schemas have it', () => {
    const node = { $dynamicAnchor: 'node', properties: { next: { $dynamicRef: '#node' } } }
    const left = resolveAnchors(treeOf({ A: node, B: structuredClone(node) }))
    expect(left).toEqual([
      ['components', 'schemas', 'A', 'properties', 'next', '$dynamicRef'],
      ['components', 'schemas', 'B', 'properties', 'next', '$dynamicRef'],
    ])
  })
})

describe('a reference by an identifier', () => {
  const a = { $id: 'https://example.com/a.json', properties: { b: { $ref: 'b.json' } } }
  const b = { $id: 'https://example.com/b.json', $defs: { c: { type: 'string' } } }

  it.each([
    ['that is whole', 'https://example.com/b.json', '#/components/schemas/B'],
    ['with a pointer', 'https://example.com/b.json#/$defs/c', '#/components/schemas/B/$defs/c'],
  ])('%s becomes a pointer', (_what, ref, pointer) => {
    const tree = treeOf({ A: structuredClone(a), B: structuredClone(b), D: { $ref: ref } })
    expect(resolveAnchors(tree)).toEqual([])
    expect(tree).toMatchObject(treeOf({ D: { $ref: pointer } }))
    expect(tree).toMatchObject(treeOf({ A: { properties: { b: { $ref: '#/components/schemas/B' } } } }))
  })

  it.each([
    ['within it', '#/$defs/c', '#/components/schemas/B/$defs/c'],
    ['to all of it', '#', '#/components/schemas/B'],
    ['to a component, in spite of it', '#/components/schemas/C', '#/components/schemas/C'],
  ])('%s is a pointer into the document', (_what, $ref, pointer) => {
    const tree = treeOf({ B: { ...structuredClone(b), items: { $ref } }, C: {} })
    expect(resolveAnchors(tree)).toEqual([])
    expect(tree).toMatchObject(treeOf({ B: { items: { $ref: pointer } } }))
  })

  it.each([
    ['that no schema has', { A: { $id: 'https://example.com/a.json' }, B: { $ref: 'c.json' } }],
    ['that two schemas have', { A: { $id: 'urn:x' }, A2: { $id: 'urn:x' }, B: { $ref: 'urn:x' } }],
    ['to a file, where none has one', { B: { $ref: './b.json' } }],
  ])('%s stays', (_what, schemas) => {
    const tree = treeOf(schemas)
    const before = structuredClone(tree)
    resolveAnchors(tree)
    expect(tree).toEqual(before)
  })
})

it.each([
  ['leads to the schema around it that says so', true, { $ref: '#/components/schemas/A' }, []],
  [
    'is told where none does',
    false,
    { $recursiveRef: '#' },
    [['components', 'schemas', 'A', 'items', '$recursiveRef']],
  ],
])('a recursive reference of an older dialect %s', (_what, $recursiveAnchor, items, left) => {
  const tree = treeOf({ A: { $recursiveAnchor, items: { $recursiveRef: '#' } } })
  expect(resolveAnchors(tree)).toEqual(left)
  expect(tree).toMatchObject(treeOf({ A: { items } }))
})
