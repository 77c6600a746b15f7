import { expect, test } from 'vitest'
import { areRelated } from '../../../conformance/sequences/related.js'

test.each<[unknown, unknown]>([
  [' Ann@Example.org ', 'ann@example.org'],
  ['a very long text', 'a very'],
  ['<b>', '&lt;b&gt;'],
  ['2026-01-01T10:00:00Z', '2026-01-01T11:00:00+01:00'],
  ['2026-01-01T10:00:00Z', '2026-01-01'],
  [1.005, 1.01],
  ['10', 10],
  [10, '10.00'],
  [1e300, 1.7e308],
  [null, undefined],
  ['', null],
  [[], null],
  ['\u0000', 'x'],
  [3, { id: 3 }],
  [
    ['b', 'a'],
    ['a', 'b'],
  ],
  [{ a: 1 }, { a: 1, b: 2 }],
])('%j may be kept as %j', (sent, kept) => {
  expect(areRelated(sent, kept)).toBe(true)
})

test.each<[unknown, unknown]>([
  ['Text 1', 'untitled'],
  ['Text 1', null],
  ['Text 1', ''],
  [10, 27],
  [true, false],
  [['a'], []],
  [{ a: 1 }, { a: 9 }],
  [{ a: 1 }, null],
])('%j has nothing to do with %j', (sent, kept) => {
  expect(areRelated(sent, kept)).toBe(false)
})
