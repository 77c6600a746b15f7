import { createRequire } from 'node:module'
import type * as refa from 'refa'
import { Ambiguity } from './ambiguity.js'
import { type Automaton, automatonOf } from './automaton.js'
import { PatternTooLarge, Positions, type Reading } from './positions.js'

/**
 * What a pattern needs so that no text takes it time without end: nothing, to be followed as a table, or to be left
 * out, where there is no table of moderate size.
 */
export type Judgement = 'plain' | 'endless' | Automaton

// A pattern that is not bound to the start takes the square of the length easily, and many do.
const highestDegree = 2
const mostNodes = 20_000

const loop = /[*+]|,\}/g
const repeatedGroup = /\)[*+{]/

/** Without a group that is repeated and with one loop at most, time cannot grow with more than the square. */
const isPlainlyFast = (pattern: string): boolean =>
  !repeatedGroup.test(pattern) && (pattern.match(loop) ?? []).length < highestDegree

/** What becomes of a pattern of which no table can be made; undefined for one that needs none. */
const otherwise = (read: (reading: Reading) => Positions): 'plain' | 'endless' | undefined => {
  if (new Ambiguity(read('loops')).isExponential()) return 'endless'
  const degree = new Ambiguity(read('unbounded')).degree()
  if (degree <= highestDegree) return undefined
  // The cube is borne where the only other way is not to check at all.
  return degree === highestDegree + 1 ? 'plain' : 'endless'
}

const judge = (pattern: string, { CharBase, CharSet, JS }: typeof refa): Judgement => {
  const { expression, maxCharacter } = JS.Parser.fromLiteral({ source: pattern, flags: 'u' }).parse({
    backreferences: 'unknown',
    maxBackreferenceWords: 0,
    maxNodes: mostNodes,
    simplify: false,
  })
  const all = CharSet.all(maxCharacter)
  const read = (reading: Reading): Positions => new Positions(expression, all, reading)
  const fallback = otherwise(read)
  if (fallback === undefined) return 'plain'
  try {
    const exact = read('exact')
    return exact.isPartial ? fallback : automatonOf(exact, new CharBase([all, ...exact.sets]).sets)
  } catch (error) {
    if (error instanceof PatternTooLarge) return fallback
    throw error
  }
}

const judgeWhole = (pattern: string): Judgement => {
  // Loaded only here: few documents have a pattern that has to be looked at.
  const library: typeof refa = createRequire(import.meta.url)('refa')
  try {
    return judge(pattern, library)
  } catch (error) {
    if (error instanceof PatternTooLarge || error instanceof library.TooManyNodesError) return 'endless'
    throw error
  }
}

const known = new Map<string, Judgement>()

/** Judges a pattern that compiles with the `u` flag: by what is written in it alone, and never by a clock. */
export function judgePattern(pattern: string): Judgement {
  if (isPlainlyFast(pattern)) return 'plain'
  const judgement = known.get(pattern) ?? judgeWhole(pattern)
  known.set(pattern, judgement)
  return judgement
}
