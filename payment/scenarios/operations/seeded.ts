/** A 32-bit number that hangs on a seed and a text alone (FNV-1a): the same for the same run, spread over all. */
export function seededNumber(seed: number, text: string): number {
  let hash = (0x811c9dc5 ^ seed) >>> 0
  for (let index = 0; index < text.length; index++) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193) >>> 0
  }
  // One more round: texts that differ in their last letter alone would stand beside each other.
  hash = Math.imul(hash ^ (hash >>> 15), 0x85ebca6b)
  return (hash ^ (hash >>> 13)) >>> 0
}

/** The items in an order that hangs on a seed and on what each is called, not on how many others there are. */
export function seededOrder<T>(items: readonly T[], seed: number, nameOf: (item: T) => string): T[] {
  const ranked = items.map((item) => ({ item, rank: seededNumber(seed, nameOf(item)) }))
  return ranked.toSorted((one, other) => one.rank - other.rank).map(({ item }) => item)
}
