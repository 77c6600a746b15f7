/**
 * The number of refusals of the first event before later events are attempted instead. Lower if other events were set
 * aside, because then the receiver is known to accept only some events.
 */
const patience: readonly number[] = [5, 3, 1]

/** The required number of refusals, given how many events were set aside. */
export function patienceWith(aside: number): number {
  return patience[Math.min(aside, patience.length - 1)] ?? 1
}

/** The number of events to attempt instead of a refused one: four times as many with each further refusal. */
export function probesAfter(refusals: number): number {
  return Math.min(4 ** Math.min(refusals, 4), 256)
}

/** The number of other events that must be refused before the receiver counts as refusing everything. */
export const fewest = 2

/**
 * The number of refusals after which already refused events are attempted again instead of the first, one each time.
 */
export const sure = 10
