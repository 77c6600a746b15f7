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
