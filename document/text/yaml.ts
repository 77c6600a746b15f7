import {
  CORE_SCHEMA,
  floatCoreTag,
  intCoreTag,
  load,
  mapTag,
  mergeTag,
  type ScalarTagDefinition,
  seqTag,
  strTag,
  YAMLException,
} from 'js-yaml'
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

/** Limit on the values of a document after its aliases are expanded. */
const mostValues = 5_000_000

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

/** Finds out why a text is not one YAML document: this parser is slower, and says better what is wrong where. */
const explain = (text: string, maxDepth: number, { reason, mark }: YAMLException): never => {
  const [document, second] = new Composer(options).compose(tokens(text, maxDepth), true, text.length)
  const [error] = document?.errors ?? []
  if (error) throw new TextSyntaxError(`is not valid YAML: ${error.message}`, error.pos[0])
  if (!document?.contents) throw new TextSyntaxError('is empty', 0)
  if (second) throw new TextSyntaxError('holds more than one YAML document', second.range[0])
  checkNodes(document)
  throw new TextSyntaxError(`is not valid YAML: ${reason}`, mark?.position ?? 0)
}

/** A number that is kept as it is written, because JavaScript would round it. */
export class NumberLiteral {
  readonly literal: string

  constructor(literal: string) {
    this.literal = literal
  }
}

type IsKept = (literal: string) => boolean

const numbers = (tag: ScalarTagDefinition<number>, isKept: IsKept): ScalarTagDefinition => ({
  ...tag,
  resolve: (literal, isExplicit, name) => {
    const value = tag.resolve(literal, isExplicit, name)
    return typeof value !== 'number' || isKept(literal) ? value : new NumberLiteral(literal)
  },
})

const keyOf = (key: unknown): unknown => (key instanceof NumberLiteral ? key.literal : key)

const maps: typeof mapTag = {
  ...mapTag,
  addPair: (map, key, value) => mapTag.addPair(map, keyOf(key), value),
  has: (map, key) => mapTag.has(map, keyOf(key)),
}

// Templates of other tools tag values (`!Sub`), most often in extensions; a tag that is not known says nothing here.
const anyTag = { tagName: '', matchByTagPrefix: true, implicit: false } as const
const unknownTags = [
  { ...strTag, ...anyTag },
  { ...seqTag, ...anyTag },
  { ...maps, ...anyTag },
]

/** @throws TextLimitError if the value of a document is too large once each alias is a copy. */
const checkSize = (root: unknown): void => {
  const sizes = new Map<unknown, number>()
  const sizeOf = (value: unknown): number => {
    if (typeof value !== 'object' || value === null) return 1
    const known = sizes.get(value)
    if (known !== undefined) return known
    // An alias of itself has no end, which is an error of depth.
    sizes.set(value, 0)
    const size = Object.values(value).reduce((sum: number, held) => sum + sizeOf(held), 1)
    if (size > mostValues) throw new TextLimitError('repeats itself through too many aliases')
    sizes.set(value, size)
    return size
  }
  sizeOf(root)
}

/**
 * The value of the only YAML document in a text. What aliases repeat is one object; it may be nested deeper than the
 * text, and contain itself.
 * @param isKept whether JavaScript keeps a number; others become `NumberLiteral`s
 * @throws TextSyntaxError or TextLimitError with the offset; TextLimitError without it if aliases expand too much.
 */
export function parseYaml(text: string, maxDepth: number, isKept: IsKept = () => true): unknown {
  const tags = [mergeTag, maps, numbers(intCoreTag, isKept), numbers(floatCoreTag, isKept), ...unknownTags]
  let value: unknown
  try {
    // The library's limit counts differently; the caller checks the depth of what aliases nest.
    value = load(text, {
      maxTotalMergeKeys: mostValues,
      schema: CORE_SCHEMA.withTags(tags),
      maxDepth: maxDepth + 2,
    })
  } catch (error) {
    if (error instanceof YAMLException) return explain(text, maxDepth, error)
    throw error
  }
  checkSize(value)
  return value
}
