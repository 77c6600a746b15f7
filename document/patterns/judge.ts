import { createRequire } from 'node:module'
import type * as refa from '#bundled/refa'
import { Ambiguity } from './ambiguity.js'
import { type Automaton, automatonOf } from './automaton.js'
import { PatternTooLarge, Positions, type Reading } from './positions.js'

/** A pattern that may only be applied to texts up to a length. */
export interface ForShortTexts {
  /** The maximum number of UTF-16 code units. */
  readonly most: number
}

/**
 * How to match a pattern in bounded time: `plain` with the engine, or with an automaton. If the automaton would be
 * too large, the pattern is only applied to short texts, or not at all (`endless`) if those can take too long as
 * well.
 */
export type Judgement = 'plain' | 'endless' | ForShortTexts | Automaton

// Unanchored patterns often take quadratic time, which is tolerated.
const highestDegree = 2
const mostNodes = 20_000

const loop = /[*+]|,\}/g
const repeatedGroup = /\)[*+{]/

/**
 * The alternatives of a pattern without groups, classes and escapes; the engine backtracks in one of them at a time.
 */
const alternativesOf = (pattern: string): readonly string[] =>
  /[([\\]/.test(pattern) ? [pattern] : pattern.split('|')

/** Whether time is at most quadratic, because no group is repeated and there is at most one loop. */
const isPlainlyFast = (pattern: string): boolean =>
  !repeatedGroup.test(pattern) &&
  alternativesOf(pattern).every((one) => (one.match(loop) ?? []).length < highestDegree)

// The number of attempts that an engine makes in some tenths of a second.
const mostTries = 100_000_000

/**
 * The length of text for which so many consecutive loops stay fast: they can divide it in length ** degree / degree!
 * ways.
 */
const longestFor = (degree: number): number => {
  let factorial = 1
  for (let factor = 2; factor <= degree; factor++) factorial *= factor
  return Math.floor((mostTries * factorial) ** (1 / degree))
}

/** How to treat a pattern without a table; undefined if the engine can match it. */
const withoutTable = (read: (reading: Reading) => Positions): 'endless' | ForShortTexts | undefined => {
  try {
    if (new Ambiguity(read('loops')).isExponential()) return 'endless'
    const degree = new Ambiguity(read('unbounded')).degree()
    return degree > highestDegree ? { most: longestFor(degree) } : undefined
  } catch (error) {
    if (error instanceof PatternTooLarge) return 'endless'
    throw error
  }
}

const tableOf = (
  read: (reading: Reading) => Positions,
  all: refa.CharSet,
  { CharBase }: typeof refa,
): Automaton | undefined => {
  try {
    const exact = read('exact')
    return exact.isPartial ? undefined : automatonOf(exact, new CharBase([all, ...exact.sets]).sets)
  } catch (error) {
    if (error instanceof PatternTooLarge) return undefined
    throw error
  }
}

const judge = (source: string, flags: string, library: typeof refa): Judgement => {
  const { CharSet, JS } = library
  const { expression, maxCharacter } = JS.Parser.fromLiteral({ source, flags }).parse({
    backreferences: 'unknown',
    maxBackreferenceWords: 0,
    maxNodes: mostNodes,
    simplify: false,
  })
  const all = CharSet.all(maxCharacter)
  const read = (reading: Reading): Positions => new Positions(expression, all, reading)
  const otherwise = withoutTable(read)
  return otherwise === undefined ? 'plain' : (tableOf(read, all, library) ?? otherwise)
}

const judgeWhole = (pattern: string, flags: string): Judgement => {
  // Loaded on demand, because few documents have a pattern that needs it.
  const library: typeof refa = createRequire(import.meta.url)('#bundled/refa')
  try {
    return judge(pattern, flags, library)
  } catch (error) {
    if (error instanceof library.TooManyNodesError) return 'endless'
    throw error
  }
}

const known = new Map<string, Judgement>()

/**
 * Classifies a pattern that compiles with these flags. Derived from the pattern alone and never from timing, so it is
 * deterministic.
 */
export function judgePattern(pattern: string, flags = 'u'): Judgement {
  if (isPlainlyFast(pattern)) return 'plain'
  const key = `${flags}/${pattern}`
  const judgement = known.get(key) ?? judgeWhole(pattern, flags)
  known.set(key, judgement)
  return judgement
}
