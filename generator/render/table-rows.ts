import type { DocumentModel } from '../model/document.js'

/** Names of all rows of a table of a version, its own or taken over from the version before. */
export function tableNames(
  { base, ...model }: DocumentModel,
  table: 'operations' | 'webhooks' | 'schemas',
): string[] {
  const gone = new Set(base?.removed[table])
  const before = Object.keys(base?.tables[table] ?? {}).filter((name) => !gone.has(name))
  return [...new Set([...before, ...Object.keys(model[table])])]
}

/** Rows that the base does not have as they are: what changed in what it refers to may be printed the same. */
export function changedRows<Row>(
  own: Readonly<Record<string, Row>>,
  before: Readonly<Record<string, Row>> = {},
): Record<string, Row> {
  const changed = Object.entries(own).filter(
    ([name, row]) =>
      !Object.hasOwn(before, name) ||
      (before[name] !== row && JSON.stringify(before[name]) !== JSON.stringify(row)),
  )
  return Object.fromEntries(changed)
}
