import * as fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { problemsOf } from '../../runtime/problems.js'
import type { Surface } from '../../runtime/surface.js'
import { tableIn, withReferences } from '../support/table.js'
import { schemasDocument } from '../generator/support/documents.js'
import { sharedFolder } from '../support/folder.js'
import { surfaceOf, validatorOf } from '../generator/support/generated.js'

const folder = sharedFolder()

const table = tableIn<{
  readonly schemas: object
  readonly problems: readonly (readonly [name: string, schema: string, value: unknown, ...told: string[]])[]
}>(import.meta.dirname, 'problems.yaml')
const schemas = withReferences(table.schemas) as object

let surface: Surface
beforeAll(async () => {
  surface = await surfaceOf(folder, schemasDocument(schemas))
})

const told = async (schema: string, value: unknown): Promise<string[]> => {
  const validate = await validatorOf(surface, schema, 'request')
  expect(validate(value)).toBe(false)
  return problemsOf(validate.errors, value).map(({ pointer, message }) => `${pointer} ${message}`)
}

test.each(table.problems.map(([name, schema, value, ...problems]) => ({ name, schema, value, problems })))(
  '$name: $value',
  async ({ schema, value, problems }) => {
    expect(await told(schema, value)).toEqual(problems)
  },
)

describe('several things wrong', () => {
  test('come in the order of the value, what is missing last', async () => {
    const value = { state: 1, age: 'x', list: ['a', 1], zzz: 1, day: 'x' }
    const places = async (...given: Parameters<typeof told>) =>
      (await told(...given)).map((line) => line.split(' ')[0])
    expect(await places('Kinds', value)).toEqual(['/state', '/age', '/list/1', '/zzz', '/day'])
    expect(await places('Company', { seat: 1 })).toEqual(['/seat', '/id', '/vat'])
  })

  test('come once', async () => {
    const error = { instancePath: '/a', schemaPath: '#/x', keyword: 'type', params: { type: 'string' } }
    expect(problemsOf([error, { ...error, schemaPath: '#/y' }], { a: 1 })).toHaveLength(1)
  })

  test('have paths with the indexes of arrays as numbers', async () => {
    const validate = await validatorOf(surface, 'Kinds', 'request')
    validate({ list: ['a', 1], map: { 0: 1 } })
    expect(problemsOf(validate.errors, { list: ['a', 1], map: { 0: 1 } })).toMatchObject([
      { path: ['list', 1], pointer: '/list/1', rule: 'type' },
      { path: ['map', '0'], pointer: '/map/0', rule: 'propertyNames' },
    ])
  })

  test('may be more than a call has arguments', () => {
    const count = 150_000
    const params = { type: 'string' }
    const errors = Array.from({ length: count }, (_, index) => {
      return { instancePath: `/${index}`, schemaPath: '#/anyOf/0/items/type', keyword: 'type', params }
    })
    const union = { instancePath: '', schemaPath: '#/anyOf', keyword: 'anyOf', params: {} }
    const found = problemsOf(
      [...errors, union],
      Array.from({ length: count }, () => 1),
    )
    expect([found.length, found[0]?.pointer, found.at(-1)?.pointer]).toEqual([count, '/0', `/${count - 1}`])
  })

  test('are none for no errors', () => {
    expect(problemsOf(null, {})).toEqual([])
    expect(problemsOf(undefined, {})).toEqual([])
  })
})

test('for every wrong value there is a problem, and each has a place and a message', async () => {
  const names = Object.keys(schemas)
  const values = fc.anything({
    withNullPrototype: false,
    maxDepth: 3,
    key: fc.constantFrom('a', 'id', 'kind', 'list', 'map', 'age', ''),
  })
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...names), values, async (name, value) => {
      const validate = await validatorOf(surface, name, 'request')
      if (validate(value)) return
      const problems = problemsOf(validate.errors, value)
      expect(problems.length).toBeGreaterThan(0)
      for (const { pointer, path, message } of problems) {
        expect(message).not.toMatch(/undefined|\[object/)
        expect(pointer.split('/')).toHaveLength(path.length + 1)
      }
    }),
    { numRuns: 500 },
  )
})
