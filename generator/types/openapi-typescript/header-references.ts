import { isObject, locationsOf, resolvePointer } from '../../../document/index.js'
import type { RawObject } from '../../model/document.js'

const resolved = (root: RawObject, node: unknown): RawObject => {
  let here = node
  while (isObject(here) && typeof here['$ref'] === 'string') here = resolvePointer(root, here['$ref'])
  return isObject(here) ? here : {}
}

/**
 * Replaces each response header that is a reference by an inline one with its `required`, description and a schema.
 * The library makes every referenced header required; of an inline one it reads the schema, which here is the
 * reference.
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
