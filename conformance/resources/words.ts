/** The words of a name in lower case: `petIds`, `pet_ids` and `pet-ids` are all `pet`, `ids`. */
export function wordsOf(name: string): string[] {
  return name
    .replace(/([\p{Ll}\d])(\p{Lu})/gu, '$1 $2')
    .replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, '$1 $2')
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
    .map((word) => word.toLowerCase())
}

/** The singular of an English word by simple rules; most other words stay unchanged. */
export function singular(word: string): string {
  if (word.length < 4 || /(ss|us|is)$/.test(word)) return word === 'ids' ? 'id' : word
  if (word.endsWith('ies')) return `${word.slice(0, -3)}y`
  if (/(ch|sh|x|z|ss)es$/.test(word)) return word.slice(0, -2)
  if (word.endsWith('people')) return word.replace(/people$/, 'person')
  if (word.endsWith('children')) return word.slice(0, -3)
  return word.endsWith('s') ? word.slice(0, -1) : word
}

const mostKeys = 5_000
const keys = new Map<string, string>()

/** Normalizes a name: its words in the singular, joined by spaces. Kept, because bodies repeat the names of members. */
export function nameKey(name: string): string {
  const known = keys.get(name)
  if (known !== undefined) return known
  const key = wordsOf(name).map(singular).join(' ')
  if (keys.size < mostKeys) keys.set(name, key)
  return key
}

const identifying = new Set('id uuid guid uid key slug code name number no identifier handle ref'.split(' '))

/** Whether a word only marks an identifier. */
export function isIdentifying(word: string): boolean {
  return identifying.has(word)
}

/**
 * The noun that a name refers to: `pet` for `petId` and `pet_ids`; undefined for `id`, and for names that are no ids.
 */
export function referredBy(name: string): string | undefined {
  const words = nameKey(name).split(' ')
  return words.length > 1 && isIdentifying(words.at(-1) ?? '') ? words.slice(0, -1).join(' ') : undefined
}
