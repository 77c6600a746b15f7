import {
  addTo,
  discriminatorIn,
  groupedBy,
  isObject,
  type JsonObject,
  listOf,
  objectOf,
} from '../../document/index.js'
import { type Both, extensionsOf, type Fragment, rootFragment, targetOf } from './node.js'

const deepestText = 200

const listText = (value: readonly unknown[], outer: Set<unknown>): string =>
  `[${value.map((item: unknown) => canonicalText(item, outer)).join()}]`

const objectText = (value: JsonObject, outer: Set<unknown>): string => {
  const members = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1))
  return `{${members.map(([key, one]) => `${JSON.stringify(key)}:${canonicalText(one, outer)}`).join()}}`
}

const canonicalText = (value: unknown, outer: Set<unknown>): string => {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null'
  // YAML aliases can make a value contain itself, so nesting ends where it repeats.
  if (outer.has(value) || outer.size > deepestText) return '"…"'
  outer.add(value)
  const text = Array.isArray(value) ? listText(value, outer) : isObject(value) ? objectText(value, outer) : ''
  outer.delete(value)
  return text
}

/** A value as text, equal for equal values whatever the order of their members. */
export function canonical(value: unknown): string {
  return canonicalText(value, new Set())
}

/** Whether two values are equal, whatever the order of members. */
export function isSame(one: unknown, other: unknown): boolean {
  return one === other || (typeof one === typeof other && canonical(one) === canonical(other))
}

/** Pairs items with the same text; several with one text are paired in order. */
export function pairsByText<Item>(from: Iterable<Item>, to: Iterable<Item>, textOf: (item: Item) => string) {
  const waiting = groupedBy([...to].toReversed(), textOf)
  return [...from].flatMap((one) => {
    const other = waiting.get(textOf(one))?.pop()
    return other === undefined ? [] : [[one, other] as const]
  })
}

/** The items of one map whose keys another one lacks. */
export function onlyIn<Item>(one: ReadonlyMap<string, Item>, other: ReadonlyMap<string, unknown>): Item[] {
  return [...one].flatMap(([key, item]) => (other.has(key) ? [] : [item]))
}

/** The items by their names; undefined for a name that several have. */
export function ownersOf<Item>(items: Iterable<Item>, namesOf: (item: Item) => readonly string[]) {
  const found = new Map<string, Item | undefined>()
  for (const item of items)
    for (const name of new Set(namesOf(item))) found.set(name, found.has(name) ? undefined : item)
  return found
}

/** A value as JSON; one that contains itself, which YAML aliases can produce, is cut off where it repeats. */
export function jsonText(value: unknown): string | undefined {
  try {
    return JSON.stringify(value)
  } catch {
    return canonical(value)
  }
}

// Beyond this depth the check gives up; the engine compares level by level anyway.
const deepestCheck = 40

/** References are equal if their texts are; the texts are collected. */
interface References {
  readonly texts: Set<string>
  readonly roots: Both<JsonObject>
}

const referencesOf = ({ document: from }: Fragment, { document: to }: Fragment): References => ({
  texts: new Set(),
  roots: [objectOf(from.root), objectOf(to.root)],
})

/** The references of a discriminator, and those to the schemas that extend its schema in either document. */
const selectedBy = (one: JsonObject, other: JsonObject, [from, to]: Both<JsonObject>): readonly string[] => [
  ...[...(discriminatorIn(one)?.mapping.values() ?? [])].flat(),
  ...(extensionsOf(from).get(one) ?? []),
  ...(extensionsOf(to).get(other) ?? []),
]

const areObjectsSame = (one: JsonObject, other: JsonObject, refs: References, depth: number): boolean => {
  const keys = Object.keys(one)
  if (keys.length !== Object.keys(other).length || Object.hasOwn(one, '$dynamicRef')) return false
  if (Object.hasOwn(one, '$ref')) {
    const { $ref: ref } = one
    if (typeof ref !== 'string' || !ref.startsWith('#/')) return false
    refs.texts.add(ref)
  }
  if (Object.hasOwn(one, 'discriminator'))
    for (const ref of selectedBy(one, other, refs.roots)) refs.texts.add(ref)
  return keys.every((key) => Object.hasOwn(other, key) && areSame(one[key], other[key], refs, depth + 1))
}

const areSame = (one: unknown, other: unknown, refs: References, depth = 0): boolean => {
  if (typeof one !== 'object' || one === null) return one === other
  if (depth > deepestCheck) return false
  if (Array.isArray(one)) {
    const areAlike = (item: unknown, index: number): boolean =>
      areSame(item, listOf(other)[index], refs, depth + 1)
    return Array.isArray(other) && one.length === other.length && one.every(areAlike)
  }
  return isObject(one) && isObject(other) && areObjectsSame(one, other, refs, depth)
}

/** Finds values that two documents share with all their references, which need no comparison. */
export class Identity {
  readonly #known = new Set<string>()
  readonly #changed = new Set<string>()
  readonly #users = new Map<string, string[]>()

  areIdentical(one: Fragment, other: Fragment): boolean {
    const refs = referencesOf(one, other)
    if (!areSame(one.value, other.value, refs)) return false
    for (const ref of refs.texts) if (!this.#known.has(ref)) this.#read(ref, one, other)
    return [...refs.texts].every((ref) => !this.#changed.has(ref))
  }

  /** Compares the targets of a reference, and of all references from there; a change reaches all users of a target. */
  #read(first: string, { document: older }: Fragment, { document: newer }: Fragment): void {
    const [from, to] = [rootFragment(older), rootFragment(newer)]
    const todo = new Set([first])
    const changed: string[] = []
    for (const ref of todo) {
      this.#known.add(ref)
      const refs = referencesOf(from, to)
      if (!areSame(targetOf(from, ref)?.value, targetOf(to, ref)?.value, refs)) changed.push(ref)
      for (const used of refs.texts) {
        addTo(this.#users, used, ref)
        if (!this.#known.has(used)) todo.add(used)
        else if (this.#changed.has(used)) changed.push(ref)
      }
    }
    for (const ref of changed) {
      if (this.#changed.has(ref)) continue
      this.#changed.add(ref)
      changed.push(...(this.#users.get(ref) ?? []))
    }
  }
}

/** The words of a name in lower case, split at separators and camel case. */
export function wordsOf(name: string): string[] {
  return name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '')
}

/** The pairs of neighbouring characters; of a single character itself. */
const pairsOf = (text: string): Set<string> =>
  new Set(Array.from({ length: Math.max(1, text.length - 1) }, (_, index) => text.slice(index, index + 2)))

/** The share of members that two sets, not both empty, have in common, from 0 to 1. */
export function overlap<T>(one: ReadonlySet<T>, other: ReadonlySet<T>): number {
  let common = 0
  for (const item of one) if (other.has(item)) common += 1
  return common / (one.size + other.size - common)
}

/** How similar two names are, from 0 to 1; case and separators do not count. */
export function nameSimilarity(one: string, other: string): number {
  const [left, right] = [wordsOf(one), wordsOf(other)]
  const [text, otherText] = [left.join(''), right.join('')]
  if (text === otherText) return 1
  return Math.max(overlap(new Set(left), new Set(right)), overlap(pairsOf(text), pairsOf(otherText)))
}

/** A removed or added thing, with the evidence for a rename; its content must stay the same. */
export interface Candidate {
  readonly name: string
  readonly description: unknown
  readonly content: string
}

interface Placed extends Candidate {
  readonly index: number
  /** Whether its description is evidence: long enough, and of no other thing on its side. */
  readonly isDescribedAlone: boolean
}

/** Shorter descriptions are not evidence. */
const minDescription = 12

const minSimilarity = 0.5

/** Whether two names have as many words and differ in one: `min_amount`, `max_amount`. */
const isOpposed = (one: string, other: string): boolean => {
  const [left, right] = [wordsOf(one), wordsOf(other)]
  if (left.length !== right.length || left.length < 2) return false
  const differing = left.flatMap((word, index) => (word === right[index] ? [] : [[word, right[index] ?? '']]))
  return differing.some(([word = '', counterpart = '']) => nameSimilarity(word, counterpart) < minSimilarity)
}

/** Evidence of a rename: a respelled name suffices, or a unique description or similar name in place. */
const renameEvidence = (from: Placed, to: Placed) => {
  const similarity = nameSimilarity(from.name, to.name)
  const isSpelling = similarity === 1
  const isPlaced = from.index === to.index
  const isAlike = similarity >= minSimilarity && !isOpposed(from.name, to.name)
  const isDescribed = from.isDescribedAlone && to.isDescribedAlone && from.description === to.description
  const reasons = [
    ...(isAlike ? ['the names are alike'] : []),
    ...(isDescribed ? ['the descriptions are equal'] : []),
  ]
  const isEnough = isSpelling || (isPlaced && reasons.length > 0) || reasons.length > 1
  const all = isPlaced && isEnough ? [...reasons, 'the position is the same'] : reasons
  return { isSpelling, isEnough, reasons: all }
}

/** With more candidates than this on a side, renames are not searched for. */
const maxCandidates = 50

/** A removed and an added thing that are likely the same, with the reason. */
export interface Rename<One> {
  readonly from: One
  readonly to: One
  readonly guess: string
}

const placedIn = <One>(all: readonly One[], read: (one: One) => Candidate) => {
  const described = groupedBy(all, (one) => read(one).description)
  return (one: One): readonly [One, Placed] => {
    const candidate = read(one)
    const { description: text } = candidate
    const isLong = typeof text === 'string' && text.length >= minDescription
    const isDescribedAlone = isLong && described.get(text)?.length === 1
    return [one, { ...candidate, index: all.indexOf(one), isDescribedAlone }]
  }
}

/** Pairs removed with added things on strong evidence, respelled names first; `all` has both sides whole. */
export function renamesOf<One>(
  what: 'property' | 'parameter',
  [removed, added]: readonly [readonly One[], readonly One[]],
  all: readonly [readonly One[], readonly One[]],
  read: (one: One) => Candidate,
): readonly Rename<One>[] {
  if (Math.max(removed.length, added.length) > maxCandidates || removed.length * added.length === 0) return []
  const [before, after] = [removed.map(placedIn(all[0], read)), added.map(placedIn(all[1], read))]
  const found = before.flatMap(([from, one]) =>
    after.flatMap(([to, other]) => {
      const evidence = one.content === other.content ? renameEvidence(one, other) : undefined
      return evidence === undefined || evidence.reasons.length === 0 ? [] : [{ from, to, ...evidence }]
    }),
  )
  const alone = (list: typeof found): typeof found =>
    list.filter(({ from, to }) => list.filter((one) => one.from === from || one.to === to).length === 1)
  const spellings = alone(found.filter(({ isSpelling }) => isSpelling))
  const taken = new Set(spellings.flatMap(({ from, to }) => [from, to]))
  const others = alone(found.filter(({ from, to }) => !taken.has(from) && !taken.has(to)))
  return [...spellings, ...others.filter(({ isEnough }) => isEnough)].map(({ from, to, reasons }) => ({
    from,
    to,
    guess: `One ${what} was removed and one was added: ${['the schemas are equal', ...reasons].join(', ')}.`,
  }))
}
