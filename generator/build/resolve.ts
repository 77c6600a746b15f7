import { isObject, pointerOf, resolvePointer, segmentsOf } from '../load/pointer.js'
import type { LoadedDocument, RawObject } from '../model/document.js'

/** An object of the document together with the place where it really stands, all references followed. */
export interface Located {
  readonly node: RawObject
  readonly path: readonly string[]
}

/** Follows references from one place of a document until something that is no reference is found. */
export function locate(document: LoadedDocument, path: readonly string[]): Located | undefined {
  let here = path
  let node = resolvePointer(document.root, pointerOf(...here))
  while (isObject(node) && typeof node['$ref'] === 'string') {
    here = segmentsOf(node['$ref'])
    node = resolvePointer(document.root, node['$ref'])
  }
  return isObject(node) ? { node, path: here } : undefined
}

/** The members of an object-valued field, each located; anything that is no object is left out. */
export function locateMembers(document: LoadedDocument, place: Located, field: string): [string, Located][] {
  const map = place.node[field]
  if (!isObject(map)) return []
  return Object.keys(map).flatMap((name): [string, Located][] => {
    const found = name.startsWith('x-') ? undefined : locate(document, [...place.path, field, name])
    return found ? [[name, found]] : []
  })
}
