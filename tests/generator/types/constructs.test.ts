import { describe, expect, it } from 'vitest'
import { isObject, locationsOf } from '../../../document/index.js'
import type { LoadOptions } from '../../../generator/load/load.js'
import { constructIn, constructs } from '../../../generator/types/constructs.js'
import type { TypeOptions } from '../../../generator/types/declarations.js'
import { readingOf } from '../../../generator/types/reading.js'
import { compile } from '../../support/compile.js'
import { schemasDocument } from '../support/documents.js'
import { rowsOf } from '../../schemas/rows.js'
import { filesOf, loaded } from './support.js'

const text = { type: 'string' }
const object = (properties: object) => ({ type: 'object', required: Object.keys(properties), properties })

const either = { type: 'object', anyOf: [object({ a: text }), object({ b: text })] }
const tuple = { type: 'array', prefixItems: [text] }

interface Construct {
  readonly id: string
  /** The output of the library, or the compiler's error about it. */
  readonly theirs: string | RegExp
  readonly tree: object
  readonly options?: TypeOptions & LoadOptions
}

/** Constructs that need options or a large document. */
const further: readonly Construct[] = [
  {
    id: 'brand',
    theirs: 'type It = string\n',
    tree: schemasDocument({ It: { ...text, format: 'uuid' } }),
    options: { brands: true },
  },
  {
    id: 'large-union',
    theirs: /too complex|excessively deep/,
    tree: schemasDocument({
      It: {
        allOf: Array.from({ length: 20 }, (_item, index) => ({
          anyOf: [object({ [`a${index}`]: text }), object({ [`b${index}`]: text })],
        })),
      },
    }),
  },
]

/** Constructs by their ids; tests/schemas has what our types take. */
const expressed: readonly Construct[] = [
  ...rowsOf('constructs').map(({ name, library = 'missing', document: tree }) => ({
    id: name,
    theirs: library,
    tree,
  })),
  ...further,
]

/** The first construct of each schema of a document, with its compositions. */
const constructsIn = async (tree: object, options: TypeOptions & LoadOptions = {}): Promise<Set<string>> => {
  const it = await loaded(tree, 'it', options)
  const reading = readingOf(it, new Map(), options)
  const schemas = [...locationsOf(it.root)].flatMap(({ node, kind }) =>
    kind === 'schema' && isObject(node) ? [node] : [],
  )
  return new Set(
    schemas.flatMap(
      (schema) => constructIn(schema, reading, { view: 'response', isFilledIn: true })?.id ?? [],
    ),
  )
}

describe('what the library gets wrong', () => {
  it('has a case for each construct of the table', () => {
    expect(expressed.map(({ id }) => id).toSorted()).toEqual(
      Array.from(constructs, ({ id }) => id).toSorted(),
    )
  })

  it.each<[number, number, string[]]>([
    [40, 50, []],
    [41, 50, ['large-union']],
    [2001, 0, []],
  ])('unions of %i and %i branches beside each other', async (one, other, ids) => {
    const unionOf = (size: number) => ({ oneOf: Array.from({ length: size }, () => text) })
    const tree = schemasDocument({ It: { allOf: [one, other].map(unionOf) } })
    expect([...(await constructsIn(tree))]).toEqual(ids)
  })

  it.each<[string, Readonly<Record<string, unknown>>, string | undefined]>([
    [
      'either of two beside other members of any kind',
      { ...either, additionalProperties: true },
      'any-of-beside',
    ],
    ['either of two without other members', { ...either, additionalProperties: false }, undefined],
    ['a composition whose second schema is a tuple', { allOf: [{ type: 'array' }, tuple] }, 'tuple'],
    ['a composition without any construct', { allOf: [{ type: 'array' }, { items: text }] }, undefined],
  ])('%s', async (_name, schema, id) => {
    const reading = readingOf(await loaded(schemasDocument({ It: schema })), new Map(), {})
    expect(constructIn(schema, reading, { view: 'response', isFilledIn: true })?.id).toBe(id)
  })

  it.each(expressed)('$id', async ({ id, theirs, tree, options }) => {
    expect(await constructsIn(tree, options)).toContain(id)
    const files = await filesOf(await loaded(tree, 'it', options), options, () => false)
    if (typeof theirs === 'string') expect(files.map(({ content }) => content).join('\n')).toContain(theirs)
    else {
      expect(compile(files).join('\n')).toMatch(theirs)
      const code = "import type { It } from './schemas.js'\nexport const it: It = {}\n"
      const ours = await filesOf(await loaded(tree, 'it', options), options)
      expect(compile([...ours, { path: 'it/code.ts', content: code }])).toEqual([])
    }
  })
})
