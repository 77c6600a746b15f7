import type * as refa from '#bundled/refa'
import { PatternTooLarge, type Positions } from './positions.js'

const mostStates = 300
const mostNumbers = 4000

/** A pattern as the table that `runtime/automaton.ts` executes. */
export interface Automaton {
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
  return begins.every((to) => anchors.get(to) === 'start')
    ? [columns.map(() => []), ...followers.slice(1)]
    : followers
}

/**
 * A table for the texts that contain a match of a pattern.
 * @param columns a partition of all characters, whose members the pattern does not distinguish
 * @throws PatternTooLarge
 */
export function automatonOf(positions: Positions, columns: readonly refa.CharSet[]): Automaton {
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
