/** The word that goes with a count: `rule` with 1, `rules` with any other. */
export function wordFor(count: number, one: string, several = `${one}s`): string {
  return count === 1 ? one : several
}

/** A count with its word: `1 rule`, `2 rules`. */
export function counted(count: number, one: string, several?: string): string {
  return `${count} ${wordFor(count, one, several)}`
}
