/** The words of a name in lower case, split at separators and camel case. */
export function wordsOf(name: string): string[] {
  return name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '')
}

const pairsOf = (text: string): Set<string> =>
  new Set(Array.from({ length: Math.max(0, text.length - 1) }, (_, index) => text.slice(index, index + 2)))

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
