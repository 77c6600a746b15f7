import { expect, test } from 'vitest'
import { messageOf } from '../../runtime/problem-messages.js'
import { withoutUnions } from '../../runtime/problem-unions.js'
import { errorsOf } from '../../runtime/validation-errors.js'
import type { ValidationError } from '../../runtime/validators.js'

test.each<[string, unknown, string, ValidationError['params']]>([
  ['minimum', 3, 'must be >= 3', { comparison: '>=', limit: 3 }],
  ['exclusiveMaximum', 3, 'must be < 3', { comparison: '<', limit: 3 }],
  ['minLength', 3, 'must NOT have fewer than 3 characters', { limit: 3 }],
  ['maxItems', 3, 'must NOT have more than 3 items', { limit: 3 }],
  ['enum', new Set(['a']), 'must be equal to one of the allowed values', { allowedValues: ['a'] }],
  ['contains', { minContains: 1 }, 'must contain at least 1 valid item(s)', { minContains: 1 }],
  [
    'contains',
    { minContains: 1, maxContains: 2 },
    'must contain at least 1 and no more than 2 valid item(s)',
    { minContains: 1, maxContains: 2 },
  ],
  [
    'dependentRequired',
    { depsCount: 1, deps: 'b', property: 'a' },
    'must have property b when property a is present',
    { depsCount: 1, deps: 'b', property: 'a' },
  ],
  [
    'dependentRequired',
    { depsCount: 2, deps: 'b, c', property: 'a' },
    'must have properties b, c when property a is present',
    { depsCount: 2, deps: 'b, c', property: 'a' },
  ],
  ['anyOf', undefined, 'must match a schema in anyOf', {}],
  ['even', undefined, 'must pass "even"', {}],
])('a finding of %s with %j is the error: %s', (keyword, params, message, named) => {
  const at = { instancePath: '/a', schemaPath: `#/x/${keyword}` }
  const finding = { ...at, params, propertyName: undefined }
  const error = { ...at, keyword, params: named, message }
  expect(errorsOf([finding])).toEqual([error])
  expect(errorsOf([{ ...finding, propertyName: 'p' }])).toEqual([{ ...error, propertyName: 'p' }])
  // What is an error already stays as it is, beside findings too.
  const kept = { ...error, message: 'as it was' }
  expect(errorsOf([kept, finding])).toEqual([kept, error])
})

test('no findings are no errors', () => {
  expect([errorsOf(null), errorsOf(undefined), errorsOf([])]).toEqual([null, null, []])
})

const errorAt = (
  schemaPath: string,
  params: ValidationError['params'] = {},
  instancePath = '',
): ValidationError => ({
  instancePath,
  schemaPath,
  keyword: schemaPath.slice(schemaPath.lastIndexOf('/') + 1),
  params: { ...params },
})
const union = errorAt('#/anyOf')

// Errors of branches, with their union behind them, and what is kept: keywords with parameters.
test.each<[string, ValidationError[], string[]]>([
  ['no branches', [union], ['anyOf {}']],
  [
    'types',
    [
      errorAt('#/anyOf/0/type', { type: 'string' }),
      errorAt('#/anyOf/1/type', { type: ['null', 'string'] }),
      union,
    ],
    ['type {"type":["string","null"]}'],
  ],
  [
    'types, of which one is of a member',
    [errorAt('#/anyOf/0/type', { type: 'string' }), errorAt('#/anyOf/1/type', { type: 'null' }, '/a'), union],
    ['type {"type":"null"}'],
  ],
  [
    'literals',
    [
      errorAt('#/anyOf/0/const', { allowedValue: 1 }),
      errorAt('#/anyOf/1/enum', { allowedValues: [1, 2] }),
      union,
    ],
    ['enum {"allowedValues":[1,2]}'],
  ],
  [
    'a type and a limit',
    [errorAt('#/anyOf/0/type', { type: 'string' }), errorAt('#/anyOf/1/minimum', { limit: 1 }), union],
    ['minimum {"limit":1}'],
  ],
  [
    'a literal of a member and two limits',
    [
      errorAt('#/anyOf/0/const', { allowedValue: 1 }, '/tag'),
      errorAt('#/anyOf/1/minimum', { limit: 1 }, '/n'),
      errorAt('#/anyOf/1/multipleOf', { multipleOf: 2 }, '/n'),
      union,
    ],
    ['minimum {"limit":1}', 'multipleOf {"multipleOf":2}'],
  ],
  [
    'branches of equal distance',
    [errorAt('#/anyOf/0/minimum'), errorAt('#/anyOf/1/maximum'), union],
    ['anyOf {"branches":2}'],
  ],
  [
    'an error before the union',
    [errorAt('#/minimum'), errorAt('#/anyOf/0/maximum'), union],
    ['minimum {}', 'maximum {}'],
  ],
  [
    'an error of another value',
    [
      errorAt('#/anyOf/0/minimum', {}, '/ab'),
      errorAt('#/anyOf/0/maximum', {}, '/a/0'),
      { ...union, instancePath: '/a' },
    ],
    ['minimum {}', 'maximum {}'],
  ],
  [
    'more than one form that fits',
    [errorAt('#/oneOf', { passingSchemas: [0, 1] })],
    ['oneOf {"passingSchemas":[0,1]}'],
  ],
  ['items of which none fits', [errorAt('#/contains/type'), errorAt('#/contains')], ['contains {}']],
])('a union is summarised: %s', (_, errors, kept) => {
  expect(withoutUnions(errors).map(({ keyword, params }) => `${keyword} ${JSON.stringify(params)}`)).toEqual(
    kept,
  )
})

test.each<[ValidationError, (string | number)[], unknown, string]>([
  [errorAt('#/required', { missingProperty: 'a' }), ['a'], undefined, '"a" is required and missing'],
  [errorAt('#/required', { missingProperty: 'a' }), [], undefined, '"" is required and missing'],
  [errorAt('#/minimum', { comparison: '≥', limit: 3 }), ['a'], 1, 'must be ≥ 3, not 1'],
  [errorAt('#/even'), ['a'], 1, 'breaks the rule "even"'],
  [{ ...errorAt('#/even'), message: 'must be even' }, ['a'], 1, 'must be even'],
  [
    errorAt('#/contains', { minContains: 1 }),
    ['a'],
    [],
    'must contain at least 1 item of the kind that is asked for',
  ],
  [errorAt('#/type', { type: 'string' }), ['a'], null, 'must be a string, not null'],
  [errorAt('#/type', { type: 'string' }), ['a'], {}, 'must be a string, not an object'],
])('%j at %j is said of %j: %s', (error, path, value, message) => {
  expect(messageOf(error, { path, value })).toBe(message)
})
