/**
 * Refusals of one event before those behind it are tried in its stead. They are fewer where others stepped aside: then it
 * is known that the receiver takes some events and not others.
 */
const patience: readonly number[] = [5, 3, 1]

/** Refusals of the first event that are enough where so many stepped aside. */
export function patienceWith(aside: number): number {
  return patience[Math.min(aside, patience.length - 1)] ?? 1
}

/** Events that are tried in the stead of one that is refused: four times as many with each further refusal. */
export function probesAfter(refusals: number): number {
  return Math.min(4 ** Math.min(refusals, 4), 256)
}

/** Events besides the first that have to be refused, before it counts as everything. */
export const fewest = 2

/** Refusals after which events are tried in the stead of the first that were refused already: each time one of them. */
export const sure = 10
