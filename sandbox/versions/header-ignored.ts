/** Groups of token and market-data operations: they have no version-gated shapes (Versioning 7). */
const blindTags: ReadonlySet<string> = new Set(['Currencies', 'ExchangeRate'])

/** True for an operation that ignores the version header, whatever it holds, and is served as the default version. */
export function ignoresVersion(tags: readonly string[]): boolean {
  return tags.some((tag) => blindTags.has(tag))
}
