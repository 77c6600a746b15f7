import { keysOf } from '../pointers/pointer.js'

/** Pointers as a tree, so that a scan can skip all other keys. */
export interface Wanted {
  readonly children: ReadonlyMap<string, Wanted>
  /** The pointers that end here, as they were given. */
  readonly pointers: readonly string[]
}

interface Growing {
  readonly children: Map<string, Growing>
  readonly pointers: string[]
}

/** A tree of pointers, in either form. */
export function wantedOf(pointers: Iterable<string>): Wanted {
  const root: Growing = { children: new Map(), pointers: [] }
  for (const pointer of new Set(pointers)) {
    let at = root
    for (const key of keysOf(pointer)) {
      const next = at.children.get(key) ?? { children: new Map(), pointers: [] }
      at.children.set(key, next)
      at = next
    }
    at.pointers.push(pointer)
  }
  return root
}
