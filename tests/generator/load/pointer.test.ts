import { describe, expect, it } from 'vitest'
import { pointerOf, resolvePointer, segmentsOf } from '../../../generator/load/pointer.js'

const names = [
  'a',
  '',
  'a/b',
  'c~d',
  '~1',
  'Per%cent',
  '.',
  '%2e',
  '%252e',
  '%2e%zz',
  '100%',
  'é%C3%A9',
  '__proto__',
]

describe('pointers', () => {
  it.each(names)('to a member named %j lead there and nowhere else', (name) => {
    const root = Object.fromEntries(names.map((member) => [member, `this is ${member}`]))
    expect(segmentsOf(pointerOf('x', name))).toEqual(['x', name])
    expect(resolvePointer(root, pointerOf(name))).toBe(`this is ${name}`)
  })
})
