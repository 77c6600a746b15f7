import * as fc from '#bundled/fast-check'
import { automaton, type Matcher } from '../../../runtime/formats.js'
import { cached } from '../../json/json.js'
import { judgePattern } from '../../patterns/judge.js'
import { readablePattern } from '../../patterns/source.js'

/** Texts up to this length take any pattern little time. */
const shortText = 16

const upTo = (most: number, expression: RegExp): Matcher => ({
  test: (text) => text.length <= most && expression.test(text),
})

const readMatcher = (pattern: string): Matcher | undefined => {
  const readable = readablePattern(pattern)
  if (!readable) return undefined
  const { source, flags } = readable
  const expression = new RegExp(source, flags)
  const judgement = judgePattern(source, flags)
  if (judgement === 'plain') return expression
  if (judgement === 'endless') return upTo(shortText, expression)
  if ('most' in judgement) return upTo(judgement.most, expression)
  return automaton(judgement.columns, judgement.ranges, judgement.moves, judgement.ends, flags === '')
}

const matchers = new Map<string, Matcher | undefined>()

/**
 * A matcher for a pattern of a document that takes linear time; texts that would take longer do not match. Undefined
 * if the pattern is not a regular expression.
 */
export function matcherOf(pattern: string): Matcher | undefined {
  if (!matchers.has(pattern)) matchers.set(pattern, readMatcher(pattern))
  return matchers.get(pattern)
}

/** The tokens of a regular expression that affect the size of a generated text. */
const pieces =
  /\\(?:u\{[^}]*\}|[pP]\{[^}]*\}|k<[^>]*>|.)|\[(?:\\.|[^\]\\])*\]|\((?:\?(?:<?[=!]|:|<[^>]*>))?|\)|\||[*+?]\??|\{(?<least>\d+)(?<more>,\d*)?\}\??|[^]/gsu

/** The sizes in a group: of its largest alternative, of the current one, and of its last piece. */
interface Group {
  largest: number
  sum: number
  last: number
}

/** The number of repeats to use for a piece with a minimum and a maximum. */
type Repeats = (least: number, most: number) => number

const repeatsOf = (piece: string, least: string | undefined, more: string | undefined): [number, number] => {
  if (least === undefined) return [piece.startsWith('+') ? 1 : 0, piece.startsWith('?') ? 1 : Infinity]
  return [Number(least), more === undefined ? Number(least) : Number(more.slice(1) || Infinity)]
}

/** The number of pieces in the longest generated text, given how repeats are bounded. */
const sizeOf = (pattern: string, repeats: Repeats): number => {
  const groups: Group[] = [{ largest: 0, sum: 0, last: 0 }]
  const end = ({ largest, sum }: Group): number => Math.max(largest, sum)
  for (const { 0: piece, groups: named } of pattern.matchAll(pieces)) {
    let group = groups.at(-1)
    if (piece.startsWith('(')) groups.push({ largest: 0, sum: 0, last: 0 })
    else if (group && piece === '|') Object.assign(group, { largest: end(group), sum: 0, last: 0 })
    else if (group && (named?.['least'] !== undefined || /^[*+?]/.test(piece))) {
      const times = repeats(...repeatsOf(piece, named?.['least'], named?.['more']))
      group.sum += group.last * Math.max(0, times - 1)
    } else if (group && piece !== '^' && piece !== '$') {
      const size = piece === ')' ? end(group) : 1
      if (piece === ')') groups.pop()
      group = groups.at(-1)
      if (group) Object.assign(group, { sum: group.sum + size, last: size })
    }
  }
  return Math.max(...groups.map(end))
}

/** Limit on the pieces of a pattern from which texts are drawn. */
const largestPattern = 5_000

/** Whether all texts of a pattern are longer than those that are drawn. */
export function isLongPattern(pattern: string): boolean {
  return sizeOf(pattern, (least) => least) > largestPattern
}

/** The sizes of drawn texts, by the repeats that the library makes at most. */
const sizes = {
  small: (least, most) => Math.min(most, 2 * least + 10),
  medium: (least, most) => Math.min(most, 11 * least + 100),
  large: (least, most) => Math.min(most, 101 * least + 1000),
} as const satisfies Readonly<Record<string, Repeats>>

const largestDrawn = 50_000

const draw = (pattern: string, size: keyof typeof sizes, seed: number, count: number): string[] => {
  const readable = readablePattern(pattern)
  if (readable === undefined || isLongPattern(readable.source)) return []
  if (size !== 'small' && sizeOf(readable.source, sizes[size]) > largestDrawn) return []
  try {
    const expression = new RegExp(readable.source, readable.flags)
    return fc.sample(fc.stringMatching(expression, { size }), { seed, numRuns: count })
  } catch {
    // The library does not support lookarounds and some other syntax.
    return []
  }
}

const drawn = new Map<string, readonly string[]>()

/** Texts that match a pattern, shortest first; empty if they cannot be generated. */
export function textsMatching(pattern: string): readonly string[] {
  return cached(drawn, pattern, () => {
    const sized = [draw(pattern, 'small', 1, 16), draw(pattern, 'medium', 2, 6), draw(pattern, 'large', 3, 2)]
    return [...new Set(sized.flat())].toSorted((a, b) => a.length - b.length || (a < b ? -1 : 1))
  })
}

/** Random texts that match a pattern, determined by a seed. */
export function drawMatching(pattern: string, seed: number): readonly string[] {
  return draw(pattern, 'small', seed, 3)
}
