import { describe, expect, it } from 'vitest'
import { deepEqual, unicodeLength } from '../../runtime/json.js'

describe('equality of JSON values', () => {
  it.each([
    [1, 1.0],
    [null, null],
    [
      { a: 1, b: [2, { c: null }] },
      { b: [2, { c: null }], a: 1 },
    ],
    [[], []],
    [JSON.parse('{"__proto__":1}'), JSON.parse('{"__proto__":1}')],
  ])('holds between %j and %j', (a: unknown, b: unknown) => {
    expect([deepEqual(a, b), deepEqual(b, a)]).toEqual([true, true])
  })

  it.each([
    [1, '1'],
    [0, false],
    [null, {}],
    [[], {}],
    [
      [1, 2],
      [2, 1],
    ],
    [[1], [1, 2]],
    [{ a: 1 }, { a: 1, b: undefined }],
    [{ a: undefined }, { b: undefined }],
    [{ toString: 1 }, { valueOf: 1 }],
    [
      { a: 1, b: { c: 1 } },
      { a: 1, b: { c: 2 } },
    ],
  ])('does not hold between %j and %j', (a: unknown, b: unknown) => {
    expect([deepEqual(a, b), deepEqual(b, a)]).toEqual([false, false])
  })
})

describe('length in code points', () => {
  it.each([
    ['', 0],
    ['abc', 3],
    ['é', 1],
    ['e\u0301', 2],
    ['🦊🦊', 2],
    ['\ud83e', 1],
    ['\udd8a\ud83e', 2],
    ['\udc00\udc00', 2],
    ['a🦊\ud83eb', 4],
  ])('of %j is %d', (text, length) => {
    expect(unicodeLength(text)).toBe(length)
    expect(Array.from(text)).toHaveLength(length)
  })
})
