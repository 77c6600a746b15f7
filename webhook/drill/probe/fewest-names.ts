import { TimeOver } from '../sending/sender.js'

type IsTaken = (names: readonly string[]) => Promise<boolean>
type Each = <Item, Result>(
  items: readonly Item[],
  act: (item: Item) => Promise<Result>,
) => Promise<readonly Result[]>

const bitsOf = (count: number): number[] =>
  Array.from({ length: Math.ceil(Math.log2(Math.max(2, count))) }, (_, bit) => bit)

/** The one name of a group that is read, found by binary search with one delivery for each bit of its index. */
const nameIn = async (
  group: readonly string[],
  others: readonly string[],
  isTaken: IsTaken,
  each: Each,
): Promise<string | undefined> => {
  const bits = await each(bitsOf(group.length), async (bit) => {
    const half = group.filter((_, index) => (index >> bit) % 2 === 1)
    return (await isTaken([...others, ...half])) ? 2 ** bit : 0
  })
  return group[bits.reduce((sum, bit) => sum + bit, 0)]
}

/** Removes names that are not needed: halves first, then smaller portions. */
const withoutPortions = async (all: readonly string[], isTaken: IsTaken): Promise<readonly string[]> => {
  let left = all
  for (let size = Math.ceil(all.length / 2); size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2)) {
    for (let at = 0; at < left.length;) {
      const without = [...left.slice(0, at), ...left.slice(at + size)]
      if (left.length > 1 && (await isTaken(without))) left = without
      else at += size
    }
  }
  return left
}

/**
 * The fewest names with which a receiver still accepts an event: first the groups that matter, then one name of each;
 * others are found by elimination. Without enough time, the groups as far as known.
 * @param each runs steps sequentially or concurrently
 */
export async function fewestNames(
  groups: readonly (readonly string[])[],
  isTaken: IsTaken,
  each: Each,
): Promise<readonly string[]> {
  let known = groups.flat()
  try {
    const needed = await each(groups, async (group) => {
      const rest = groups.filter((one) => one !== group).flat()
      return !(await isTaken(rest))
    })
    const mattering = groups.filter((_, index) => needed[index])
    if (mattering.length === 0) return await withoutPortions(known, isTaken)
    known = mattering.flat()
    const found: string[] = []
    for (const group of mattering) {
      const others = mattering.filter((one) => one !== group).flat()
      const name = await nameIn(group, others, isTaken, each)
      if (name !== undefined) found.push(name)
    }
    return (await isTaken(found)) ? found : await withoutPortions(known, isTaken)
  } catch (error) {
    if (error instanceof TimeOver) return known
    throw error
  }
}
