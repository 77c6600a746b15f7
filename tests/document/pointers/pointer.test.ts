import { describe, expect, it } from 'vitest'
import {
  appendKey,
  jsonPointer,
  keysOf,
  lastKey,
  pointerOf,
  resolvePath,
  resolvePointer,
  segmentsOf,
} from '../../../document/index.js'

const names = ['', ...'a a/b c~d ~1 Per%cent . %2e %252e %2e%zz 100% é%C3%A9 __proto__'.split(' ')]

describe('pointers in the form of a fragment', () => {
  it.each(names)('to a member named %j lead there and nowhere else', (name) => {
    const root = Object.fromEntries(names.map((member) => [member, `this is ${member}`]))
    expect(segmentsOf(pointerOf('x', name))).toEqual(['x', name])
    expect(resolvePointer(root, pointerOf(name))).toBe(`this is ${name}`)
  })
})

describe('pointers as plain text', () => {
  it.each(names)('to a member named %j lead there and nowhere else', (name) => {
    const pointer = appendKey('/x', name)
    expect(pointer).toBe(jsonPointer(['x', name]))
    expect(keysOf(pointer)).toEqual(['x', name])
    expect(lastKey(pointer)).toBe(name)
  })

  it('name items of lists by their position', () => {
    expect(jsonPointer(['a', 0])).toBe('/a/0')
    expect(appendKey('#/a', 1)).toBe('#/a/1')
  })

  it('of the whole have no keys', () => {
    expect([keysOf(''), keysOf('#'), segmentsOf('#')]).toEqual([[], [], []])
  })
})

describe('a value at a path', () => {
  const root = { a: [{ b: null }] }

  it.each([
    [['a', '0', 'b'], null],
    [['a', '0'], { b: null }],
    [['a', '1'], undefined],
    [['a', '0', 'b', 'c'], undefined],
    [['constructor'], undefined],
    [['a', 'push'], undefined],
  ])('of %j is %j', (path, value) => {
    expect(resolvePath(root, path)).toEqual(value)
  })

  it.each(['other.json#/a', 'a', '#a'])('is not looked for by %j, which is not a pointer', (pointer) => {
    expect(resolvePointer({ ...root, '#a': 1 }, pointer)).toBeUndefined()
  })
})
