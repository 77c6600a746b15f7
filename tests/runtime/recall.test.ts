import { describe, expect, it } from 'vitest'
import { fail, type Found, recall } from '../../runtime/fail.js'

/** A union nested in itself to a depth, which counts real validations of a value. */
const nested = (
  depth: number,
): { judge: ((value: unknown) => boolean) & { found: Found }; calls: () => number } => {
  let calls = 0
  const levels = Array.from({ length: depth }, (_none, level) => {
    const judge = Object.assign(
      (value: unknown): boolean =>
        recall(judge, value, () => {
          calls++
          const below = levels[level + 1]
          const isValid = below ? [below(value), below(value)].some(Boolean) : value === 'right'
          judge.found = isValid ? null : fail(fail(null, '', `#/${level}`), '', '#/other')
          return isValid
        }),
      { found: null as Found },
    )
    return judge
  })
  const [first] = levels
  if (!first) throw new Error('a union has a level')
  return { judge: first, calls: () => calls }
}

describe('a verdict that is recalled', () => {
  it('is worked out once for a value, and then told with one violation', () => {
    const { judge, calls } = nested(30)
    expect([judge('wrong'), calls(), judge.found?.length]).toEqual([false, 30, 2])
    expect([judge('right'), calls(), judge.found]).toEqual([true, 60, null])
  })

  it('is forgotten after the call: the value may have changed', () => {
    const { judge, calls } = nested(2)
    const value = {}
    expect([judge(value), judge(value), calls()]).toEqual([false, false, 4])
  })

  it('is forgotten when judging throws', () => {
    const judge = Object.assign(() => false, { found: null as Found })
    const verdict = (): boolean =>
      recall(judge, 1, () => {
        throw new RangeError('too deep')
      })
    expect(verdict).toThrow(RangeError)
    expect(recall(judge, 1, () => true)).toBe(true)
  })
})
