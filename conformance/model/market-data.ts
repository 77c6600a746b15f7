import type { Operation } from '../../runtime/surface.js'

const tagNames = /currenc|exchange|token|market|rates?$/i
const pathNames =
  /\/(crypto|fiat)?[-_]?(currenc(y|ies)|tokens?|assets|exchange[-_]?rates?|rates?|market[-_]?data)(\/|$)/i

/**
 * True for an operation that may be one of the token and market-data endpoints, which ignore the version
 * (Versioning 7). Which ones those are is not listed, so names in the tags or in the path are enough.
 */
export function isMarketData({ tags, path }: Pick<Operation, 'tags' | 'path'>): boolean {
  return tags.some((tag) => tagNames.test(tag)) || pathNames.test(path)
}
