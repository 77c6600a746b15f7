import { describe, expect, it } from 'vitest'
import { resolveAnchors } from '../../../generator/load/anchors.js'

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
