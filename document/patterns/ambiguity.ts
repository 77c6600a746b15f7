import type * as refa from '#bundled/refa'
import { addTo, cached } from '../json/json.js'
import { PatternTooLarge, type Positions } from './positions.js'

/** A strongly connected component: positions that all reach each other. */
type Loop = ReadonlySet<number>

type Tuple = readonly number[]

interface Reached {
  readonly tuple: Tuple
  readonly next: readonly string[]
}

/** Limit on the transitions explored for all loops of a pattern. */
const mostWays = 500_000

const keyOf = (tuple: Tuple): string => tuple.join(' ')

/** The worst-case time of a pattern under backtracking, derived from its position automaton. */
export class Ambiguity {
  readonly #positions: Positions
  readonly #intersections = new Map<refa.CharSet, Map<refa.CharSet, refa.CharSet>>()
  readonly #reach: readonly ReadonlySet<number>[]
  #explored = 0

  constructor(positions: Positions) {
    this.#positions = positions
    this.#reach = positions.after.map((after) => {
      const reached = new Set(after.keys())
      for (const position of reached) for (const next of this.#after(position)) reached.add(next)
      return reached
    })
  }

  /** Whether a loop can match one text in two ways, so that time doubles with every iteration. */
  isExponential(): boolean {
    return this.#loops().some((loop) => !this.#endsAnywhere(loop) && this.#isAmbiguous(loop))
  }

  /** The degree of the polynomial in the length of a text that time may grow with. */
  degree(): number {
    const loops = this.#loops()
    const degrees = new Map<Loop, number>()
    const degreeOf = (loop: Loop): number =>
      cached(degrees, loop, () => {
        const before = loops.filter((other) => other !== loop && this.#leads(other, loop))
        return Math.max(0, ...before.map((other) => degreeOf(other) + (this.#share(other, loop) ? 1 : 0)))
      })
    const slow = loops.filter((loop) => !this.#endsAnywhere(loop))
    return 1 + Math.max(0, ...slow.map(degreeOf))
  }

  #after(position: number): Iterable<number> {
    return this.#positions.after[position]?.keys() ?? []
  }

  #reaches(from: number, to: number): boolean {
    return this.#reach[from]?.has(to) === true
  }

  #leads([from = 0]: Iterable<number>, [to = 0]: Iterable<number>): boolean {
    return this.#reaches(from, to)
  }

  #loops(): Loop[] {
    const left = new Set(this.#positions.after.keys())
    const loops: Loop[] = []
    for (const position of left) {
      if (!this.#reaches(position, position)) continue
      const isInLoop = (one: number): boolean => this.#reaches(position, one) && this.#reaches(one, position)
      const loop = [...left].filter(isInLoop)
      for (const member of loop) left.delete(member)
      loops.push(new Set(loop))
    }
    return loops
  }

  // In such a loop every prefix already matches, so backtracking never happens.
  #endsAnywhere(loop: Loop): boolean {
    return [...loop].every((position) => this.#positions.ends.has(position))
  }

  #isAmbiguous(loop: Loop): boolean {
    const isDouble = [...loop].some((from) =>
      [...(this.#positions.after[from] ?? [])].some(([to, ways]) => ways > 1 && loop.has(to)),
    )
    if (isDouble) return true
    const both = (tuple: Tuple): boolean => tuple.every((position) => loop.has(position))
    const starts = [...loop].map((position) => [position, position])
    const pairs = this.#explore(starts, both)
    const before = new Map<string, string[]>()
    for (const [key, { next }] of pairs) for (const to of next) addTo(before, to, key)
    const leadsBack = new Set(starts.map(keyOf))
    for (const key of leadsBack) for (const from of before.get(key) ?? []) leadsBack.add(from)
    return [...pairs].some(([key, { tuple }]) => tuple[0] !== tuple[1] && leadsBack.has(key))
  }

  /** Whether one text can lead around a loop, from it to another loop, and around that one. */
  #share(one: Loop, other: Loop): boolean {
    const inside = ([from = 0, between = 0, to = 0]: Tuple): boolean =>
      one.has(from) && other.has(to) && this.#leads(one, [between]) && this.#leads([between], other)
    return [...one].some((p) =>
      [...other].some((q) => this.#explore([[p, p, q]], inside).has(keyOf([p, q, q]))),
    )
  }

  /** All tuples reachable when several walks consume the same text at once. */
  #explore(starts: readonly Tuple[], isWanted: (tuple: Tuple) => boolean): Map<string, Reached> {
    const found = new Map<string, Reached>()
    const open = [...starts]
    const seen = new Set(starts.map(keyOf))
    for (let tuple = open.pop(); tuple; tuple = open.pop()) {
      const wanted = this.#steps(tuple).filter(isWanted)
      const steps = wanted.map((next) => ({ key: keyOf(next), next }))
      found.set(keyOf(tuple), { tuple, next: steps.map(({ key }) => key) })
      for (const { key, next } of steps) {
        if (seen.has(key)) continue
        seen.add(key)
        open.push(next)
      }
    }
    return found
  }

  #steps([first = 0, ...rest]: Tuple): Tuple[] {
    let steps = [...this.#after(first)].map((to) => ({ tuple: [to], set: this.#positions.set(to) }))
    for (const position of rest) {
      steps = steps.flatMap(({ tuple, set }) =>
        [...this.#after(position)].flatMap((to) => {
          if (++this.#explored > mostWays) throw new PatternTooLarge()
          const common = this.#common(set, this.#positions.set(to))
          return common.isEmpty ? [] : [{ tuple: [...tuple, to], set: common }]
        }),
      )
    }
    return steps.map(({ tuple }) => tuple)
  }

  #common(one: refa.CharSet, other: refa.CharSet): refa.CharSet {
    const known = cached(this.#intersections, one, () => new Map<refa.CharSet, refa.CharSet>())
    return cached(known, other, () => one.intersect(other))
  }
}
