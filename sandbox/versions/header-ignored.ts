/** Groups of operations on tokens and market data, which have no version-dependent shapes (Versioning 7). */
const blindTags: ReadonlySet<string> = new Set(['Currencies', 'ExchangeRate'])

/** Whether an operation ignores any version header, and is served as the default version. */
export function ignoresVersion(tags: readonly string[]): boolean {
  return tags.some((tag) => blindTags.has(tag))
}
