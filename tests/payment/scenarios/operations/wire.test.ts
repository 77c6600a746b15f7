import { describe, expect, test } from 'vitest'
import { readingsOf } from '../../../../conformance/cases/readings.js'
import { isForbidden, isForbiddenText } from '../../../../payment/scenarios/operations/wire.js'
import { compile } from '../../../conformance/support/compile.js'

describe('a text in a URL may be read as', () => {
  test.each<[string, readonly unknown[]]>([
    ['1', ['1', 1, [1], ['1'], [1]]],
    ['true', ['true', true, ['true']]],
    ['', ['', null, [''], [0]]],
    ['a,b', ['a,b', ['a', 'b']]],
  ])('%j', (text, readings) => {
    expect(readingsOf(text)).toEqual(readings)
  })
})

describe('what is wrong is wrong on the wire too', () => {
  test.each<[string, object, string, boolean]>([
    ['a number where a string is due is a string there', { type: 'string' }, '1', false],
    ['letters where an integer is due', { type: 'integer' }, 'abc', true],
    ['digits where an integer is due', { type: 'integer' }, '12', false],
    ['null for something that may be nothing', { type: ['integer', 'null'] }, 'null', false],
    ['nothing for something that may be nothing', { type: ['integer', 'null'] }, '', false],
    ['one item where a list is due', { type: 'array', items: { type: 'string' } }, 'abc', false],
    ['a value outside an enumeration', { enum: ['a', 'b'] }, 'c', true],
    ['more than the maximum', { type: 'integer', maximum: 9 }, '10', true],
    ['a text too long', { type: 'string', maxLength: 2 }, 'abc', true],
    ['letters where a truth value is due', { type: 'boolean' }, 'maybe', true],
  ])('%s', (_case, schema, text, isWrong) => {
    expect(isForbiddenText(compile(schema), text)).toBe(isWrong)
  })
})

describe('only what leaves no room for opinion counts as forbidden', () => {
  const two = { oneOf: [{ required: ['a'] }, { required: ['b'] }] }
  test.each<[string, object, unknown, boolean]>([
    ['a missing member', { required: ['a'] }, {}, true],
    ['a wrong type', { properties: { a: { type: 'string' } } }, { a: {} }, true],
    ['a member too many', { properties: {}, additionalProperties: false }, { a: 1 }, false],
    ['both of two alternatives', two, { a: 1, b: 1 }, false],
    ['none of two alternatives', two, {}, true],
    ['too many items', { maxItems: 1 }, [1, 2], false],
    ['nothing wrong', { required: ['a'] }, { a: 1 }, false],
  ])('%s', (_case, schema, value, isWrong) => {
    expect(isForbidden(compile(schema), value)).toBe(isWrong)
  })
})
