/** Places in the order of all records of a kind, from the oldest to the newest. */
export type Places = number[]

/** The index of the first place that is not before the one given; the length of the list where all are. */
export const indexFrom = (places: readonly number[], place: number): number => {
  let [low, high] = [0, places.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((places[middle] ?? 0) < place) low = middle + 1
    else high = middle
  }
  return low
}

/** Puts a place where it belongs, once. */
export const addPlace = (places: Places, place: number): void => {
  const at = indexFrom(places, place)
  if (at === places.length) places.push(place)
  else if (places[at] !== place) places.splice(at, 0, place)
}
