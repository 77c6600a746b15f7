import type { Applied } from './schema-location.js'
import type { Difference } from './difference.js'

/** How the document allows a value: by naming it, at a limit, as null or nothing, in a branch, or as one of very many. */
export type AllowedAs = 'absent' | 'null' | 'enumerated' | 'limit' | 'length' | 'branch' | 'free'

// A limit of this size is that of the type rather than one that somebody thought of.
const largestLimit = 1_000_000

const numbers = ['minimum', 'maximum'] as const

const sizeOf = (value: unknown): number | undefined =>
  typeof value === 'string' ? Array.from(value).length : Array.isArray(value) ? value.length : undefined

const isListed = ({ node }: Applied, value: unknown): boolean =>
  (Array.isArray(node['enum']) && node['enum'].includes(value)) ||
  (Object.hasOwn(node, 'const') && node['const'] === value)

const isAtLimit = ({ node }: Applied, value: unknown): boolean =>
  typeof value === 'number' &&
  Math.abs(value) <= largestLimit &&
  numbers.some(
    (keyword) =>
      node[keyword] === value && node[`exclusive${keyword === 'minimum' ? 'Minimum' : 'Maximum'}`] !== true,
  )

const isAtLength = ({ node }: Applied, value: unknown): boolean => {
  const size = sizeOf(value)
  const keywords = typeof value === 'string' ? ['minLength', 'maxLength'] : ['minItems', 'maxItems']
  return size !== undefined && keywords.some((keyword) => node[keyword] === size)
}

/** By which words of its schemas a value is allowed. */
export function allowedAs({ to }: Difference, schemas: readonly Applied[]): AllowedAs {
  if (to === undefined) return 'absent'
  if (to === null) return 'null'
  if (typeof to === 'boolean' || schemas.some((schema) => isListed(schema, to))) return 'enumerated'
  if (schemas.some((schema) => isAtLimit(schema, to))) return 'limit'
  if (schemas.some((schema) => isAtLength(schema, to))) return 'length'
  return typeof to === 'object' || schemas.some(({ node }) => 'oneOf' in node) ? 'branch' : 'free'
}
