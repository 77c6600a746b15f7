import {
  CORE_SCHEMA,
  EVENT_ID,
  floatCoreTag,
  intCoreTag,
  load,
  mapTag,
  mergeTag,
  parseEvents,
  type ScalarTagDefinition,
  seqTag,
  strTag,
  YAMLException,
} from 'js-yaml'
import { NumberLiteral } from '../json/json.js'
import { TextLimitError, TextSyntaxError, tooDeep } from './json.js'

/** The most levels that the library, which is recursive, reads on any stack. */
export const mostLevels = 1_000

/** Limit on the values of a document after its aliases are expanded. */
const mostValues = 5_000_000

/** The most characters that are read to find lines with too little indentation; each costs reading up to it. */
const mostReread = 50_000_000

/**
 * Reads a text in which lines of a flow collection may have too little indentation, most often the closing bracket,
 * which other parsers accept. The line break before such a line is read as spaces, so offsets stay.
 * @throws YAMLException
 */
export function readFlowing<Result>(text: string, read: (text: string) => Result): Result {
  let given = text
  let first: unknown
  for (let reread = 0; ;) {
    try {
      return read(given)
    } catch (error) {
      first ??= error
      const isTooLeft = error instanceof YAMLException && error.reason === 'deficient indentation'
      const end = isTooLeft ? (error.mark?.position ?? 0) : 0
      const start = given.slice(0, end).trimEnd().length
      reread += end
      if (end === start || reread > mostReread) throw first
      given = `${given.slice(0, start)}${' '.repeat(end - start)}${given.slice(end)}`
    }
  }
}

/** The offset of the second YAML document in a text. */
const secondStart = (text: string): number => {
  const [first] = parseEvents(text, { maxDepth: mostLevels })
  const marks = Array.from(text.matchAll(/^---(?=\s|$)/gm), ({ index }) => index)
  return marks[first?.type === EVENT_ID.DOCUMENT && first.explicitStart ? 1 : 0] ?? 0
}

/** The error of a text, worded like other errors, with its offset. */
const errorOf = ({ reason, mark }: YAMLException, text: string, maxDepth: number): Error => {
  const offset = mark?.position ?? 0
  if (reason.startsWith('nesting exceeded')) return tooDeep(maxDepth, offset)
  if (reason === 'duplicated mapping key')
    return new TextSyntaxError('has the same key twice in one map', offset)
  if (reason.startsWith('unidentified alias'))
    return new TextSyntaxError('has an alias without an anchor before it', offset)
  if (reason.startsWith('expected a document')) return new TextSyntaxError('is empty', 0)
  if (reason.startsWith('expected a single document'))
    return new TextSyntaxError('holds more than one YAML document', secondStart(text))
  return new TextSyntaxError(`is not valid YAML: ${reason}`, offset)
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

// Templates of other tools tag values (`!Sub`), most often in extensions; unknown tags are ignored.
const anyTag = { tagName: '', matchByTagPrefix: true, implicit: false } as const
const unknownTags = [strTag, seqTag, maps].map((tag) => Object.assign({}, tag, anyTag))

/** @throws TextLimitError if the value of a document is too large once each alias is a copy. */
const checkSize = (root: unknown): void => {
  const sizes = new Map<unknown, number>()
  const sizeOf = (value: unknown): number => {
    if (typeof value !== 'object' || value === null) return 1
    const known = sizes.get(value)
    if (known !== undefined) return known
    // An alias that contains itself is an error of depth.
    sizes.set(value, 0)
    const size = Object.values(value).reduce((sum: number, held) => sum + sizeOf(held), 1)
    if (size > mostValues) throw new TextLimitError('repeats itself through too many aliases')
    sizes.set(value, size)
    return size
  }
  sizeOf(root)
}

/**
 * The value of the only YAML document in a text. All aliases of an anchor are one object, which may be nested
 * deeper than the text, and contain itself.
 * @param isKept whether JavaScript keeps a number; others become `NumberLiteral`s
 * @throws TextSyntaxError or TextLimitError with the offset; TextLimitError without it if aliases expand too
 * much.
 */
export function parseYaml(text: string, maxDepth: number, isKept: IsKept = () => true): unknown {
  const tags = [mergeTag, maps, numbers(intCoreTag, isKept), numbers(floatCoreTag, isKept), ...unknownTags]
  let value: unknown
  try {
    // The library counts levels differently; the caller checks the depth of aliases.
    const options = { maxTotalMergeKeys: mostValues, schema: CORE_SCHEMA.withTags(tags), maxDepth }
    value = readFlowing(text, (given) => load(given, options))
  } catch (error) {
    throw error instanceof YAMLException ? errorOf(error, text, maxDepth) : error
  }
  checkSize(value)
  return value
}
