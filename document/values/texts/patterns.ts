import * as fc from '#bundled/fast-check'
import { expressionOf } from './expressions.js'

const drawn = new Map<string, readonly string[]>()

const draw = (pattern: string, size: 'small' | 'medium' | 'large', seed: number, count: number): string[] => {
  const expression = expressionOf(pattern)
  if (expression === undefined) return []
  try {
    return fc.sample(fc.stringMatching(expression, { size }), { seed, numRuns: count })
  } catch {
    // What looks ahead or behind, and some more, cannot be drawn from.
    return []
  }
}

/** Texts that a pattern matches, the shortest first; none where they cannot be drawn. */
export function textsMatching(pattern: string): readonly string[] {
  const known = drawn.get(pattern)
  if (known !== undefined) return known
  const texts = [
    ...draw(pattern, 'small', 1, 16),
    ...draw(pattern, 'medium', 2, 6),
    ...draw(pattern, 'large', 3, 2),
  ]
  const ordered = [...new Set(texts)].toSorted((a, b) => a.length - b.length || (a < b ? -1 : 1))
  drawn.set(pattern, ordered)
  return ordered
}

/** Texts that a pattern matches, drawn by a seed. */
export function drawMatching(pattern: string, seed: number): readonly string[] {
  return draw(pattern, 'small', seed, 3)
}
