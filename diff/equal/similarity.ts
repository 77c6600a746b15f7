import { groupedBy } from '../../document/index.js'

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

/** The share of members that two sets have in common, from 0 to 1. */
export function overlap<T>(one: ReadonlySet<T>, other: ReadonlySet<T>): number {
  if (one.size === 0 && other.size === 0) return 1
  let common = 0
  for (const item of one) if (other.has(item)) common += 1
  return common / (one.size + other.size - common)
}

/** How similar two names are, from 0 to 1; case and separators do not count. */
export function nameSimilarity(one: string, other: string): number {
  const [left, right] = [wordsOf(one), wordsOf(other)]
  if (left.join('') === right.join('')) return 1
  return Math.max(
    overlap(new Set(left), new Set(right)),
    overlap(pairsOf(left.join('')), pairsOf(right.join(''))),
  )
}

/**
 * A removed or added thing, with the evidence for a rename. Things of different content are never the same.
 */
export interface Candidate {
  readonly name: string
  readonly description: unknown
  readonly content: string
}

interface Placed extends Candidate {
  readonly index: number
  /** Whether no other thing on its side has the same description. */
  readonly isDescribedAlone: boolean
}

/** Shorter descriptions are no evidence. */
const minDescription = 12

const minSimilarity = 0.5

/**
 * Whether two names have as many words and differ in one that is not a respelling: `min_amount`,
 * `max_amount`.
 */
const isOpposed = (one: string, other: string): boolean => {
  const [left, right] = [wordsOf(one), wordsOf(other)]
  if (left.length !== right.length || left.length < 2) return false
  const differing = left.flatMap((word, index) => (word === right[index] ? [] : [[word, right[index] ?? '']]))
  return differing.some(([word = '', counterpart = '']) => nameSimilarity(word, counterpart) < minSimilarity)
}

interface Evidence {
  /** The same name in another spelling. */
  readonly isSpelling: boolean
  /** Whether it suffices if there is no other candidate. */
  readonly isEnough: boolean
  /** Empty if the two have nothing in common. */
  readonly reasons: readonly string[]
}

/**
 * The evidence that a removed and an added thing are one that was renamed. A respelled name suffices; so does a
 * unique description, or a similar name, at the same position.
 */
const renameEvidence = (from: Placed, to: Placed): Evidence => {
  const similarity = nameSimilarity(from.name, to.name)
  const isSpelling = similarity === 1
  const isPlaced = from.index === to.index
  const isAlike = similarity >= minSimilarity && !isOpposed(from.name, to.name)
  const isDescribed =
    typeof from.description === 'string' &&
    from.description.length >= minDescription &&
    from.description === to.description &&
    from.isDescribedAlone &&
    to.isDescribedAlone
  const reasons = [
    ...(isAlike ? ['the names are alike'] : []),
    ...(isDescribed ? ['the descriptions are equal'] : []),
  ]
  const isEnough = isSpelling || (isPlaced && reasons.length > 0) || reasons.length > 1
  return {
    isSpelling,
    isEnough,
    reasons: isPlaced && isEnough ? [...reasons, 'the position is the same'] : reasons,
  }
}

/** With more candidates than this on a side, renames are not searched for. */
const maxCandidates = 50

/** A removed and an added thing that are likely the same, with the reason. */
export interface Rename<One> {
  readonly from: One
  readonly to: One
  readonly guess: string
}

const placedIn = <One>(all: readonly One[], read: (one: One) => Candidate): ((one: One) => Placed) => {
  const described = groupedBy(all, (one) => read(one).description)
  return (one) => {
    const candidate = read(one)
    const isDescribedAlone = described.get(candidate.description)?.length === 1
    return { ...candidate, index: all.indexOf(one), isDescribedAlone }
  }
}

/**
 * Pairs removed with added things on strong evidence, if neither has another candidate. Respelled names are paired
 * first.
 * @param all the things of both sides, among which the removed and the added ones are
 */
export function renamesOf<One>(
  what: 'property' | 'parameter',
  [removed, added]: readonly [readonly One[], readonly One[]],
  all: readonly [readonly One[], readonly One[]],
  read: (one: One) => Candidate,
): readonly Rename<One>[] {
  if (Math.max(removed.length, added.length) > maxCandidates || removed.length * added.length === 0) return []
  const [placedOld, placedFresh] = [placedIn(all[0], read), placedIn(all[1], read)]
  const [old, fresh] = [
    removed.map((one) => [one, placedOld(one)] as const),
    added.map((one) => [one, placedFresh(one)] as const),
  ]
  const found = old.flatMap(([from, one]) =>
    fresh.flatMap(([to, other]) => {
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
