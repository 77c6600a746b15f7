import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { generate, type GeneratorInput, type OutputFile } from '../../generator/index.js'
import type { Surface } from '../../runtime/surface.js'
import { compile } from './support/compile.js'
import { parts, surfaceIn, temporaryFolder, writeFiles } from './support/generated.js'

type Schemas = Record<string, object>

const ref = (name: string): object => ({ $ref: `#/components/schemas/${name.replace('/', '~1')}` })
const content = (schema: object): object => ({ content: { 'application/json': { schema } } })

/** Schemas in a chain, in a ring, in both directions, and names that are alike once they are safe. */
const schemas: Schemas = {
  Leaf: { type: 'string', minLength: 2 },
  Branch: { type: 'object', required: ['leaf'], properties: { leaf: ref('Leaf') } },
  Tree: { type: 'object', properties: { branch: ref('Branch'), next: ref('Forest') } },
  Forest: { type: 'array', items: ref('Tree') },
  Secret: {
    type: 'object',
    required: ['id', 'pin'],
    properties: { id: { type: 'string', readOnly: true }, pin: { type: 'string', writeOnly: true } },
  },
  Other: { type: 'integer' },
  'a b': { type: 'boolean' },
  'a/b': { type: 'number' },
}

const operation = (operationId: string, schema: object): object => ({
  operationId,
  requestBody: content(schema),
  responses: { 200: { description: 'Done', ...content({ type: 'object', properties: { inner: schema } }) } },
})

interface Shape {
  readonly schemas: Schemas
  readonly operations: Readonly<Record<string, string>>
}

const first: Shape = { schemas, operations: { putTree: 'Tree', putSecret: 'Secret', putOther: 'Other' } }

const textOf = ({ schemas, operations }: Shape): string =>
  JSON.stringify({
    openapi: '3.1.0',
    info: { title: 'Series', version: '1' },
    paths: Object.fromEntries(
      Object.entries(operations).map(([id, schema]) => [`/${id}`, { post: operation(id, ref(schema)) }]),
    ),
    components: { schemas },
  })

const inputs = (shapes: readonly Shape[]): GeneratorInput[] =>
  shapes.map((shape, index) => {
    const name = `2030-01-${String(index + 1).padStart(2, '0')}`
    return { name, file: `${name}.json`, text: textOf(shape) }
  })

const withSchemas = (shape: Shape, changed: Schemas): Shape => ({
  ...shape,
  schemas: { ...shape.schemas, ...changed },
})

const paths = (files: readonly OutputFile[], version: string): string[] =>
  files
    .map(({ path }) => path)
    .filter((path) => path.startsWith(`${version}/validators/`) && !/\/(index|load)\./.test(path))
    .filter((path) => path.endsWith('.js'))
    .map((path) => path.slice(version.length + '/validators/'.length))

const second = async (change: Shape): Promise<string[]> => {
  const { files } = await generate(inputs([first, change]), { ...parts, tablesOnly: true })
  return paths(files, '2030-01-02')
}

describe('a version holds the validators of', () => {
  it.each<{ what: string; change: Shape; own: string[] }>([
    { what: 'nothing, when it is the version before', change: first, own: [] },
    {
      what: 'a schema that changed, and of all that refer to it',
      change: withSchemas(first, { Leaf: { type: 'string', minLength: 3 } }),
      own: ['operations/putTree.js', 'schemas/Forest.js', 'schemas/Leaf.js'],
    },
    {
      what: 'a schema in both directions',
      change: withSchemas(first, { Secret: { ...schemas['Secret'], minProperties: 1 } }),
      own: ['operations/putSecret.js', 'schemas/Secret.request.js', 'schemas/Secret.response.js'],
    },
    {
      what: 'nothing, when prose changed',
      change: withSchemas(first, { Secret: { ...schemas['Secret'], description: 'Other prose' } }),
      own: [],
    },
    {
      what: 'an operation that is new',
      change: { ...first, operations: { ...first.operations, putLeaf: 'Leaf' } },
      own: ['operations/putLeaf.js'],
    },
    {
      what: 'a name that is alike to others, and of those that it takes the name from',
      change: withSchemas(first, { 'A b': { type: 'null' } }),
      own: ['schemas/A_b.js', expect.stringMatching(/^schemas\/a_b_/)],
    },
  ])('$what', async ({ change, own }) => {
    expect(await second(change)).toEqual(own)
  })
})

const tables = ({ operations, webhooks, schemas, schemaValidators, securitySchemes }: Surface): object => ({
  operations,
  webhooks,
  schemas,
  schemaValidators,
  securitySchemes,
})

const samples: readonly unknown[] = [
  'x',
  'xy',
  'xyz',
  7,
  true,
  null,
  [],
  {},
  { leaf: 'x' },
  { leaf: 'xyz' },
  { branch: { leaf: 'x' } },
  [{ next: [{ branch: {} }] }],
  { id: 'a' },
  { pin: 'a' },
  { inner: { branch: { leaf: 'x' } } },
  { inner: { id: 'a' } },
]

/** What the validators of all component schemas and operations say of the samples. */
const verdicts = async ({ schemaValidators, operations, validator }: Surface): Promise<object> => {
  const named = [
    ...JSON.stringify([schemaValidators, operations]).matchAll(/"((?:schemas|operations)\/[^"]+)"/g),
  ]
  const names = [...new Set(named.map(([, name = '']) => name))].toSorted()
  const all = names.map(async (name) => {
    const validate = await validator(name)
    return [name, samples.map((sample) => validate(sample))]
  })
  return Object.fromEntries(await Promise.all(all))
}

const edit: fc.Arbitrary<(shape: Shape) => Shape> = fc.oneof(
  fc
    .record({
      name: fc.constantFrom(...Object.keys(schemas), 'New', 'a.b'),
      schema: fc.constantFrom<object>(
        { type: 'string', minLength: 3 },
        ref('Leaf'),
        { type: 'object', properties: { leaf: ref('Tree') } },
        { type: 'array', items: { $ref: '#/components/schemas/Branch/properties/leaf' } },
      ),
    })
    // References stay resolvable, and none leads to itself alone.
    .map(
      ({ name, schema }) =>
        (shape: Shape) =>
          name === 'Leaf' || name === 'Branch' ? shape : withSchemas(shape, { [name]: schema }),
    ),
  fc.constantFrom(...Object.keys(schemas)).map((schema) => (shape: Shape) => ({
    ...shape,
    operations: { ...shape.operations, [`put${Object.keys(shape.operations).length}`]: schema },
  })),
  fc.nat(2).map((index) => (shape: Shape) => ({
    ...shape,
    operations: Object.fromEntries(Object.entries(shape.operations).filter((_entry, at) => at !== index)),
  })),
  fc
    .integer({ min: 1, max: 4 })
    .map((minLength) => (shape: Shape) => withSchemas(shape, { Leaf: { type: 'string', minLength } })),
  fc.constant((shape: Shape) => ({
    ...shape,
    schemas: Object.fromEntries(Object.entries(shape.schemas).filter(([name]) => name !== 'New')),
  })),
)

describe('what a version means', () => {
  const folder = temporaryFolder()
  let run = 0

  it('does not depend on the versions beside it', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(edit, { minLength: 1, maxLength: 4 }), async (edits) => {
        const shapes = [first]
        for (const change of edits) shapes.push(change(shapes.at(-1) ?? first))
        const series = inputs(shapes)
        const place = `${folder}/${++run}`
        writeFiles(`${place}/series`, (await generate(series, { ...parts, tablesOnly: true })).files)
        for (const input of series) {
          writeFiles(
            `${place}/${input.name}`,
            (await generate([input], { ...parts, tablesOnly: true })).files,
          )
          const together = surfaceIn(`${place}/series`, input.name)
          const alone = surfaceIn(`${place}/${input.name}`, input.name)
          expect(tables(together)).toEqual(tables(alone))
          expect(await verdicts(together)).toEqual(await verdicts(alone))
        }
      }),
      { numRuns: 25 },
    )
  })

  it('holds in types too', async () => {
    const changed = withSchemas(first, { Leaf: { type: 'integer' }, New: ref('Tree') })
    const third = { ...changed, operations: { putNew: 'New' } }
    const { files } = await generate(inputs([first, changed, third, first]), parts)
    const check = `
import type { components } from './2030-01-03/types.js'
import type { Validators } from './2030-01-03/validators/load.js'
import { New, Other } from './2030-01-03/validators/index.js'
import type { OperationId } from './2030-01-03/operations.js'
import type { SchemaName } from './2030-01-02/schemas.js'
export const branch: components['schemas']['Branch'] = { leaf: 1 }
// @ts-expect-error a leaf was text in the first version only
export const old: components['schemas']['Branch'] = { leaf: 'text' }
export const guards: [Validators['schemas/Tree'], Validators['schemas/Other']] = [New, Other]
export const operation: OperationId = 'putNew'
// @ts-expect-error it is gone
export const gone: OperationId = 'putTree'
export const name: SchemaName = 'New'
import * as later from './2030-01-04/validators/index.js'
export const kept: typeof Other = later.Other
// @ts-expect-error it is gone
export const lost: unknown = later.New
`
    expect(compile([...files, { path: 'check.ts', content: check }])).toEqual([])
  })
})

describe('what one version resolves otherwise than the one before', () => {
  const folder = temporaryFolder()
  const withAnchors = (owner: string, other: string): string => {
    const anchored = { $anchor: 'target', type: 'string', minLength: 3 }
    return JSON.stringify({
      openapi: '3.1.0',
      info: { title: 'Anchors', version: '1' },
      paths: {},
      components: {
        schemas: { User: { items: { $ref: '#target' } }, [owner]: anchored, [other]: { type: 'integer' } },
      },
    })
  }

  it.each([
    ['a name as it is', (text: string) => text],
    ['a name with an escape', (text: string) => text.replaceAll('$anchor', String.raw`\u0024anchor`)],
  ])('by %s leads to what it names in its own version', async (_what, spelled) => {
    const texts = [withAnchors('A', 'B'), withAnchors('B', 'A'), withAnchors('A', 'B')].map(spelled)
    const series = texts.map((text, index) => {
      const name = `2030-01-0${index + 1}`
      return { name, file: `${name}.json`, text }
    })
    writeFiles(folder, (await generate(series, { ...parts, tablesOnly: true })).files)
    const owners = ['A', 'B', 'A']
    for (const [index, { name }] of series.entries()) {
      const surface = surfaceIn(folder, name)
      const validate = await surface.validator('schemas/User')
      expect([validate(['abc']), validate(['ab']), validate([7])]).toEqual([true, false, false])
      const other = owners[index] === 'A' ? 'B' : 'A'
      const validateOther = await surface.validator(`schemas/${other}`)
      expect([validateOther('abc'), validateOther(7)]).toEqual([false, true])
    }
  })
})

describe('what a version asks of validators of the version before', () => {
  const folder = temporaryFolder()
  const textWith = (schemas: Schemas): string =>
    JSON.stringify({
      openapi: '3.1.0',
      info: { title: 'Asks', version: '1' },
      paths: {},
      components: { schemas },
    })
  const closed = (name: string): object => ({ allOf: [ref(name)], unevaluatedProperties: false })
  const object = (name: string): object => ({ type: 'object', properties: { [name]: { type: 'string' } } })
  const series = [
    { A: object('a'), Other: object('o'), Closed: closed('Other') },
    { A: object('a'), Other: object('o'), Closed: closed('Other'), Asks: closed('A') },
    { A: object('a'), Other: object('o'), Asks: closed('A'), Last: closed('Asks') },
  ].map((own, index) => {
    const name = `2030-01-0${index + 1}`
    return { name, file: `${name}.json`, text: textWith(own) }
  })

  it.each([
    ['2030-01-01', 'Closed', { o: 'x' }],
    ['2030-01-02', 'Asks', { a: 'x' }],
    ['2030-01-02', 'Closed', { o: 'x' }],
    ['2030-01-03', 'Asks', { a: 'x' }],
  ])('%s: %s is told what they evaluated', async (version, schema, value) => {
    writeFiles(folder, (await generate(series, { ...parts, tablesOnly: true })).files)
    const surface = surfaceIn(folder, version)
    const validate = await surface.validator(surface.schemaValidators[schema]?.request ?? '')
    expect([validate(value), validate({ ...value, more: 1 })]).toEqual([true, false])
  })
})
