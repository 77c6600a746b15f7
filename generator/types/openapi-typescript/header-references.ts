import { isObject, locationsOf, resolvePointer } from '../../../document/index.js'
import type { RawObject } from '../../model/document.js'

const resolved = (root: RawObject, node: unknown): RawObject => {
  let here = node
  while (isObject(here) && typeof here['$ref'] === 'string') here = resolvePointer(root, here['$ref'])
  return isObject(here) ? here : {}
}

/**
 * Says of each header of a response that is a reference whether it is required, and what it is about. The library
 * takes every such header for required; of one that stands there itself, it reads the schema, which is what it
 * would refer to.
 * @param root changed in place
 */
export function spellOutHeaders(root: RawObject): void {
  for (const { node, kind, path } of locationsOf(root)) {
    if (kind !== 'map' || path.at(-1) !== 'headers' || (path[0] === 'components' && path.length === 2))
      continue
    for (const [name, header] of Object.entries(node ?? {})) {
      if (!isObject(node) || !isObject(header) || typeof header['$ref'] !== 'string') continue
      const { required, description } = resolved(root, header)
      Object.assign(node, { [name]: { required, description, schema: { $ref: header['$ref'] } } })
    }
  }
}
