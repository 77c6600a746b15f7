import { isAlias, isMap, isNode, isScalar, isSeq, parseDocument, type Document } from 'yaml'
import { jsonPositions, TextSyntaxError } from './json.js'
import { LineIndex, type Wanted, wantedOf } from './positions.js'

interface Stop {
  readonly node: unknown
  readonly wanted: Wanted
}

const resolved = (document: Document, node: unknown): unknown =>
  isAlias(node) ? node.resolve(document) : node

const startOf = (node: unknown): number | undefined => (isNode(node) ? node.range?.[0] : undefined)

const mergedIn = (document: Document, value: unknown, wanted: Wanted): Stop[] => {
  const node = resolved(document, value)
  return isSeq(node) ? node.items.map((item) => ({ node: item, wanted })) : []
}

/** The offsets of pointers in a YAML text; values from an alias or a merge stand where they are defined. */
const yamlOffsets = (text: string, root: Wanted): ReadonlyMap<string, number> => {
  const document = parseDocument(text, { uniqueKeys: false, logLevel: 'silent' })
  const offsets = new Map<string, number>()
  const note = ({ pointers }: Wanted, offset: number | undefined): void => {
    for (const pointer of pointers) {
      if (offset !== undefined && !offsets.has(pointer)) offsets.set(pointer, offset)
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
  return offsets
}

/** The offsets of pointers in a JSON text, of a member that of its name; undefined if the text is not JSON. */
const jsonOffsets = (text: string, wanted: Wanted): ReadonlyMap<string, number> | undefined => {
  if (!/^\s*[[{]/.test(text)) return undefined
  try {
    const positions = jsonPositions(text, wanted)
    return new Map(Array.from(positions, ([pointer, { name, value }]) => [pointer, name ?? value]))
  } catch (error) {
    if (error instanceof TextSyntaxError) return undefined
    throw error
  }
}

/**
 * The 1-based line of each pointer (`#/paths/~1a/get`) in the text of a JSON or YAML document. Pointers without a
 * target are omitted.
 */
export function locatePointers(text: string, pointers: Iterable<string>): ReadonlyMap<string, number> {
  const wanted = wantedOf(pointers)
  if (wanted.children.size === 0 && wanted.pointers.length === 0) return new Map()
  const lines = new LineIndex(text)
  const offsets = jsonOffsets(text, wanted) ?? yamlOffsets(text, wanted)
  return new Map(Array.from(offsets, ([pointer, offset]) => [pointer, lines.lineAt(offset)]))
}
