import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { generate } from '../../generator/index.js'
import type { Direction } from '../../generator/model/document.js'
import { sharedFolder } from '../support/folder.js'
import { generateOne, parts, surfaceOf, validatorOf } from './support/generated.js'
import { Interpreter } from './support/interpreter.js'

const folder = sharedFolder()

const names = ['a', 'b', 'toString', '__proto__', 'a/b', 'c~d%', 'é#']
const componentNames = ['One', 'Two.Three', 'a-b', 'a_b', 'constructor', 'Per%cent']
const name = fc.constantFrom(...names)

const fromEntries = (entries: readonly (readonly [string, unknown])[]): object => Object.fromEntries(entries)
const properties = (schema: fc.Arbitrary<unknown>): fc.Arbitrary<object> =>
  fc.array(fc.tuple(name, schema), { maxLength: 4 }).map(fromEntries)

const marks = { readOnly: fc.constant(true), writeOnly: fc.constant(true) }
const nullable = { nullable: fc.boolean() }

const pointerTo = (component: string): string =>
  `#/components/schemas/${encodeURIComponent(component.replaceAll('~', '~0').replaceAll('/', '~1'))}`

const { schema } = fc.letrec<{ schema: unknown; member: unknown }>((tie) => ({
  member: fc.oneof(
    { weight: 4, arbitrary: tie('schema') },
    fc.record({ type: fc.constantFrom('string', 'integer'), ...marks }, { requiredKeys: ['type'] }),
  ),
  schema: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.record(
      { type: fc.constant('string'), minLength: fc.nat(3), maxLength: fc.nat(4), ...nullable },
      { requiredKeys: ['type'] },
    ),
    fc.record(
      {
        type: fc.constantFrom('integer', 'number'),
        minimum: fc.integer({ min: -3, max: 3 }),
        maximum: fc.integer({ min: -3, max: 5 }),
        exclusiveMinimum: fc.boolean(),
        format: fc.constant('int32'),
        ...nullable,
      },
      { requiredKeys: ['type'] },
    ),
    fc.record(
      { enum: fc.uniqueArray(fc.constantFrom('a', 'b', 1, 2), { minLength: 1 }), ...nullable },
      { requiredKeys: ['enum'] },
    ),
    fc.record({ $ref: fc.constantFrom(...componentNames).map(pointerTo) }),
    fc.record(
      {
        type: fc.constant('object'),
        properties: properties(tie('member')),
        required: fc.uniqueArray(name, { minLength: 1, maxLength: 2 }),
        additionalProperties: fc.oneof(fc.boolean(), tie('schema')),
        ...nullable,
      },
      { requiredKeys: ['type', 'properties'] },
    ),
    fc.record(
      { type: fc.constant('array'), items: tie('schema'), minItems: fc.nat(1), uniqueItems: fc.boolean() },
      { requiredKeys: ['type', 'items'] },
    ),
    ...(['allOf', 'anyOf'] as const).map((keyword) =>
      fc
        .tuple(fc.array(tie('schema'), { minLength: 1, maxLength: 2 }), fc.boolean())
        .map(([branches, isNullable]) => ({ [keyword]: branches, nullable: isNullable })),
    ),
  ),
}))

/** Documents whose components are not references, so that no reference leads back through references alone. */
const documents = fc
  .tuple(
    ...componentNames.map((component) => properties(schema).map((members) => [component, members] as const)),
  )
  .map((components) => ({
    openapi: '3.0.3',
    info: { title: 'It', version: '1' },
    paths: {},
    components: {
      schemas: fromEntries(
        components.map(([component, members]) => [component, { type: 'object', properties: members }]),
      ),
    },
  }))

const leaf = fc.constantFrom<unknown>(null, true, '', 'a', 'abcde', '😀', 0, 1, 2, -4, 1.5, 2 ** 31, [], {})
const value: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 3, arbitrary: properties(fc.oneof(leaf, fc.array(leaf, { maxLength: 2 }), properties(leaf))) },
  leaf,
)

const directions: readonly Direction[] = ['request', 'response']

describe('documents drawn at random', () => {
  it('give validators that agree with an interpreter of schemas', { timeout: 20_000 }, async () => {
    let accepted = 0
    let refused = 0
    const property = fc.asyncProperty(
      documents,
      fc.array(value, { minLength: 20, maxLength: 20 }),
      async (root, values) => {
        const surface = await surfaceOf(folder, root, { closedResponses: false })
        for (const [component, node] of Object.entries(root.components.schemas)) {
          for (const direction of directions) {
            const judge = new Interpreter(root, direction)
            const validate = await validatorOf(surface, component, direction)
            for (const one of values) {
              const verdict = judge.accepts(node, one)
              if (verdict) accepted++
              else refused++
              expect([component, direction, one, validate(one)]).toEqual([component, direction, one, verdict])
            }
          }
        }
      },
    )
    await fc.assert(property, { numRuns: 25, seed: 5, endOnFailure: true })
    expect([accepted > 500, refused > 500]).toEqual([true, true])
  })

  it('give the same code whenever they are read', { timeout: 20_000 }, async () => {
    const property = fc.asyncProperty(documents, async (root) => {
      const [one, two] = await Promise.all([0, 1].map(() => generateOne(root, { tablesOnly: true })))
      expect(two).toEqual(one)
      const paths = one?.files.map(({ path }) => path.toLowerCase()) ?? []
      expect(new Set(paths).size).toBe(paths.length)
      expect(paths.filter((path) => !/^[\w./-]+$/.test(path) || path.includes('..'))).toEqual([])
    })
    await fc.assert(property, { numRuns: 10, seed: 6, endOnFailure: true })
  })

  it('give modules that do not depend on what was printed before them', { timeout: 20_000 }, async () => {
    const [first, second] = fc.sample(documents, { numRuns: 2, seed: 7 }).map((root, index) => ({
      name: `doc${index}`,
      file: 'it.json',
      text: JSON.stringify(root),
    }))
    if (!first || !second) throw new Error('nothing was drawn')
    const options = { ...parts, tablesOnly: true }
    const [both, alone] = await Promise.all([generate([first, second], options), generate([second], options)])
    const own = (files: typeof both.files) => files.filter(({ path }) => path.startsWith('doc1/'))
    expect(own(both.files)).toEqual(own(alone.files))
  })
})
