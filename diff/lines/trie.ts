import { keysOf } from '../../document/index.js'

/** Wanted pointers as a tree: a scan follows the keys that are wanted, and skips the rest. */
export interface Trie {
  readonly children: Map<string, Trie>
  /** Pointers that end here, as they were asked for. */
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
