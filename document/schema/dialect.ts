import { member } from '../json/values.js'

/** How schemas are to be read: OpenAPI 3.0's own dialect, or JSON Schema 2020-12. */
export type Dialect = '3.0' | '2020-12'

/** The dialect of a document, by its `openapi` field; undefined for anything that is not OpenAPI 3.0, 3.1 or 3.2. */
export function dialectOf(root: unknown): Dialect | undefined {
  const version = member(root, 'openapi')
  if (typeof version !== 'string') return undefined
  if (/^3\.0\.\d/.test(version)) return '3.0'
  return /^3\.[12]\.\d/.test(version) ? '2020-12' : undefined
}
