import { createRequire } from 'node:module'
import type * as refa from '#bundled/refa'
import { Ambiguity } from './ambiguity.js'
import { type Automaton, automatonOf } from './automaton.js'
import { PatternTooLarge, Positions, type Reading } from './positions.js'

/** A pattern that is asked only of texts that are not long. */
export interface ForShortTexts {
  /** The most UTF-16 code units that a text may have. */
  readonly most: number
}

/**
 * The need of a pattern, so that no text takes it time without end: none, or to be followed as a table. Where there
 * is no table of moderate size it is asked of short texts only, or it is left out when they take too long as well.
 */
export type Judgement = 'plain' | 'endless' | ForShortTexts | Automaton

// A pattern that is not bound to the start takes the square of the length easily, and many do.
const highestDegree = 2
const mostNodes = 20_000

const loop = /[*+]|,\}/g
const repeatedGroup = /\)[*+{]/

/** Alternatives of a pattern without groups, classes and escapes: only one of them is followed at a time. */
const alternativesOf = (pattern: string): readonly string[] =>
  /[([\\]/.test(pattern) ? [pattern] : pattern.split('|')

/** Without a group that is repeated and with one loop at most, time cannot grow with more than the square. */
const isPlainlyFast = (pattern: string): boolean =>
  !repeatedGroup.test(pattern) &&
  alternativesOf(pattern).every((one) => (one.match(loop) ?? []).length < highestDegree)

// The attempts of an engine in some tenths of a second.
const mostTries = 100_000_000

/** The longest text that so many loops in a row can be tried on: they share it in length ** degree / degree! ways. */
const longestFor = (degree: number): number => {
  let factorial = 1
  for (let factor = 2; factor <= degree; factor++) factorial *= factor
  return Math.floor((mostTries * factorial) ** (1 / degree))
}

/** The kind of a pattern of which no table can be made; undefined when it needs none. */
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
  // Loaded only here: few documents have a pattern that has to be looked at.
  const library: typeof refa = createRequire(import.meta.url)('#bundled/refa')
  try {
    return judge(pattern, flags, library)
  } catch (error) {
    if (error instanceof PatternTooLarge || error instanceof library.TooManyNodesError) return 'endless'
    throw error
  }
}

const known = new Map<string, Judgement>()

/** Judges a pattern that compiles with these flags: by what is written in it alone, and never by a clock. */
export function judgePattern(pattern: string, flags = 'u'): Judgement {
  if (isPlainlyFast(pattern)) return 'plain'
  const key = `${flags}/${pattern}`
  const judgement = known.get(key) ?? judgeWhole(pattern, flags)
  known.set(key, judgement)
  return judgement
}
