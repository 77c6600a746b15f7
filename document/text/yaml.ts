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
  type YAMLMap,
} from 'yaml'
import { TextLimitError, TextSyntaxError, tooDeep } from './json.js'

/** Limit on resolved aliases, nested ones included, against documents that expand exponentially. */
const mostAliases = 10_000

// Merge keys (`<<`) belong to YAML 1.1 only, but documents use them and other parsers support them. The library's own
// check of keys compares all pairs, which takes hours for a large document.
const options = { merge: true, prettyErrors: false, uniqueKeys: false, logLevel: 'error' } as const

/** The path to the parser's current position. */
const pathOf = (stack: readonly CST.Token[]): string[] =>
  stack.flatMap((token) => {
    if (!('items' in token)) return []
    const isFlowList = token.type === 'flow-collection' && token.start.source === '['
    if (isFlowList || token.type === 'block-seq') return [String(Math.max(0, token.items.length - 1))]
    const item = token.items.at(-1)
    return item?.key && 'source' in item.key ? [item.key.source] : []
  })

// Composing is recursive, so the depth is checked in the parser's own stack first.
const tokens = function* (text: string, maxDepth: number): Generator<CST.Token, void> {
  const parser = new Parser()
  for (const lexeme of new Lexer().lex(text)) {
    yield* parser.next(lexeme)
    // The stack also contains the document and the current scalar.
    if (parser.stack.length > maxDepth + 2) throw tooDeep(maxDepth, parser.offset, pathOf(parser.stack))
  }
  yield* parser.end()
}

const checkKeys = ({ items }: YAMLMap): void => {
  const seen = new Set<string>()
  for (const { key } of items) {
    if (!isScalar(key) || key.value === '<<') continue
    const name = String(key.value)
    if (seen.has(name)) throw new TextSyntaxError('has the same key twice in one map', key.range?.[0] ?? 0)
    seen.add(name)
  }
}

const checkNodes = (document: Document.Parsed): void => {
  const anchors = new Set<string>()
  visit(document, {
    Node: (_, node) => {
      if (isAlias(node)) {
        if (!anchors.has(node.source))
          throw new TextSyntaxError('has an alias without an anchor before it', node.range?.[0] ?? 0)
      } else if (isNode(node) && node.anchor !== undefined) anchors.add(node.anchor)
      if (isMap(node)) checkKeys(node)
    },
  })
}

/**
 * The nodes of the only YAML document in a text.
 * @throws TextSyntaxError or TextLimitError with the offset.
 */
export function composeYaml(text: string, maxDepth: number): Document.Parsed {
  const [document, second] = new Composer(options).compose(tokens(text, maxDepth), true, text.length)
  if (!document) throw new TextSyntaxError('is empty', 0)
  const [error] = document.errors
  if (error) throw new TextSyntaxError(`is not valid YAML: ${error.message}`, error.pos[0])
  if (second) throw new TextSyntaxError('holds more than one YAML document', second.range[0])
  checkNodes(document)
  return document
}

/**
 * The value of a YAML document. What aliases repeat is one object; it may be nested deeper than the text.
 * @throws TextSyntaxError, or TextLimitError if aliases expand too much.
 */
export function yamlValue(document: Document.Parsed): unknown {
  try {
    return document.toJS({ maxAliasCount: mostAliases })
  } catch (error) {
    if (error instanceof RangeError || /alias count/.test(String(error)))
      throw new TextLimitError('repeats itself through too many aliases')
    const reason = error instanceof Error ? error.message : String(error)
    throw new TextSyntaxError(`is not valid YAML: ${reason}`, 0)
  }
}
