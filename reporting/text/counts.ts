/** The word that goes with a count: `rule` with 1, `rules` with any other. */
export function wordFor(count: number, one: string, several = `${one}s`): string {
  return count === 1 ? one : several
}

/** The first texts of a list, and how many more there are. */
export function firstOf(texts: readonly string[], most: number): readonly string[] {
  const rest = texts.length - most
  return rest > 0 ? [...texts.slice(0, most), `and ${rest} more`] : texts
}

/** Texts as a list in a sentence: `a, b and c`. */
export function joined(texts: readonly string[], last = 'and'): string {
  return texts.length < 2 ? texts.join('') : `${texts.slice(0, -1).join(', ')} ${last} ${texts.at(-1)}`
}

/** A count with its word: `1 rule`, `2 rules`. */
export function counted(count: number, one: string, several?: string): string {
  return `${count} ${wordFor(count, one, several)}`
}
