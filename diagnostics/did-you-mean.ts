const mostSuggested = 3
const longestWord = 100

/** The edit distance of two texts: insertions, deletions and substitutions. */
const distance = (from: string, to: string): number => {
  let row = Array.from({ length: to.length + 1 }, (_, index) => index)
  for (const [i, character] of Array.from(from).entries()) {
    const next = [i + 1]
    for (const [j, other] of Array.from(to).entries()) {
      const changed = (row[j] ?? 0) + (character === other ? 0 : 1)
      next.push(Math.min(changed, (row[j + 1] ?? 0) + 1, (next[j] ?? 0) + 1))
    }
    row = next
  }
  return row.at(-1) ?? 0
}

const within = (far: number, length: number): boolean => far < length && far <= Math.max(2, length / 3)

/** The distance of a name from a word; undefined if they are too different. */
const distanceTo = (word: string, name: string): number | undefined => {
  const far = distance(word, name)
  if (within(far, name.length)) return far
  // `echo` matches `versioning/echo`, since the area may have been omitted.
  const tail = name.slice(name.lastIndexOf('/') + 1)
  const shorter = word.includes('/') ? far : distance(word, tail) + 1
  if (within(shorter, tail.length)) return shorter
  return word.length > 3 && name.includes(word) ? name.length - word.length : undefined
}

/** The names nearest to a wrong one, ignoring case and `*`: at most three, the nearest first; none if all differ too much. */
export function nearest(wrong: string, names: Iterable<string>): readonly string[] {
  if (wrong.length > longestWord) return []
  const words = [wrong, wrong.replaceAll('*', '')].map((word) => word.toLowerCase())
  const found = [...new Set(names)].flatMap((name) => {
    const all = words.map((word) => distanceTo(word, name.toLowerCase())).filter((far) => far !== undefined)
    return all.length === 0 ? [] : [{ name, far: Math.min(...all) }]
  })
  found.sort((a, b) => a.far - b.far)
  const [best] = found
  return found
    .filter(({ far }) => far <= (best?.far ?? 0) + 1)
    .slice(0, mostSuggested)
    .map(({ name }) => name)
}

/** The end of a message about a wrong name: `; did you mean "a", "b" or "c"?`, or empty if no name is near. */
export function didYouMean(wrong: string, names: Iterable<string>): string {
  return meantText(nearest(wrong, names))
}

/** The end of a message about a wrong name, for nearest names that are known already. */
export function meantText(names: readonly string[]): string {
  const found = names.map((name) => JSON.stringify(name))
  const last = found.pop()
  if (last === undefined) return ''
  return `; did you mean ${found.length === 0 ? last : `${found.join(', ')} or ${last}`}?`
}
