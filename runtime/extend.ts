/** A table with the rows of an older one, but for those that were removed, and with rows of its own. */
export function extend<Row>(
  base: Readonly<Record<string, Row>>,
  removed: readonly string[],
  own: Readonly<Record<string, Row>>,
): Record<string, Row> {
  const table = { ...base, ...own }
  for (const name of removed) delete table[name]
  return table
}
