import { beforeAll, describe, expect, it } from 'vitest'
import { generate, type OutputFile } from '../../generator/index.js'
import { ref } from './support/cases.js'
import { compile } from './support/compile.js'
import { document, schemasDocument } from './support/documents.js'
import { generateOne, parts } from './support/generated.js'

const typesOf = async (tree: object): Promise<string> => {
  const { files } = await generateOne(tree)
  return files.find(({ path }) => path === 'it/types.d.ts')?.content ?? ''
}

interface TypeCase {
  readonly what: string
  readonly schemas: object
  /** Expressions that are of the type of the component `It`, and some that are not. */
  readonly right: readonly string[]
  readonly wrong: readonly string[]
}

const consumerOf = (name: string, { right, wrong }: TypeCase): OutputFile => ({
  path: `${name}.check.ts`,
  content: [
    `import type { components } from './${name}/types.js'`,
    "type It = components['schemas']['It']",
    ...right.map((value, index) => `export const right${index}: It = ${value}`),
    ...wrong.flatMap((value, index) => ['// @ts-expect-error', `export const wrong${index}: It = ${value}`]),
    '',
  ].join('\n'),
})

/** Generates all cases and compiles them at once: the compiler's own declarations are what takes time. */
const judge = (openapi: '3.0.3' | '3.1.0', cases: readonly TypeCase[]): void => {
  let diagnostics: readonly string[]
  const nameOf = (index: number): string => `case-${index}`

  beforeAll(async () => {
    const inputs = cases.map(({ schemas }, index) => ({
      name: nameOf(index),
      file: `${nameOf(index)}.json`,
      text: JSON.stringify(schemasDocument(schemas, openapi)),
    }))
    const { files } = await generate(inputs, parts)
    diagnostics = compile([...files, ...cases.map((one, index) => consumerOf(nameOf(index), one))])
  })

  it.each(cases.map(({ what }, index) => ({ what, name: nameOf(index) })))('of $what', ({ name }) => {
    expect(diagnostics.filter((line) => line.startsWith(`${name}.`) || line.startsWith(`${name}/`))).toEqual(
      [],
    )
  })
}

const text = { type: 'string' }
const base = { type: 'object', properties: { id: text, age: { type: 'integer' } } }
const kind = (value: object) => ({ type: 'object', required: ['kind'], properties: { kind: value } })

describe('types', () => {
  judge('3.1.0', [
    {
      what: 'a nullable object of which allOf requires more',
      schemas: {
        It: { allOf: [ref('Base'), { type: 'object', required: ['id'] }] },
        Base: { ...base, type: ['object', 'null'] },
      },
      right: ["{ id: 'a' }", "{ id: 'a', age: 2 }"],
      wrong: ['{}', 'null', '{ id: 1 }'],
    },
    {
      what: 'a list of types with null beside a reference, which restricts its target',
      schemas: {
        It: {
          type: 'object',
          properties: {
            never: { $ref: '#/components/schemas/Text', type: ['string', 'null'] },
            also: { $ref: '#/components/schemas/Nullable', type: ['string', 'null'] },
          },
        },
        Text: text,
        Nullable: { type: ['string', 'null'] },
      },
      right: ["{ never: 'a', also: 'b' }", '{ also: null }'],
      wrong: ['{ never: null }'],
    },
    {
      what: 'a constant null',
      schemas: { It: { const: null } },
      right: ['null'],
      wrong: ["'a'", 'undefined', '{}'],
    },
    {
      what: 'a list with a known beginning',
      schemas: { It: { type: 'array', prefixItems: [text, { type: 'integer' }] } },
      right: ["['a', 1]", "['a']", '[]', "['a', 1, true]"],
      wrong: ["'a'"],
    },
    {
      what: 'a list of known beginning and rest',
      schemas: { It: { type: 'array', prefixItems: [text], items: { type: 'integer' } } },
      right: ["['a', 1, 2]", '[]'],
      wrong: ['[true]'],
    },
    {
      what: 'a tuple',
      schemas: { It: { type: 'array', prefixItems: [text, { type: 'integer' }], items: false, minItems: 2 } },
      right: ["['a', 1]"],
      wrong: ["['a']", "['a', 1, 2]", "[1, 'a']"],
    },
    {
      what: 'what one part of allOf requires of another',
      schemas: { It: { allOf: [ref('Base'), { required: ['id'] }] }, Base: base },
      right: ["{ id: 'a' }"],
      wrong: ['{}', '{ age: 1 }'],
    },
    {
      what: 'what an inline part requires of another and of itself',
      schemas: {
        It: {
          allOf: [ref('Base'), { type: 'object', required: ['id', 'more'], properties: { more: text } }],
        },
        Base: base,
      },
      right: ["{ id: 'a', more: 'b' }"],
      wrong: ["{ id: 'a' }", "{ more: 'b' }"],
    },
    {
      what: 'what stands beside a reference',
      schemas: { It: { ...ref('Base'), required: ['id'] }, Base: base },
      right: ["{ id: 'a' }"],
      wrong: ['{}'],
    },
    {
      what: 'a default, with which a member is always there',
      schemas: { It: { type: 'object', properties: { id: text, age: { type: 'integer', default: 1 } } } },
      right: ['{ age: 2 }'],
      wrong: ["{ age: 'a' }", "{ id: 'a' }"],
    },
    {
      what: 'named members beside others',
      schemas: { It: { ...base, additionalProperties: { type: 'integer' } } },
      right: ["{ id: 'a', more: 1 }"],
      wrong: ['{ id: 1 }'],
    },
    {
      what: 'members by pattern beside others',
      schemas: { It: { ...base, patternProperties: { '^x-': { type: 'integer' } } } },
      right: ["{ id: 'a', 'x-a': 1 }"],
      wrong: ['{ id: 1 }'],
    },
    {
      what: 'members by pattern alone',
      schemas: {
        It: {
          type: 'object',
          patternProperties: { '^x-': { type: 'integer' } },
          additionalProperties: false,
        },
      },
      right: ["{ 'x-a': 1 }"],
      wrong: ["{ 'x-a': 'b' }"],
    },
    {
      what: 'an object of anything',
      schemas: { It: { type: 'object' } },
      right: ['{}', '{ a: 1 }'],
      wrong: ["'a'", 'null'],
    },
    {
      what: 'an object of anything that another part says more of',
      schemas: { It: { allOf: [{ type: 'object' }, base] } },
      right: ["{ id: 'a' }"],
      wrong: ['{ id: 1 }'],
    },
    {
      what: 'anyOf beside members',
      schemas: { It: { ...base, required: ['id'], anyOf: [kind({ const: 'a' }), kind({ const: 'b' })] } },
      right: ["{ id: 'a', kind: 'b' }"],
      wrong: ["{ kind: 'b' }", "{ id: 'a' }", "{ id: 'a', kind: 'c' }"],
    },
    {
      what: 'definitions of its own',
      schemas: { It: { ...base, $defs: { Inner: text }, properties: { a: ref('It/$defs/Inner') } } },
      right: ["{ a: 'b' }", '{}'],
      wrong: ['{ a: 1 }'],
    },
    {
      what: 'branches that say their tags',
      schemas: {
        It: { oneOf: [ref('A'), ref('B')], discriminator: { propertyName: 'kind' } },
        A: kind({ const: 'a' }),
        B: kind({ enum: ['b', 'c'] }),
      },
      right: ["{ kind: 'a' }", "{ kind: 'c' }"],
      wrong: ["{ kind: 'A' }", "{ kind: 'd' }"],
    },
    {
      what: 'branches that a mapping by name tells apart',
      schemas: {
        It: {
          oneOf: [ref('A'), ref('B')],
          discriminator: { propertyName: 'kind', mapping: { a: 'A', b: '#/components/schemas/B' } },
        },
        A: kind(text),
        B: kind(text),
      },
      right: ["{ kind: 'a' }", "{ kind: 'b' }"],
      wrong: ["{ kind: 'A' }"],
    },
    {
      what: 'a base that is a union of what extends it',
      schemas: {
        It: { ...kind(text), oneOf: [ref('A')], discriminator: { propertyName: 'kind' } },
        A: { allOf: [ref('It'), kind({ const: 'a' })] },
      },
      right: ["{ kind: 'a' }"],
      wrong: ["{ kind: 'b' }"],
    },
    {
      what: 'a tree',
      schemas: {
        It: { type: 'object', properties: { next: ref('It'), all: { type: 'array', items: ref('It') } } },
      },
      right: ['{ next: { all: [{}] } }'],
      wrong: ['{ next: 1 }'],
    },
    {
      what: 'a schema inside another',
      schemas: { It: ref('Base/properties/id'), Base: base },
      right: ["'a'"],
      wrong: ['1', 'undefined'],
    },
    {
      what: 'readOnly, which responses owe',
      schemas: { It: { type: 'object', required: ['id'], properties: { id: { ...text, readOnly: true } } } },
      right: ["{ id: 'a' }"],
      wrong: ['{}'],
    },
    {
      what: 'writeOnly, which responses do not have',
      schemas: {
        It: {
          type: 'object',
          required: ['id', 'a'],
          properties: { id: { ...text, writeOnly: true }, a: text },
        },
      },
      right: ["{ a: 'a' }"],
      wrong: ["{ id: 'a' }", "{ a: 'a', id: 'a' }"],
    },
    {
      what: 'empty values',
      schemas: {
        It: {
          type: 'object',
          properties: { a: null, b: { items: null, type: 'array' } },
          required: null,
          enum: null,
        },
      },
      right: ['{ a: 1, b: [1] }'],
      wrong: ['{ b: 1 }'],
    },
    {
      what: 'texts that are no texts',
      schemas: { It: { type: 'string', title: 5, description: ['a'], summary: {} } },
      right: ["'a'"],
      wrong: ['5'],
    },
  ])
})

describe('types in OpenAPI 3.0', () => {
  judge('3.0.3', [
    { what: 'nullable', schemas: { It: { ...text, nullable: true } }, right: ["'a'", 'null'], wrong: ['1'] },
    {
      what: 'nullable with an enumeration',
      schemas: { It: { ...text, enum: ['a'], nullable: true } },
      right: ["'a'", 'null'],
      wrong: ["'b'"],
    },
    {
      what: 'nullable beside allOf',
      schemas: { It: { allOf: [ref('Base')], nullable: true }, Base: { ...base, required: ['id'] } },
      right: ["{ id: 'a' }", 'null'],
      wrong: ['{}'],
    },
    {
      what: 'siblings of a reference, which mean nothing',
      schemas: { It: { ...ref('Base'), required: ['id'] }, Base: base },
      right: ['{}'],
      wrong: ['{ id: 1 }'],
    },
  ])
})

describe('declarations of operations', () => {
  const responses = { 204: { description: 'done' } }

  it('are there for every name in the table', async () => {
    const paths = {
      '/a': { get: { responses }, put: { operationId: 'x', responses } },
      '/b': { get: { operationId: 'x', responses } },
      '/c': { get: { operationId: 7, responses } },
    }
    const { files } = await generateOne(
      document({ paths, webhooks: { hook: { post: { operationId: 'x', responses } } } }),
    )
    const consumer =
      "import type { Operations } from './it/index.js'\nexport const all: { [Id in keyof Operations]: Id } = { get_a: 'get_a', x: 'x', get_b: 'get_b', get_c: 'get_c' }\n"
    expect(compile([...files, { path: 'consumer.ts', content: consumer }])).toEqual([])
  })

  it('take parameters that are references into other operations', async () => {
    const get = { responses, parameters: [{ name: 'page', in: 'query', required: true, schema: text }] }
    const types = await typesOf(
      document({
        paths: {
          '/a': { get },
          '/b': { get: { responses, parameters: [{ $ref: '#/paths/~1a/get/parameters/0' }] } },
        },
      }),
    )
    expect(types.match(/query: \{\s+page: string;/g)).toHaveLength(2)
  })
})
