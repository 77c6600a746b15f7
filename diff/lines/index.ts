import { jsonLines } from './json-lines.js'
import { trieOf } from './trie.js'
import { yamlLines } from './yaml-lines.js'

const looksLikeJson = (text: string): boolean => /^\s*[[{]/.test(text)

/**
 * The 1-based line of each pointer (`#/paths/~1a/get`) in the text of a JSON or YAML document. Pointers without a
 * target are omitted. JSON is read in one pass.
 */
export function locatePointers(text: string, pointers: Iterable<string>): ReadonlyMap<string, number> {
  const wanted = trieOf(pointers)
  if (wanted.children.size === 0 && wanted.pointers.length === 0) return new Map()
  const lines = looksLikeJson(text) ? jsonLines(text, wanted) : undefined
  return lines ?? yamlLines(text, wanted)
}
