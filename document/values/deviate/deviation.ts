/** A value that breaks one keyword of a schema, wherever in a larger value it stands. */
export interface Deviation {
  readonly value: unknown
  readonly keyword: string
  /** Names of members and positions of items that lead to what deviates. */
  readonly at: readonly (string | number)[]
  /** JSON Pointer of the schema that has the keyword. */
  readonly pointer: string
  /** What is wrong, after the name of what deviates: `is 101, and at most 100`. */
  readonly says: string
  readonly isCoercible?: true
}

const longest = 40

/** A value as text for people, shortened. */
export function shown(value: unknown): string {
  const text = JSON.stringify(value)
  return text.length > longest ? `${text.slice(0, longest)}…` : text
}
