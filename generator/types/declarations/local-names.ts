import type { SchemaNames } from './model.js'

/** Names that a schema cannot have in a file of declarations: keywords and names of the printed text. */
const taken: ReadonlySet<string> = new Set(
  (
    'any bigint boolean never null number object string symbol undefined unknown void ' +
    'Record Omit List WithRequired Uuid DateTime Decimal ' +
    'paths webhooks components operations requests schemas $defs'
  ).split(' '),
)

/**
 * The names of schemas inside the file that declares them, which exports each under its given name.
 * @param names identifiers by component schema
 */
export function localNames(names: SchemaNames): SchemaNames {
  const exported = new Set(names.values())
  const local = (name: string): string => (exported.has(name) ? local(`${name}_`) : name)
  return new Map([...names].map(([schema, name]) => [schema, taken.has(name) ? local(`${name}_`) : name]))
}
