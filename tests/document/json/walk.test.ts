import { expect, test } from 'vitest'
import { walk } from '../../../document/index.js'

test('walking names every location, the near ones first', () => {
  expect(walk({ a: { b: [1] }, c: null })).toEqual([
    ['', { a: { b: [1] }, c: null }],
    ['/a', { b: [1] }],
    ['/c', null],
    ['/a/b', [1]],
    ['/a/b/0', 1],
  ])
})
