import { isObject, resolvePath, resolvePointer, segmentsOf } from '../load/pointer.js'
import type { LoadedDocument, RawObject } from '../model/document.js'

/** An object of the document together with the place where it really stands, all references followed. */
export interface Located {
  readonly node: RawObject
  readonly path: readonly string[]
}

/** Follows references from one place of a document until something that is no reference is found. */
export function locate(document: LoadedDocument, path: readonly string[]): Located | undefined {
  let here = path
  let node = resolvePath(document.root, here)
  while (isObject(node) && typeof node['$ref'] === 'string') {
    here = segmentsOf(node['$ref'])
    node = resolvePointer(document.root, node['$ref'])
  }
  return isObject(node) ? { node, path: here } : undefined
}

// Elsewhere members have names of the author's own, such as those of headers, and all names are theirs.
const extensible: ReadonlySet<string> = new Set(['responses', 'content'])

/** The members of an object-valued field, each located; anything that is no object is left out. */
export function locateMembers(document: LoadedDocument, place: Located, field: string): [string, Located][] {
  const map = place.node[field]
  if (!isObject(map)) return []
  return Object.keys(map).flatMap((name): [string, Located][] => {
    if (extensible.has(field) && name.startsWith('x-')) return []
    const found = locate(document, [...place.path, field, name])
    return found ? [[name, found]] : []
  })
}
