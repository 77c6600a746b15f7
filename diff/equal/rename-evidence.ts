import { nameSimilarity, wordsOf } from './similarity.js'

/** Something that is gone, or new, as far as its name and its words tell what it is. */
export interface Named {
  readonly name: string
  readonly description: unknown
  readonly index: number
  /** Whether nothing else of its side has the same description. */
  readonly isDescribedAlone: boolean
}

/** Shorter descriptions say too little. */
const minDescription = 12

const minSimilarity = 0.5

/** Names of equally many words that differ in one word that is no spelling of the other: `min_amount`, `max_amount`. */
const isOpposed = (one: string, other: string): boolean => {
  const [left, right] = [wordsOf(one), wordsOf(other)]
  if (left.length !== right.length || left.length < 2) return false
  const differing = left.flatMap((word, index) => (word === right[index] ? [] : [[word, right[index] ?? '']]))
  return differing.some(([word = '', counterpart = '']) => nameSimilarity(word, counterpart) < minSimilarity)
}

/** What speaks for a rename. */
export interface Evidence {
  /** The same name in another spelling. */
  readonly isSpelling: boolean
  /** Whether it suffices where nothing else comes into question. */
  readonly isEnough: boolean
  /** None where the two have nothing in common. */
  readonly reasons: readonly string[]
}

/**
 * What speaks for taking what is gone and what is new for one thing of another name. The same name in another spelling
 * is enough; so is a description of its own, or a similar name, at the same position.
 */
export function renameEvidence(from: Named, to: Named): Evidence {
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

/** A pair that seems to be one, with the reasons. */
export interface RenamePair<One> {
  readonly from: One
  readonly to: One
  readonly reasons: readonly string[]
}

/** More than this on a side, and it is another thing as a whole. */
const maxCandidates = 50

/** Pairs of what is gone and what is new, where neither has another candidate; spellings of one name go first. */
export function renamePairs<One>(
  removed: readonly One[],
  added: readonly One[],
  evidenceFor: (from: One, to: One) => Evidence | undefined,
): readonly RenamePair<One>[] {
  if (removed.length > maxCandidates || added.length > maxCandidates) return []
  const all = removed.flatMap((from) =>
    added.flatMap((to) => {
      const evidence = evidenceFor(from, to)
      return evidence === undefined || evidence.reasons.length === 0 ? [] : [{ from, to, ...evidence }]
    }),
  )
  const alone = (list: typeof all): typeof all =>
    list.filter(({ from, to }) => list.filter((one) => one.from === from || one.to === to).length === 1)
  const spellings = alone(all.filter(({ isSpelling }) => isSpelling))
  const taken = new Set(spellings.flatMap(({ from, to }) => [from, to]))
  const others = alone(all.filter(({ from, to }) => !taken.has(from) && !taken.has(to)))
  return [...spellings, ...others.filter(({ isEnough }) => isEnough)]
}
