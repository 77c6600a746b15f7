import { describe, expect, it } from 'vitest'
import { repeated } from '../../runtime/json.js'

const many = Array.from({ length: 20 }, (_none, index) => index)

describe('items that are repeated', () => {
  it.each([
    [[], null],
    [[1, '1', true, null, 'true'], null],
    [[1, 2, 1], { i: 2, j: 0 }],
    [[1, 1, 1], { i: 2, j: 1 }],
    [
      [
        { a: 1, b: [2] },
        { b: [2], a: 1 },
      ],
      { i: 1, j: 0 },
    ],
    [many, null],
    [[...many, '1', '{}', {}, [], [[]], [{}], { a: {} }, { a: [] }], null],
    [[...many, 3], { i: 20, j: 3 }],
    [[...many, { a: { b: 1 }, c: 2 }, 5, { c: 2, a: { b: 1 } }], { i: 22, j: 20 }],
    [[...many, { a: { b: 1 } }, { a: { b: 2 } }], null],
    [[...many, 0, -0], { i: 21, j: 20 }],
  ])('of %j are at %j', (list, places) => {
    expect(repeated(list)).toEqual(places)
  })
})
