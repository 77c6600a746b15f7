import { describe } from 'vitest'
import { ref, schemasDocument } from '../support/documents.js'
import { judge, type TypeCase } from './support.js'

const text = { type: 'string' }

const branch = (kind: object, own: string, more: object = {}) => ({
  type: 'object',
  required: ['kind', own],
  properties: { kind, [own]: text },
  ...more,
})

const union = (mapping?: object) => ({
  oneOf: [ref('A'), ref('B')],
  discriminator: { propertyName: 'kind', ...(mapping && { mapping }) },
})

// The requirements of every union of A, which has `a`, and B, which has `b`.
const narrows = (a: string, b: string) => `
  export const one = (it: Schemas['It']): string => (it.kind === '${a}' ? it.a : it.b)
  export const other = (it: Schemas['It']): string => {
    switch (it.kind) {
      case '${a}': return it.a
      case '${b}': return it.b
    }
  }
  // @ts-expect-error the other branch has this member
  export const wrong = (it: Schemas['It']) => (it.kind === '${b}' ? it.a : '')
  // @ts-expect-error no branch has this tag
  export const none = (it: Schemas['It']) => it.kind === 'none'`

const cases: readonly (readonly [what: string, It: object, A: object, B: object])[] = [
  ['constants', union(), branch({ const: 'a' }, 'a'), branch({ const: 'b' }, 'b')],
  ['enumerations of one', union(), branch({ enum: ['a'] }, 'a'), branch({ enum: ['b'] }, 'b')],
  ['a mapping by name', union({ a: 'A', b: 'B' }), branch(text, 'a'), branch(text, 'b')],
  [
    'a mapping by reference',
    union({ a: '#/components/schemas/A', b: '#/components/schemas/B' }),
    branch(text, 'a'),
    branch(text, 'b'),
  ],
  [
    'a mapping, where the branches share one enumeration of all tags',
    union({ a: 'A', b: 'B' }),
    branch(ref('Kind'), 'a'),
    branch(ref('Kind'), 'b'),
  ],
  [
    'a mapping for one branch and a constant for the other',
    union({ a: 'A', other: 'B' }),
    branch(text, 'a'),
    branch({ const: 'b' }, 'b'),
  ],
  [
    'a mapping to a component that is only a reference',
    { ...union({ a: 'Alias', b: 'B' }), oneOf: [ref('Alias'), ref('B')] },
    branch(text, 'a'),
    branch(text, 'b'),
  ],
  [
    'a tag that stands in a base',
    union({ a: 'A', b: 'B' }),
    { allOf: [ref('Base'), branch({}, 'a', { properties: { a: text } })] },
    { allOf: [ref('Base'), branch({}, 'b', { properties: { b: text } })] },
  ],
  [
    'a union under anyOf',
    { anyOf: union().oneOf, discriminator: union({ a: 'A', b: 'B' }).discriminator },
    branch(text, 'a'),
    branch(text, 'b'),
  ],
  [
    'a union beside members that all branches share',
    { type: 'object', required: ['id'], properties: { id: text }, ...union({ a: 'A', b: 'B' }) },
    branch(text, 'a'),
    branch(text, 'b'),
  ],
]

const Base = { type: 'object', required: ['kind'], properties: { kind: text } }
const others = { Kind: { type: 'string', enum: ['a', 'b'] }, Alias: ref('A'), Base }

describe('unions narrow by', () => {
  const mapping = Object.fromEntries(['a', 'a2', 'a3', 'b'].map((tag) => [tag, tag[0]?.toUpperCase()]))
  judge([
    ...cases.map(([what, It, A, B]): TypeCase => ({
      what,
      tree: schemasDocument({ It, A, B, ...others }),
      code: narrows('a', 'b'),
    })),
    {
      what: 'names of components, where nothing is mapped',
      tree: schemasDocument({ It: union(), A: branch(text, 'a'), B: branch(text, 'b') }),
      code: narrows('A', 'B'),
    },
    {
      what: 'several tags of one branch',
      tree: schemasDocument({ It: union(mapping), A: branch(text, 'a'), B: branch(text, 'b') }),
      code: `
        export const own = (it: Schemas['It']): string => (it.kind === 'b' ? it.b : it.a)
        export const tag = (it: Schemas['It']): 'a' | 'a2' | 'a3' | 'b' => it.kind`,
    },
  ])
})
