import { describe, expect, it } from 'vitest'
import { pointerOf, resolvePointer, segmentsOf } from '../../../generator/load/pointer.js'

describe('pointers', () => {
  it.each([
    'a',
    '',
    'a/b',
    'c~d',
    '~1',
    'Per%cent',
    '%2e',
    '%252e',
    '%2e%zz',
    '100%',
    'é%C3%A9',
    '__proto__',
  ])('to a member named %j lead there and nowhere else', (name) => {
    const root = Object.fromEntries([
      ['.', 'other'],
      [decodeURIComponent(name.replaceAll(/%(?![\dA-F]{2})/gi, '%25')), 'other'],
      [name, 'it'],
    ])
    expect(segmentsOf(pointerOf('x', name))).toEqual(['x', name])
    expect(resolvePointer(root, pointerOf(name))).toBe('it')
  })
})
