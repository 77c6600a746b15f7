import { member } from '../json/values.js'

/** The dialect of schemas: that of OpenAPI 3.0, or JSON Schema 2020-12. */
export type Dialect = '3.0' | '2020-12'

/** The dialect of a document according to its `openapi` field; undefined unless it is OpenAPI 3.0, 3.1 or 3.2. */
export function dialectOf(root: unknown): Dialect | undefined {
  const version = member(root, 'openapi')
  if (typeof version !== 'string') return undefined
  if (/^3\.0\.\d/.test(version)) return '3.0'
  return /^3\.[12]\.\d/.test(version) ? '2020-12' : undefined
}
