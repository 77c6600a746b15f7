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

const isSlow = (read: (reading: Reading) => Positions): boolean =>
  new Ambiguity(read('loops')).isExponential() || new Ambiguity(read('unbounded')).degree() > highestDegree

const judge = (pattern: string, { CharBase, CharSet, JS }: typeof refa): Judgement => {
  const { expression, maxCharacter } = JS.Parser.fromLiteral({ source: pattern, flags: 'u' }).parse({
    backreferences: 'unknown',
    maxBackreferenceWords: 0,
    maxNodes: mostNodes,
    simplify: false,
  })
  const all = CharSet.all(maxCharacter)
  const read = (reading: Reading): Positions => new Positions(expression, all, reading)
  if (!isSlow(read)) return 'plain'
  const exact = read('exact')
  return exact.isPartial ? 'endless' : automatonOf(exact, new CharBase([all, ...exact.sets]).sets)
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
