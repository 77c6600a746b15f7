import type { Candidate, Candidates } from './candidates.js'
import { type Comparison, fold, type Folded } from './fold.js'
import type { Match } from './match.js'
import type { Layer } from './layers.js'
import type { Spelling } from './spelling.js'

/** A text as each comparison needs it, prepared when the first one asks. */
export class Foldings {
  readonly #text: string
  readonly #made = new Map<Comparison, Folded>()

  constructor(text: string) {
    this.#text = text
  }

  /** The text, prepared for a comparison. */
  for(comparison: Comparison): Folded {
    const known = this.#made.get(comparison)
    if (known !== undefined) return known
    const made = fold(this.#text, comparison)
    this.#made.set(comparison, made)
    return made
  }
}

/** The index of the folded letter that stands at an offset of the text. */
const indexAt = ({ starts }: Folded, offset: number): number => {
  let [low, high] = [0, starts.length - 1]
  while (low < high) {
    const middle = (low + high + 1) >>> 1
    if ((starts[middle] ?? Infinity) <= offset) low = middle
    else high = middle - 1
  }
  return low
}

// The ranges in which a candidate may stand, in order; overlapping ones are one, so that nothing is read twice.
const rangesOf = function* (
  { spelling, at, offsets }: Candidate,
  folded: Folded,
): Generator<[number, number]> {
  const { length } = spelling.facts.codes
  let range: [number, number] | undefined
  for (const offset of offsets) {
    const start = indexAt(folded, offset) - at
    if (range !== undefined && start <= range[1]) {
      range[1] = start + length
      continue
    }
    if (range !== undefined) yield range
    range = [start, start + length]
  }
  if (range !== undefined) yield range
}

const none: readonly Match[] = []

/** Finds every spelling as a whole in a layer. */
export function findIn(layer: Layer, candidates: Candidates): readonly Match[] {
  const likely = candidates.in(layer.text)
  if (likely.length === 0 && candidates.anywhere.length === 0) return none
  const found: Match[] = []
  const foldings = new Foldings(layer.text)
  const search = (spelling: Spelling, folded: Folded, from: number, to: number): void => {
    spelling.search(folded.codes, from, to, (first, last) => {
      const [start, stop] = layer.origin(...spelling.widened(folded, first, last))
      found.push({ start, stop, mask: spelling.facts.mask })
    })
  }
  for (const candidate of likely) {
    const folded = foldings.for(candidate.spelling.facts.comparison)
    for (const [from, to] of rangesOf(candidate, folded)) search(candidate.spelling, folded, from, to)
  }
  for (const spelling of candidates.anywhere) {
    const folded = foldings.for(spelling.facts.comparison)
    search(spelling, folded, 0, folded.codes.length)
  }
  return found
}
