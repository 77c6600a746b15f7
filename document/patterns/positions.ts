import { createRequire } from 'node:module'
import type * as refa from '#bundled/refa'

/**
 * How to read a group with a high repeat count. `loops`: as an endless loop, because the polynomial time of
 * backtracking is as bad. `unbounded`: not as a loop, if only endless ones matter. `exact`: as that many copies.
 */
export type Reading = 'loops' | 'unbounded' | 'exact'

/** Positions with the number of ways to reach them; two stands for two or more. */
type Ways = ReadonlyMap<number, number>

/** Positions at which a part of a pattern begins and ends, and the number of ways to match nothing. */
interface Fragment {
  readonly first: Ways
  readonly last: Ways
  readonly empty: number
}

type Alternatives = readonly refa.Concatenation[]

/** Thrown for a pattern that is too large to analyse. */
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

/** The length of all texts that the alternatives match; undefined if it varies. */
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

/** Whether an assertion is the start or the end of the text; undefined for any other. */
const anchorOf = ({ negate, kind, alternatives }: refa.Assertion): 'start' | 'end' | undefined => {
  const isAny = alternatives.some(
    ({ elements: [element, ...more] }) =>
      element?.type === 'CharacterClass' && element.characters.isAll && more.length === 0,
  )
  if (!negate || !isAny) return undefined
  return kind === 'ahead' ? 'end' : 'start'
}

/**
 * A pattern as a position automaton: a position for each character class in it, and the transitions between them.
 * Transitions are counted instead of merged, because the number of ways to match one text makes backtracking slow.
 */
export class Positions {
  /** Positions after each one. The first precedes the pattern and loops: a match begins anywhere. */
  readonly after: Map<number, number>[] = [new Map([[0, 1]])]
  /** Positions at which a match may end. */
  readonly ends: ReadonlySet<number>
  /** Positions that no character leads to, which stand for the start or the end of the text. */
  readonly anchors = new Map<number, 'start' | 'end'>()
  /** Whether there are other assertions or backreferences, which the automaton ignores. */
  isPartial = false
  /** The characters that lead to each position. */
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

  /** The characters that lead to a position. */
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
    // The content of an assertion has no transitions to the rest, but may be slow itself.
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
    // From the last copy to the first, because each one is optional only after the one before.
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
    // The match cannot end before the minimum number of iterations.
    if (min > fewCopies) for (const position of part.last.keys()) this.#late.add(position)
    // An engine never repeats an iteration that matches the empty text.
    return { ...part, empty: min === 0 ? 1 : capped(part.empty) }
  }
}

/** Minimum and maximum number of characters. */
type Lengths = readonly [least: number, most: number | undefined]

const mostNodes = 20_000
const mostStates = 3000

/** Limits above this are ignored, because the automaton has a state for each count. */
const longest = 1000

const isAnchor = (element: refa.Element | undefined, which: 'start' | 'end'): boolean =>
  element?.type === 'Assertion' && anchorOf(element) === which

/** The automaton of a pattern that must match the whole text. */
const automatonOf = (source: string, [least, most]: Lengths, { DFA, JS, NFA }: typeof refa): refa.DFA => {
  const parse = (text: string): refa.JS.ParseResult =>
    JS.Parser.fromLiteral({ source: text, flags: 'u' }).parse({
      backreferences: 'throw',
      maxNodes: mostNodes,
    })
  const { expression, maxCharacter } = parse(source)
  const anything = parse('[^]*').expression.alternatives[0]?.elements ?? []
  const alternatives = expression.alternatives.map((one) => {
    const [isFirst, isLast] = [isAnchor(one.elements[0], 'start'), isAnchor(one.elements.at(-1), 'end')]
    const inner = one.elements.slice(isFirst ? 1 : 0, isLast ? -1 : undefined)
    return { ...one, elements: [...(isFirst ? [] : anything), ...inner, ...(isLast ? [] : anything)] }
  })
  const texts = NFA.fromRegex({ ...expression, alternatives }, { maxCharacter })
  const lengths = NFA.fromRegex(parse(`[^]{${least},${most ?? ''}}`).expression, { maxCharacter })
  const both = NFA.fromIntersection(texts, lengths)
  const automaton = DFA.fromFA(both, new DFA.LimitedNodeFactory(mostStates))
  automaton.minimize()
  return automaton
}

/** Whether two patterns match the same texts of the given lengths; false if that is unknown. */
export function matchSame(one: string, other: string, [least, most = Infinity]: Lengths): boolean {
  const library: typeof refa = createRequire(import.meta.url)('#bundled/refa')
  const lengths = [Math.min(least, longest), most > longest ? undefined : most] as const
  try {
    return automatonOf(one, lengths, library).structurallyEqual(automatonOf(other, lengths, library))
  } catch {
    return false
  }
}
