import {
  Composer,
  type CST,
  type Document,
  isAlias,
  isMap,
  isNode,
  isScalar,
  Lexer,
  Parser,
  visit,
} from 'yaml'
import { TextLimitError, TextSyntaxError, tooDeep } from '../../document/index.js'

/** Limit on resolved aliases, nested ones included, against expansion attacks. */
const maxAliases = 10_000

// Checks the parser's stack while it reads, because composing a deep document would overflow ours.
const tokens = function* (text: string, maxDepth: number): Generator<CST.Token, void> {
  const parser = new Parser()
  // The stack also contains the document and the current scalar.
  const bound = maxDepth + 2
  for (const lexeme of new Lexer().lex(text)) {
    yield* parser.next(lexeme)
    if (parser.stack.length > bound) throw tooDeep(maxDepth, parser.offset)
  }
  yield* parser.end()
}

/** Replaces the library's own check, which compares all pairs of keys and takes hours for a large document. */
const checkKeys = (keys: readonly unknown[]): void => {
  const seen = new Set<unknown>()
  for (const key of keys) {
    if (!isScalar(key)) continue
    if (seen.has(key.value))
      throw new TextSyntaxError('has the same key twice in one map', key.range?.[0] ?? 0)
    seen.add(key.value)
  }
}

const checkNodes = (document: Document.Parsed): void => {
  const anchors = new Set<string>()
  visit(document, {
    Node: (_, node) => {
      const at = node.range?.[0] ?? 0
      if (isAlias(node)) {
        if (!anchors.has(node.source))
          throw new TextSyntaxError('has an alias without an anchor before it', at)
      } else if (isNode(node) && node.anchor !== undefined) anchors.add(node.anchor)
      if (isMap(node)) checkKeys(node.items.map(({ key }) => key))
    },
  })
}

/** Aliases can nest deeper than the text, or contain themselves; each object is measured once. */
const checkResolvedDepth = (root: unknown, maxDepth: number): void => {
  const heights = new Map<object, number>()
  const heightOf = (value: unknown, depth: number): number => {
    if (typeof value !== 'object' || value === null) return 0
    const known = heights.get(value)
    if (depth + (known ?? 1) > maxDepth) throw tooDeep(maxDepth)
    if (known !== undefined) return known
    let height = 0
    for (const child of Object.values(value)) height = Math.max(height, heightOf(child, depth + 1))
    heights.set(value, height + 1)
    return height + 1
  }
  heightOf(root, 0)
}

const toValue = (document: Document.Parsed): unknown => {
  try {
    return document.toJS({ maxAliasCount: maxAliases })
  } catch (error) {
    if (!(error instanceof ReferenceError)) throw error
    throw new TextLimitError('repeats itself through too many aliases')
  }
}

/**
 * Parses one YAML document with limits on depth and alias expansion.
 * @throws TextSyntaxError or TextLimitError with the offset
 */
export function parseYaml(text: string, maxDepth: number): unknown {
  const composer = new Composer({ uniqueKeys: false, logLevel: 'error' })
  const [document, second] = [...composer.compose(tokens(text, maxDepth))]
  if (!document) throw new TextSyntaxError('is empty', 0)
  const [error] = document.errors
  if (error) throw new TextSyntaxError(`is not valid YAML: ${error.message}`, error.pos[0])
  if (second) throw new TextSyntaxError('holds more than one YAML document', second.range[0])
  checkNodes(document)
  const value = toValue(document)
  checkResolvedDepth(value, maxDepth)
  return value
}
