import { Ajv2020 } from 'ajv/dist/2020.js'
import { describe, expect, it, test } from 'vitest'
import { evaluatingUnits } from '../../generator/build/evaluated.js'
import type { Unit } from '../../generator/model/document.js'
import type { JsonSchema } from '../../runtime/json-schema.js'
import { schemasDocument } from './support/documents.js'
import { generateOne, surfaceOf, temporaryFolder, validatorOf } from './support/generated.js'

const folder = temporaryFolder()
const ajv = new Ajv2020({ allErrors: true, strict: false, strictNumbers: true })

interface Wrong {
  readonly schema: object
  readonly value: unknown
}

const letters = ['a', 'b', 'c', 'd', 'e', 'f']
const digits = '0123456789'

const wrong: readonly Wrong[] = [
  { schema: { type: 'string' }, value: 1 },
  { schema: { type: ['string', 'null'] }, value: 1 },
  { schema: { enum: ['a', 'b'] }, value: 'c' },
  { schema: { enum: letters }, value: 'g' },
  { schema: { enum: [...letters, 1, true, null] }, value: false },
  { schema: { enum: [{ a: 1 }, ...letters] }, value: { a: 2 } },
  { schema: { const: 'a' }, value: 'b' },
  { schema: { const: null }, value: 'b' },
  { schema: { const: { a: [1] } }, value: { a: [2] } },
  { schema: { pattern: '^"\\+"$' }, value: 'x' },
  { schema: { multipleOf: 2 }, value: 3 },
  { schema: { minimum: 2 }, value: 1 },
  { schema: { maximum: 2 }, value: 3 },
  { schema: { exclusiveMinimum: 2 }, value: 2 },
  { schema: { exclusiveMaximum: 2 }, value: 2 },
  { schema: { minLength: 1 }, value: '' },
  { schema: { minLength: 3 }, value: '😀😀' },
  { schema: { maxLength: 1 }, value: '😀😀' },
  { schema: { minItems: 1 }, value: [] },
  { schema: { maxItems: 1 }, value: [1, 2] },
  { schema: { uniqueItems: true }, value: [1, 2, 1] },
  { schema: { contains: { type: 'string' } }, value: [1] },
  { schema: { items: { type: 'string' } }, value: ['a', 1] },
  { schema: { prefixItems: [{ type: 'string' }], items: false }, value: [1, 2] },
  { schema: { minProperties: 1 }, value: {} },
  { schema: { maxProperties: 1 }, value: { a: 1, b: 1 } },
  { schema: { propertyNames: { maxLength: 1 } }, value: { ab: 1 } },
  { schema: { required: ['a'], properties: { a: { type: 'string' } } }, value: {} },
  { schema: { required: ['a'], properties: { a: { type: 'string' } } }, value: { a: 1 } },
  { schema: { required: ['a', 'b'], properties: { a: {}, b: { type: 'string' } } }, value: {} },
  {
    schema: { properties: { 'a/b~c"': { type: 'string' } }, required: ['a/b~c"', 'd'] },
    value: { 'a/b~c"': 1 },
  },
  { schema: { additionalProperties: { type: 'string' } }, value: { 'a/b': 1 } },
  { schema: { dependentRequired: { a: ['b'] } }, value: { a: 1 } },
  { schema: { not: { type: 'string' } }, value: 'a' },
  { schema: { anyOf: [{ type: 'string' }, { type: 'null' }] }, value: 1 },
  { schema: { oneOf: [{ type: 'string' }, { const: 1 }] }, value: 2 },
  { schema: { oneOf: [{ type: 'string' }, { maxLength: 2 }] }, value: 'a' },
  { schema: { if: { type: 'string' }, else: { minimum: 1 } }, value: 0 },
  {
    schema: {
      type: 'object',
      required: ['n', 'm'],
      properties: {
        m: { type: 'string' },
        n: {
          anyOf: [
            { type: 'array', items: { required: ['a'], properties: { a: { type: 'string' } } } },
            { type: 'null' },
          ],
        },
      },
    },
    value: { n: [{}, { a: 1 }, { a: digits }] },
  },
]

const inOrder = (errors: readonly object[] | null | undefined): string[] =>
  (errors ?? []).map((error) => JSON.stringify(error)).toSorted()

describe('errors', () => {
  it.each(wrong)('are those of ajv: $schema', async ({ schema, value }) => {
    const validate = await validatorOf(await surfaceOf(folder, schemasDocument({ It: schema })), 'It')
    const judge = ajv.compile(schema)
    expect([validate(value), judge(value)]).toEqual([false, false])
    expect(inOrder(validate.errors)).toEqual(inOrder(judge.errors))
    expect(validate.errors).toBe(validate.errors)
  })

  it('of a schema that others refer to are told by the place in the whole', async () => {
    const named = {
      type: 'object',
      required: ['names'],
      properties: { names: { type: 'array', items: { type: 'string' } } },
    }
    const list = { type: 'array', items: { $ref: '#/components/schemas/Named' }, minItems: 1 }
    const surface = await surfaceOf(
      folder,
      schemasDocument({ It: { properties: { 'a/b': list } }, Named: named }),
    )
    const validate = await validatorOf(surface, 'It')
    expect(validate({ 'a/b': [{ names: ['a', 1] }, {}, 2] })).toBe(false)
    expect(validate.errors?.map(({ instancePath, message }) => [instancePath, message])).toEqual([
      ['/a~1b/0/names/1', 'must be string'],
      ['/a~1b/1', "must have required property 'names'"],
      ['/a~1b/2', 'must be object'],
    ])
  })
})

describe('the code of a validator', () => {
  const codeOf = async (schemas: Record<string, object>, name: string): Promise<string> => {
    const { files } = await generateOne(schemasDocument(schemas), { tablesOnly: true })
    const code = files.find(({ path }) => path === 'it/validators.js')?.content ?? ''
    return code.split('\nfunction ').find((text) => text.startsWith(`${name}(`)) ?? code
  }
  const object = { type: 'object', required: ['a'], properties: { a: { type: 'string' } } }

  test('asks once for a property that is required', async () => {
    expect((await codeOf({ It: object }, 'It')).match(/data\.a [!=]== undefined/g)).toHaveLength(1)
  })

  test('counts no errors that nobody asks for', async () => {
    expect(await codeOf({ It: object }, 'It')).not.toMatch(/errors|size\(/)
  })

  test('tells what it evaluated where somebody asks, and nowhere else', () => {
    const unit = (name: string, schema: JsonSchema): Unit => ({
      name,
      schema,
      pointer: '#',
      direction: 'both',
      type: 'unknown',
    })
    const units = [
      unit('Asks', {
        properties: {
          a: {
            allOf: [{ unit: 'Base' }],
            unevaluatedProperties: false,
            properties: { b: { unit: 'Beside' } },
          },
        },
      }),
      unit('Base', { anyOf: [{ unit: 'Further' }], properties: { a: { unit: 'Inside' } } }),
      unit('Beside', {}),
      unit('Further', { dependentSchemas: { a: { unit: 'Last' } } }),
      unit('Inside', {}),
      unit('Last', {}),
    ]
    expect([...evaluatingUnits(units)].toSorted()).toEqual(['Asks', 'Base', 'Further', 'Last'])
  })
})
