import { isObject, type JsonObject } from '../../document/index.js'

/** Prints a document as JSON with its components in the order of their names, so that versions compare well. */
export function printDocument(document: JsonObject): string {
  const components = document['components']
  const sorted = isObject(components)
    ? { ...document, components: mapValues(components, sortKeys) }
    : document
  return `${JSON.stringify(sorted, null, 2)}\n`
}

const mapValues = (object: JsonObject, change: (value: unknown) => unknown): JsonObject =>
  Object.fromEntries(Object.entries(object).map(([key, value]) => [key, change(value)]))

const sortKeys = (value: unknown): unknown => {
  if (!isObject(value)) return value
  return Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)))
}
