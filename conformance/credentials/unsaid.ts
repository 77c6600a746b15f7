import { isObject, resolvePointer } from '../../document/index.js'
import type { Api } from '../model/api.js'

/**
 * Pointers of the operations of which a document says neither that they need credentials, nor that they do not.
 * Documents that say it here and there mostly forgot it elsewhere.
 */
export function unsaidIn({
  operations,
  document,
}: Pick<Api, 'operations' | 'document'>): ReadonlySet<string> {
  if (document['security'] !== undefined) return new Set()
  const unsaid = operations.filter(({ pointer }) => {
    const operation = resolvePointer(document, pointer)
    return isObject(operation) && operation['security'] === undefined
  })
  return new Set(unsaid.map(({ pointer }) => pointer))
}
