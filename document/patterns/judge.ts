import { createRequire } from 'node:module'
import type * as refa from '#bundled/refa'
import { cached } from '../json/json.js'
import { Ambiguity } from './ambiguity.js'
import { PatternTooLarge, Positions, type Reading } from './positions.js'

const mostStates = 300
const mostNumbers = 4000

/** A pattern as the table that `automaton` in `runtime/formats.ts` executes. */
interface Automaton {
  readonly columns: number
  readonly ranges: readonly number[]
  readonly moves: readonly number[]
  readonly ends: readonly number[]
}

type Anchors = ReadonlySet<'start' | 'end'>

const atStart: Anchors = new Set(['start'])
const atEnd: Anchors = new Set(['end'])
const atBoth: Anchors = new Set(['start', 'end'])

/** The states of the deterministic automaton: sets of positions. */
class States {
  readonly all: (readonly number[])[] = []
  /** Whether the empty prefix of every text matches. */
  readonly matchesAll: boolean
  readonly #positions: Positions
  readonly #ids = new Map<string, number>()

  constructor(positions: Positions) {
    this.#positions = positions
    const first = [...this.#anchored([0], atStart)]
    // The first state is not indexed by its positions, because only it is at the start of the text.
    this.all.push(first)
    this.matchesAll = first.some((position) => positions.ends.has(position))
  }

  id(subset: ReadonlySet<number>): number {
    const sorted = [...subset].toSorted((a, b) => a - b)
    if (sorted.length === 0) return -1
    if (sorted.some((position) => this.#positions.ends.has(position))) return -2
    const key = sorted.join(' ')
    const id = this.#ids.get(key) ?? this.all.push(sorted) - 1
    if (id === mostStates) throw new PatternTooLarge()
    this.#ids.set(key, id)
    return id
  }

  isEnd(state: number): boolean {
    const reached = this.#anchored(this.all[state] ?? [], state === 0 ? atBoth : atEnd)
    return [...reached].some((position) => this.#positions.ends.has(position))
  }

  /** Adds the positions reached without a character, through anchors at the start or the end of the text. */
  #anchored(subset: readonly number[], anchors: Anchors): ReadonlySet<number> {
    const reached = new Set(subset)
    for (const position of reached) {
      for (const next of this.#positions.after[position]?.keys() ?? []) {
        const anchor = this.#positions.anchors.get(next)
        if (anchor !== undefined && anchors.has(anchor)) reached.add(next)
      }
    }
    return reached
  }
}

const rangesOf = (columns: readonly refa.CharSet[]): number[] =>
  columns
    .flatMap(({ ranges }, column) => ranges.map(({ min }) => [min, column] as const))
    .toSorted(([a], [b]) => a - b)
    .flat()

const followersOf = ({ after, sets, anchors }: Positions, columns: readonly refa.CharSet[]): number[][][] => {
  const followers = after.map((next) =>
    columns.map((column) => [...next.keys()].filter((to) => sets[to]?.isDisjointWith(column) === false)),
  )
  // If every match begins at the start, the position before the pattern does not repeat.
  const begins = [...(after[0]?.keys() ?? [])].filter((to) => to !== 0)
  const isAnchored = begins.every((to) => anchors.get(to) === 'start')
  return isAnchored ? [columns.map(() => []), ...followers.slice(1)] : followers
}

/** A table of texts with a match; `columns` partition all characters. @throws PatternTooLarge */
const automatonOf = (positions: Positions, columns: readonly refa.CharSet[]): Automaton => {
  const followers = followersOf(positions, columns)
  const states = new States(positions)
  if (states.matchesAll) return { columns: 1, ranges: [0, 0], moves: [-2], ends: [0] }
  const moves: number[] = []
  // The list grows during the loop.
  for (const state of states.all) {
    for (const column of columns.keys()) {
      moves.push(states.id(new Set(state.flatMap((at) => followers[at]?.[column] ?? []))))
    }
  }
  const ranges = rangesOf(columns)
  if (moves.length + ranges.length > mostNumbers) throw new PatternTooLarge()
  const ends = [...states.all.keys()].filter((state) => states.isEnd(state))
  return { columns: columns.length, ranges, moves, ends }
}

/** A pattern that may only be applied to texts up to a length. */
interface ForShortTexts {
  /** The maximum number of UTF-16 code units. */
  readonly most: number
}

/**
 * How to match a pattern in bounded time: `plain`, or with an automaton. Where that would be too large, the
 * pattern is only applied to short texts, or not at all (`endless`).
 */
type Judgement = 'plain' | 'endless' | ForShortTexts | Automaton

// Unanchored patterns often take quadratic time, which is tolerated.
const highestDegree = 2
const mostNodes = 20_000

const loop = /[*+]|,\}/g
const repeatedGroup = /\)[*+{]/

/** The alternatives of a plain pattern; the engine backtracks in one of them at a time. */
const alternativesOf = (pattern: string): readonly string[] =>
  /[([\\]/.test(pattern) ? [pattern] : pattern.split('|')

/** Whether time is at most quadratic, because no group is repeated and there is at most one loop. */
const isPlainlyFast = (pattern: string): boolean =>
  !repeatedGroup.test(pattern) &&
  alternativesOf(pattern).every((one) => (one.match(loop) ?? []).length < highestDegree)

// The number of attempts that an engine makes in some tenths of a second.
const mostTries = 100_000_000

/** The length at which so many loops are still fast: they divide it in length ** degree / degree! ways. */
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

/** Classifies a pattern that compiles with these flags, never by timing, so it is deterministic. */
export function judgePattern(pattern: string, flags = 'u'): Judgement {
  if (isPlainlyFast(pattern)) return 'plain'
  return cached(known, `${flags}/${pattern}`, () => judgeWhole(pattern, flags))
}
