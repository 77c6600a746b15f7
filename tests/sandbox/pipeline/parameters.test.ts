import { describe, expect, test } from 'vitest'

import type { JsonSchema, Parameter } from '../../../runtime/surface.js'
import { readParameters, readyParameter } from '../../../sandbox/pipeline/operation.js'
import { parseQuery } from '../../../sandbox/pipeline/request.js'
import { Refusal } from '../../../sandbox/primitives/refusal.js'

const schemas: Readonly<Record<string, JsonSchema>> = {
  Count: { allOf: [{ $ref: '#/components/schemas/Integer' }] },
  Integer: { type: ['integer', 'null'] },
}

const parameter = (schema: JsonSchema, more: Partial<Parameter> = {}): Parameter => ({
  name: 'p',
  in: 'query',
  pointer: '#',
  required: false,
  deprecated: false,
  style: 'form',
  explode: true,
  allowReserved: false,
  schema,
  ...more,
})

const read = (described: Parameter, query: string, header: Record<string, string> = {}): unknown => {
  const ready = readyParameter(described, schemas, undefined)
  const values = readParameters([ready], { path: { p: query }, query: parseQuery(query), header })
  return values[described.in === 'cookie' ? 'query' : described.in]['p']
}

const list = { type: 'array', items: { type: 'integer' } }

describe('a query value', () => {
  test.each<[JsonSchema, string, unknown]>([
    [{ type: 'string' }, 'p=a+b%2Bc', 'a b+c'],
    [{ type: 'string' }, 'p=', ''],
    [{ type: 'string' }, 'p', ''],
    [{ type: 'string' }, 'q=1', undefined],
    [{ type: 'string' }, 'p=a=b', 'a=b'],
    [{ type: 'string' }, 'p=7', '7'],
    [{ type: 'integer' }, 'p=7', 7],
    [{ type: 'integer' }, 'p=-7', -7],
    [{ type: 'integer' }, 'p=07', '07'],
    [{ type: 'integer' }, 'p=1e3', '1e3'],
    [{ type: 'integer' }, 'p=7.0', '7.0'],
    [{ type: 'number' }, 'p=7.0', 7],
    [{ type: 'integer' }, 'p=9007199254740993', '9007199254740993'],
    [{ type: 'number' }, 'p=0.5', 0.5],
    [{ type: 'boolean' }, 'p=true', true],
    [{ type: 'boolean' }, 'p=True', 'True'],
    [{ $ref: '#/components/schemas/Count' }, 'p=7', 7],
    [list, 'p=1&p=2', [1, 2]],
    [list, 'p=1', [1]],
  ])('of %j in %s', (schema, query, value) => expect(read(parameter(schema), query)).toEqual(value))

  test.each<[Partial<Parameter>, string, unknown]>([
    [{ explode: false }, 'p=1,2', [1, 2]],
    [{ explode: false }, 'p=1%2C2', [1, 2]],
    [{ explode: false }, 'p=', []],
  ])('of a list described by %j in %s', (more, query, value) =>
    expect(read(parameter(list, more), query)).toEqual(value),
  )

  test.each<[JsonSchema, Partial<Parameter>, string]>([
    [{ type: 'string' }, {}, 'p=a&p=b'],
    [list, { explode: false }, 'p=1&p=2'],
    [{ type: 'string' }, { required: true }, 'q=1'],
    [{ type: 'string' }, {}, 'p=%zz'],
  ])('of %j, %j is refused in %s', (schema, more, query) =>
    expect(() => read(parameter(schema, more), query)).toThrow(Refusal),
  )
})

test('path and header values are read by their place', () => {
  expect(read(parameter({ type: 'string' }, { in: 'path', required: true, style: 'simple' }), 'x')).toBe('x')
  const header = parameter({ type: 'integer' }, { in: 'header', name: 'p', style: 'simple' })
  expect(read(header, '', { p: '4' })).toBe(4)
})

test('what the validator refuses is named by place, name and reason, without the value', () => {
  const validate = Object.assign((_value: unknown): _value is unknown => false, {
    errors: [{ instancePath: '/1', schemaPath: '', keyword: 'enum', params: { allowedValues: ['a', 'b'] } }],
  })
  const ready = readyParameter(parameter(list), schemas, validate)
  const raw = { path: {}, query: parseQuery('p=4711'), header: {} }
  expect(() => readParameters([ready], raw)).toThrow("query parameter 'p' at /1 must be one of a, b")
})
