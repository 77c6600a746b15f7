/**
 * Ranks of waiting deliveries; the lowest goes first. Cases with several deliveries take longest, so they have the even
 * rank before that of their kind.
 */
export const ranks = {
  /** The first case of each rule of severity error, which reveals most. */
  main: 1,
  /** Groups: concurrent deliveries, or the receiver's hook. */
  group: 2.9,
  /** Further cases of these rules. */
  further: 3,
  /** Good practice. */
  practice: 5,
  /** Open rules. */
  open: 9,
} as const

/** Added to a rule's rank for its further cases. */
export const furtherBy: number = ranks.further - ranks.main
/** Added to the rank of a case with several deliveries. */
export const longBy = -1
