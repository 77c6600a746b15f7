/** Positions in the order of all records of a kind, from the oldest to the newest. */
export type Positions = number[]

/** The index of the first position that is not before the one given; the length of the list where all are. */
export function indexFrom(positions: readonly number[], position: number): number {
  let [low, high] = [0, positions.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((positions[middle] ?? 0) < position) low = middle + 1
    else high = middle
  }
  return low
}

/** Puts a position where it belongs, once. */
export function addPosition(positions: Positions, position: number): void {
  const at = indexFrom(positions, position)
  if (at === positions.length) positions.push(position)
  else if (positions[at] !== position) positions.splice(at, 0, position)
}
