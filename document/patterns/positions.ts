import type * as refa from '#bundled/refa'

/**
 * How a group is read that is repeated up to a high number. `loops`: one that is repeated without end, because the
 * powers that backtracking takes are as bad. `unbounded`: no loop, where only those without end are of interest.
 * `exact`: as many copies as it has rounds.
 */
export type Reading = 'loops' | 'unbounded' | 'exact'

/** Positions, with the number of ways that lead there; two stands for more. */
type Ways = ReadonlyMap<number, number>

/** A fragment of a pattern: what it can begin and end with, and in how many ways it matches nothing. */
interface Fragment {
  readonly first: Ways
  readonly last: Ways
  readonly empty: number
}

type Alternatives = readonly refa.Concatenation[]

/** A pattern that has more to it than is looked at. */
export class PatternTooLarge extends Error {}

const fewCopies = 8
const mostPositions = 1000

const capped = (ways: number): number => Math.min(ways, 2)

const sum = (one: Ways, other: Ways, factor = 1): Ways => {
  if (factor === 0) return one
  const all = new Map(one)
  for (const [position, ways] of other) all.set(position, capped((all.get(position) ?? 0) + ways * factor))
  return all
}

const nothing: Fragment = { first: new Map(), last: new Map(), empty: 1 }
const never: Fragment = { ...nothing, empty: 0 }

/** How long every text is that one of the alternatives matches; undefined when they differ. */
const lengthOf = (alternatives: Alternatives): number | undefined => {
  const lengths = alternatives.map(({ elements }) =>
    elements.reduce<number | undefined>((length, element) => {
      const more = elementLength(element)
      return length === undefined || more === undefined ? undefined : length + more
    }, 0),
  )
  return lengths.every((length) => length === lengths[0]) ? lengths[0] : undefined
}

const elementLength = (element: refa.Element): number | undefined => {
  if (element.type === 'CharacterClass') return 1
  if (element.type === 'Assertion' || element.type === 'Unknown') return 0
  const length = lengthOf(element.alternatives)
  if (element.type === 'Alternation' || length === undefined) return length
  return element.min === element.max ? length * element.min : undefined
}

/** The start or the end of a text; undefined for any other assertion. */
export function anchorOf({ negate, kind, alternatives }: refa.Assertion): 'start' | 'end' | undefined {
  const isAny = alternatives.some(
    ({ elements: [element, ...more] }) =>
      element?.type === 'CharacterClass' && element.characters.isAll && more.length === 0,
  )
  if (!negate || !isAny) return undefined
  return kind === 'ahead' ? 'end' : 'start'
}

/**
 * A pattern as an automaton: a position for each character class that is written in it, and the ways from one to the
 * next. Ways are counted and nothing is merged: how many there are for one text is what makes backtracking slow.
 */
export class Positions {
  /** Positions after a position. The first stands before the pattern, and leads to itself: a match begins anywhere. */
  readonly after: Map<number, number>[] = [new Map([[0, 1]])]
  /** Positions at which a match may end. */
  readonly ends: ReadonlySet<number>
  /** Positions that no character leads to, where a text has to start or to end. */
  readonly anchors = new Map<number, 'start' | 'end'>()
  /** True when there are assertions, or references back, of which the automaton knows nothing. */
  isPartial = false
  /** The characters that lead to a position. */
  readonly sets: refa.CharSet[]
  readonly #late = new Set<number>()
  readonly #reading: Reading

  /** @throws PatternTooLarge */
  constructor({ alternatives }: refa.Expression, all: refa.CharSet, reading: Reading) {
    this.sets = [all]
    this.#reading = reading
    const { first, last, empty } = this.#alternatives(alternatives)
    this.#link(new Map([[0, 1]]), first)
    const ends = [...last.keys()].filter((position) => !this.#late.has(position))
    this.ends = new Set(empty > 0 ? [0, ...ends] : ends)
  }

  /** As `sets`, of one position. */
  set(position: number): refa.CharSet {
    const set = this.sets[position]
    if (!set) throw new RangeError(`there is no position ${position}`)
    return set
  }

  #link(from: Ways, to: Ways): void {
    for (const [position, ways] of from) {
      const after = this.after[position]
      for (const [next, more] of to) after?.set(next, capped((after.get(next) ?? 0) + ways * more))
    }
  }

  #alternatives(alternatives: Alternatives): Fragment {
    return alternatives
      .map(({ elements }) => this.#sequence(elements.map((element) => () => this.#element(element))))
      .reduce(
        (all, one) => ({
          first: sum(all.first, one.first),
          last: sum(all.last, one.last),
          empty: capped(all.empty + one.empty),
        }),
        never,
      )
  }

  #sequence(parts: readonly (() => Fragment)[]): Fragment {
    return parts.reduce((before, make) => {
      const part = make()
      this.#link(before.last, part.first)
      return {
        first: sum(before.first, part.first, before.empty),
        last: sum(part.last, before.last, part.empty),
        empty: capped(before.empty * part.empty),
      }
    }, nothing)
  }

  #element(element: refa.Element): Fragment {
    if (element.type === 'CharacterClass') return this.#position(element.characters)
    if (element.type === 'Alternation') return this.#alternatives(element.alternatives)
    if (element.type === 'Quantifier') return this.#quantifier(element)
    const anchor = element.type === 'Assertion' ? anchorOf(element) : undefined
    if (anchor !== undefined) return this.#anchor(anchor)
    this.isPartial = true
    // An assertion is a pattern beside this one: no way leads into it, but it may be slow itself.
    if (element.type === 'Assertion') this.#alternatives(element.alternatives)
    return nothing
  }

  #position(characters: refa.CharSet): Fragment {
    if (this.after.length > mostPositions) throw new PatternTooLarge()
    const position = this.sets.push(characters) - 1
    this.after.push(new Map())
    const one = new Map([[position, 1]])
    return { first: one, last: one, empty: 0 }
  }

  #anchor(anchor: 'start' | 'end'): Fragment {
    this.anchors.set(this.after.length, anchor)
    return this.#position(this.set(0).negate())
  }

  #quantifier({ alternatives, min, max }: refa.Quantifier): Fragment {
    const once = (): Fragment => this.#alternatives(alternatives)
    if (max === Infinity)
      return this.#reading === 'exact' ? this.#exactLoop(once, min) : this.#loop(once, min)
    if (this.#reading === 'exact' || max <= fewCopies) return this.#copies(once, min, max)
    const isFixed = min === max && lengthOf(alternatives) !== undefined
    if (isFixed) return this.#copies(once, fewCopies, fewCopies)
    return this.#reading === 'loops' ? this.#loop(once, min) : this.#copies(once, Math.min(min, 1), 1)
  }

  #copies(once: () => Fragment, min: number, max: number): Fragment {
    let optional = nothing
    // From the last to the first, as each of them is wanted only after the one before it.
    for (let left = max - min; left > 0; left--) {
      const rest = optional
      optional = { ...this.#sequence([once, () => rest]), empty: 1 }
    }
    const due = Array.from({ length: min }, () => once)
    return this.#sequence([...due, () => optional])
  }

  #exactLoop(once: () => Fragment, min: number): Fragment {
    const due = Array.from({ length: Math.max(0, min - 1) }, () => once)
    return this.#sequence([...due, () => this.#loop(once, Math.min(min, 1))])
  }

  #loop(once: () => Fragment, min: number): Fragment {
    const part = once()
    this.#link(part.last, part.first)
    // Not every round is the last: the match cannot end before there were enough.
    if (min > fewCopies) for (const position of part.last.keys()) this.#late.add(position)
    // A round that matches nothing is never taken twice.
    return { ...part, empty: min === 0 ? 1 : capped(part.empty) }
  }
}
