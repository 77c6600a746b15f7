/** Sorted positions among all records of a kind, oldest first. */
export type Positions = number[]

/** The index of the first position that is not less than the given one; the length of the list if there is none. */
export function indexFrom(positions: readonly number[], position: number): number {
  let [low, high] = [0, positions.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((positions[middle] ?? 0) < position) low = middle + 1
    else high = middle
  }
  return low
}

/** Inserts a position in order, unless it is present. */
export function addPosition(positions: Positions, position: number): void {
  const at = indexFrom(positions, position)
  if (at === positions.length) positions.push(position)
  else if (positions[at] !== position) positions.splice(at, 0, position)
}
