import { createConfig, lintFromString } from '@redocly/openapi-core'
import { isObject, type JsonObject } from '../../document/index.js'
import { describeProblem } from './bundle.js'

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

/** Lints a document, given as text, by Redocly's recommended rules; returns one line per error or warning. */
export async function lintDocument(file: string, text: string): Promise<string[]> {
  const config = await createConfig({ extends: ['recommended'] })
  const problems = await lintFromString({ source: text, absoluteRef: file, config })
  return problems.map(describeProblem)
}
