import { describe, expect, test } from 'vitest'
import { findJsonError, parseJson, TextLimitError, TextSyntaxError } from '../../../document/index.js'

describe('the location where JSON breaks', () => {
  test.each([
    ['', 0],
    [' ', 1],
    ['{"a":1,}', 7],
    ['{"a" 1}', 5],
    ['{,}', 1],
    ['{a:1}', 1],
    ["{'a':1}", 1],
    ['{"a":1]', 6],
    ['{"a":1}}', 7],
    ['{"a":1,"b"', 10],
    ['{"a"}', 4],
    ['[1,]', 3],
    ['[1 2]', 3],
    ['{}[]', 2],
    ['[1}', 2],
    ['[', 1],
    [']', 0],
    ['tru', 0],
    ['[nulls]', 1],
    ['01', 0],
    ['1.', 0],
    ['-', 0],
    ['+1', 0],
    ['NaN', 0],
    ['1 2', 2],
    ['"abc', 4],
    ['"a\nb"', 2],
    ['["\\x"]', 2],
    ['["\\u12g4"]', 2],
    ['{"a":1, // why\n"b":2}', 8],
  ])('%j breaks at %i', (text, offset) => {
    expect(() => JSON.parse(text)).toThrow(SyntaxError)
    expect(findJsonError(text)).toMatchObject({ offset })
    expect(() => parseJson(text, 10)).toThrow(TextSyntaxError)
  })

  test.each(['\u00a0{}', '\ufeff{}', '{"a":1}\u2028', '\v1'])(
    'only the four kinds of JSON space count: %j',
    (text) => {
      expect(() => JSON.parse(text)).toThrow(SyntaxError)
      expect(findJsonError(text).message).toContain('not valid JSON')
    },
  )

  test('every cut and every foreign character is found at or before where it stands', () => {
    const good = '{"a":[1,-2.5e+3,true,null,"\\u00e9\\"x"],"b":{"c":"","d":[]}}'
    for (let at = 0; at < good.length; at += 1) {
      const cut = good.slice(0, at)
      expect(findJsonError(cut).offset, cut).toBeLessThanOrEqual(at)
      const spoilt = `${cut}\u0001${good.slice(at)}`
      expect(findJsonError(spoilt).offset, spoilt).toBeLessThanOrEqual(at)
    }
  })

  test('brackets inside strings do not count as nesting', () => {
    expect(parseJson('["[[[[\\"[[[["]', 1)).toEqual(['[[[["[[[['])
  })
})

describe('nesting', () => {
  test.each([
    ['[[1]]', 2, undefined],
    ['[[[]]]', 2, { offset: 2, path: [0, 0] }],
    ['{"a":[1,{"b":{}}]}', 3, { offset: 13, path: ['a', 1, 'b'] }],
    ['['.repeat(2_000_000), 100, { offset: 100 }],
    [`["${'x'.repeat(1_000_000)}",[[]]]`, 2, { offset: 1_000_005, path: [1, 0] }],
  ])('%# of at most so many levels', (text, most, limit) => {
    const parse = (): unknown => parseJson(text, most)
    if (limit === undefined) expect(parse()).toEqual(JSON.parse(text))
    else {
      expect(parse).toThrow(TextLimitError)
      expect(parse).toThrow(expect.objectContaining(limit))
    }
  })
})
