import { beforeAll, describe, expect, it } from 'vitest'
import type { Surface } from '../../runtime/surface.js'
import { ref, type SchemaCase } from './support/cases.js'
import { schemasDocument } from './support/documents.js'
import { surfaceOf, temporaryFolder, validatorOf } from './support/generated.js'

const folder = temporaryFolder()

const has = (...names: readonly string[]): object => ({
  required: names,
  properties: Object.fromEntries(names.map((name) => [name, true])),
})
const closed = { unevaluatedProperties: false }
const conditionWords = ['if', 'then', 'else']
// A literal with `then` would be taken for a promise.
const condition = (...schemas: readonly unknown[]): object =>
  Object.fromEntries(schemas.map((schema, index) => [conditionWords[index], schema]))

const cases: readonly SchemaCase[] = [
  {
    what: 'branches in a list: what one item evaluates is not evaluated in the next',
    schema: { items: { type: 'object', anyOf: [has('a'), has('b')], ...closed } },
    accepts: [[{ a: 1 }, { b: 1 }], [{ a: 1, b: 1 }]],
    refuses: [
      [{ a: 1 }, { a: 1, c: 1 }],
      [
        { a: 1, b: 1 },
        { b: 1, c: 1 },
      ],
      [{ b: 1 }, {}],
    ],
  },
  {
    what: 'the other branch in a list',
    schema: {
      items: { type: 'object', properties: { k: true }, oneOf: [has('a'), { not: has('a') }], ...closed },
    },
    accepts: [[{ a: 1 }, { k: 1 }]],
    refuses: [[{ a: 1 }, { b: 1 }]],
  },
  {
    what: 'properties named like members of every object',
    schema: { oneOf: [has('a'), has('b')], ...closed },
    accepts: [{ a: 1 }],
    refuses: [
      { a: 1, toString: 1 },
      { b: 1, constructor: 1 },
    ],
  },
  {
    what: 'a condition that does not fit evaluates nothing',
    schema: { ...condition(has('a'), true, has('b')), ...closed },
    accepts: [{ a: 1 }, { b: 1 }],
    refuses: [{ a: 1, b: 1 }, { b: 1, c: 1 }, {}],
  },
  {
    what: 'a condition without consequences',
    schema: { if: has('a'), ...closed },
    accepts: [{ a: 1 }, {}],
    refuses: [{ b: 1 }],
  },
  {
    what: 'a condition after allOf',
    schema: {
      allOf: [ref('A')],
      ...condition(has('b'), has('c'), has('d')),
      ...closed,
    },
    others: { A: has('a') },
    accepts: [
      { a: 1, b: 1, c: 1 },
      { a: 1, d: 1 },
    ],
    refuses: [{ a: 1, b: 1 }, { a: 1, b: 1, c: 1, d: 1 }, { d: 1 }, { a: 1 }],
  },
  {
    what: 'patterns beside a reference to what evaluates nothing',
    schema: { allOf: [ref('Any')], patternProperties: { '^x-': { type: 'string' } }, ...closed },
    others: { Any: { minProperties: 1 } },
    accepts: [{ 'x-a': 'b' }],
    refuses: [{ 'x-a': 1 }, { a: 'b' }, {}],
  },
  {
    what: 'patterns beside a branch that evaluates everything',
    schema: { anyOf: [{ additionalProperties: true }], patternProperties: { '^x-': true }, ...closed },
    accepts: [{ 'x-a': 'b', c: 1 }],
    refuses: [],
  },
  {
    what: 'dependent schemas',
    schema: { properties: { a: true }, dependentSchemas: { a: has('b') }, ...closed },
    accepts: [{}, { a: 1, b: 1 }],
    refuses: [{ b: 1 }, { a: 1, b: 1, c: 1 }],
  },
  {
    what: 'items that a branch evaluates',
    schema: { anyOf: [{ items: { type: 'string' } }, true], unevaluatedItems: { type: 'boolean' } },
    accepts: [['a', 'b'], [true], []],
    refuses: [['a', true], [1]],
  },
  {
    what: 'items after a prefix',
    schema: { prefixItems: [{ type: 'string' }], unevaluatedItems: false },
    accepts: [[], ['a']],
    refuses: [['a', 'b'], [1]],
  },
  {
    what: 'items that contains fits',
    schema: { prefixItems: [true], contains: { type: 'string' }, unevaluatedItems: false },
    accepts: [
      [1, 'a'],
      [1, 'a', 'b'],
    ],
    refuses: [[1, 2, 'a'], [1], [1, 'a', 2]],
  },
  {
    what: 'items that contains fits, beside what is about objects',
    schema: {
      allOf: [{ patternProperties: { '^a': true } }],
      contains: { type: 'string' },
      patternProperties: { '^b': true },
      unevaluatedItems: false,
      ...closed,
    },
    accepts: [['a'], ['a', 'b'], { a: 1, b: 2 }],
    refuses: [['a', 1], [], { c: 1 }],
  },
]

describe('what is left unevaluated', () => {
  let surface: Surface
  beforeAll(async () => {
    const schemas = cases.flatMap(({ what, schema, others = {} }) => [
      [what, schema],
      ...Object.entries(others),
    ])
    surface = await surfaceOf(folder, schemasDocument(Object.fromEntries(schemas), '3.1.0'))
  })

  it.each(cases)('$what', async ({ what, accepts, refuses }) => {
    const validate = await validatorOf(surface, what)
    expect(accepts.filter((value) => !validate(value))).toEqual([])
    expect(refuses.filter((value) => validate(value))).toEqual([])
  })
})
