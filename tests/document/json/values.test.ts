import { describe, expect, it } from 'vitest'
import {
  entriesOf,
  isObject,
  listOf,
  member,
  memberAt,
  objectOf,
  once,
  textOf,
  textsOf,
} from '../../../document/index.js'

const values: readonly (readonly [value: unknown, isOne: boolean])[] = [
  [{}, true],
  [{ a: 1 }, true],
  [Object.create(null), true],
  [[], false],
  [null, false],
  ['text', false],
  [1, false],
  [undefined, false],
]

describe('values of JSON', () => {
  it.each(values)('%j is an object: %j', (value, isOne) => {
    expect(isObject(value)).toBe(isOne)
  })

  it('have the members that are their own', () => {
    expect(member({ a: 1 }, 'a')).toBe(1)
    expect(member({ a: 1 }, 'constructor')).toBeUndefined()
    expect(member(['x'], '0')).toBeUndefined()
    expect(memberAt({ a: { b: 2 } }, 'a', 'b')).toBe(2)
    expect(memberAt({ a: null }, 'a', 'b')).toBeUndefined()
  })

  it('are read as what is due, or as nothing', () => {
    expect([objectOf([1]), objectOf({ a: 1 })]).toEqual([{}, { a: 1 }])
    expect([listOf({}), listOf([1])]).toEqual([[], [1]])
    expect([entriesOf(null), entriesOf({ a: 1 })]).toEqual([[], [['a', 1]]])
    expect([textOf(1), textOf('a')]).toEqual([undefined, 'a'])
    expect(textsOf(['a', 1, 'b', null])).toEqual(['a', 'b'])
  })
})

it('looks at each object once', () => {
  let calls = 0
  const look = once((_subject: object) => ++calls)
  const [one, other] = [{}, {}]
  expect([look(one), look(one), look(other), look(one)]).toEqual([1, 1, 2, 1])
})
