/**
 * Ranks of what waits to be sent: the lowest goes first. Cases of several deliveries take longest, and have the even rank
 * before that of their like.
 */
export const ranks = {
  /** The case of each rule of severity error that tells most. */
  main: 1,
  /** What needs many at once, or what the receiver says itself. */
  group: 2.9,
  /** Further cases of these rules. */
  further: 3,
  /** Good practice. */
  practice: 5,
  /** What nothing is promised about. */
  open: 9,
} as const

/** Added to the rank of a rule for its cases behind the first one. */
export const furtherBy: number = ranks.further - ranks.main
/** Added to the rank of a case of several deliveries. */
export const longBy = -1
