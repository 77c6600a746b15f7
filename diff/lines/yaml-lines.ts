import { isAlias, isMap, isNode, isScalar, isSeq, LineCounter, parseDocument, type Document } from 'yaml'
import type { Trie } from './trie.js'

interface Stop {
  readonly node: unknown
  readonly wanted: Trie
}

const resolved = (document: Document, node: unknown): unknown =>
  isAlias(node) ? node.resolve(document) : node

const startOf = (node: unknown): number | undefined => (isNode(node) ? node.range?.[0] : undefined)

/** The lines of pointers in a YAML text; values from an alias or a merge have the line where they are defined. */
export function yamlLines(text: string, root: Trie): ReadonlyMap<string, number> {
  const counter = new LineCounter()
  const document = parseDocument(text, {
    lineCounter: counter,
    uniqueKeys: false,
    logLevel: 'silent',
  })
  const lines = new Map<string, number>()
  const note = ({ pointers }: Trie, offset: number | undefined): void => {
    for (const pointer of pointers) {
      if (offset !== undefined && !lines.has(pointer)) lines.set(pointer, counter.linePos(offset).line)
    }
  }
  const todo: Stop[] = [{ node: document.contents, wanted: root }]
  note(root, 0)
  for (const { node: found, wanted } of todo) {
    const node = resolved(document, found)
    if (isSeq(node)) {
      for (const [key, child] of wanted.children) {
        const item = node.items[Number(key)]
        note(child, startOf(item))
        todo.push({ node: item, wanted: child })
      }
    }
    if (!isMap(node)) continue
    for (const { key, value } of node.items) {
      const name = isScalar(key) ? String(key.value) : undefined
      if (name === '<<') todo.push({ node: value, wanted }, ...mergedIn(document, value, wanted))
      const child = name === undefined ? undefined : wanted.children.get(name)
      if (child === undefined) continue
      note(child, startOf(key))
      todo.push({ node: value, wanted: child })
    }
  }
  return lines
}

const mergedIn = (document: Document, value: unknown, wanted: Trie): Stop[] => {
  const node = resolved(document, value)
  return isSeq(node) ? node.items.map((item) => ({ node: item, wanted })) : []
}
