import type { Operation } from '../../runtime/surface.js'

const tagNames = /currenc|exchange|token|market|collateral|rates?$/i
const pathNames =
  /\/(crypto|fiat)?[-_]?(currenc(y|ies)|tokens?|assets|exchange[-_]?rates?|rates?|market[-_]?data|collateral)(\/|$)/i

/** Paths that the specification describes, or that concern partners and customers in any case. */
const otherNames =
  /^(\/[\w-]+)?\/(autoramps?|customers|terms-and-conditions|addresses|identifications|sandbox)(\/|$)/i

/**
 * True for an operation that may be one of the token and market-data endpoints, which ignore the version (Versioning
 * 7). The specification does not list them, so names in tags or in the path decide.
 */
export function isMarketData({ tags, path }: Pick<Operation, 'tags' | 'path'>): boolean {
  if (otherNames.test(path)) return false
  return tags.some((tag) => tagNames.test(tag)) || pathNames.test(path)
}
