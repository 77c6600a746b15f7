import { createRequire } from 'node:module'
import type * as refa from '#bundled/refa'
import { anchorOf } from './positions.js'

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

/**
 * Whether two patterns match the same texts of the given lengths. Also false if unknown: for patterns that are too
 * large, or have lookarounds or backreferences.
 */
export function matchSame(one: string, other: string, [least, most = Infinity]: Lengths): boolean {
  const library: typeof refa = createRequire(import.meta.url)('#bundled/refa')
  const lengths = [Math.min(least, longest), most > longest ? undefined : most] as const
  try {
    return automatonOf(one, lengths, library).structurallyEqual(automatonOf(other, lengths, library))
  } catch {
    return false
  }
}
