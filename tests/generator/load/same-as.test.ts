import { describe, expect, it } from 'vitest'
import { sameAs } from '../../../generator/load/same-as.js'

const copyOf = (value: unknown): unknown => JSON.parse(JSON.stringify(value))

describe('a tree', () => {
  it.each([[{ a: { b: [1, 'x', null, { c: true }] } }], [[]], [{}], [JSON.parse('{"__proto__": {"a": 1}}')]])(
    'that equals the one before is that one: %j',
    (before) => {
      expect(sameAs(before, copyOf(before))).toBe(before)
    },
  )

  it.each<[what: string, before: unknown, now: unknown]>([
    ['has another value', { a: 1 }, { a: 2 }],
    ['has a member more', { a: 1 }, { a: 1, b: 2 }],
    ['has a member less', { a: 1, b: 2 }, { a: 1 }],
    ['has its members in another order', { a: 1, b: 2 }, { b: 2, a: 1 }],
    ['has another item', [1, 2], [1, 3]],
    ['is a list and no object', { 0: 'x' }, ['x']],
    ['has a zero of another sign', [0], [-0]],
    ['has a member that is only inherited there', {}, { toString: {} }],
    ['has a member named like the prototype', {}, JSON.parse('{"__proto__": {"a": 1}}')],
    ['is the first', undefined, { a: 1 }],
    ['is no object', { a: 1 }, null],
  ])('that %s stays itself', (_what, before, now) => {
    const text = JSON.stringify(now)
    const one = sameAs(before, now)
    expect(one).toBe(now)
    expect(JSON.stringify(one)).toBe(text)
  })

  it('takes over the parts that are equal, and leaves the one before as it is', () => {
    const before = { a: { same: [1] }, b: { other: 1, list: [{ x: 1 }, { y: 1 }] } }
    const text = JSON.stringify(before)
    const now = { a: { same: [1] }, b: { other: 2, list: [{ x: 1 }, { y: 2 }] } }
    const expected = copyOf(now)
    const one = sameAs(before, now)
    expect(one).toEqual(expected)
    expect(now.a).toBe(before.a)
    expect(now.b.list[0]).toBe(before.b.list[0])
    expect(now.b.list[1]).not.toBe(before.b.list[1])
    expect(JSON.stringify(before)).toBe(text)
  })
})
