import { keysOf } from '../../document/index.js'

/** The wanted pointers as a tree, so that a scan can skip other keys. */
export interface Trie {
  readonly children: Map<string, Trie>
  /** The pointers that end here, as requested. */
  readonly pointers: string[]
}

const newTrie = (): Trie => ({ children: new Map(), pointers: [] })

/** A tree of pointers in fragment form. */
export function trieOf(pointers: Iterable<string>): Trie {
  const root = newTrie()
  for (const pointer of new Set(pointers)) {
    let at = root
    for (const key of keysOf(pointer)) {
      let next = at.children.get(key)
      if (next === undefined) at.children.set(key, (next = newTrie()))
      at = next
    }
    at.pointers.push(pointer)
  }
  return root
}
