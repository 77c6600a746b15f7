import { type Event, EVENT_ID, getScalarValue, parseEvents, YAMLException } from 'js-yaml'
import { jsonPositions, TextSyntaxError } from './json.js'
import { LineIndex, type Wanted, wantedOf } from './positions.js'
import { mostLevels, readFlowing } from './yaml.js'

interface Content {
  /** The value of a scalar; undefined for a collection. */
  readonly scalar?: string
  /** Items of a list, and keys and values of a map in turn. */
  readonly items: readonly Node[]
  readonly isMap: boolean
}

/** A value in a YAML text. The content of an alias is that of its anchor. */
interface Node {
  /** Undefined for an omitted value. */
  readonly start: number | undefined
  readonly content: Content
}

interface Growing extends Content {
  readonly items: Node[]
}

const startOf = (event: Event): number | undefined => {
  if (event.type === EVENT_ID.ALIAS) return event.anchorStart
  if (event.type === EVENT_ID.SEQUENCE || event.type === EVENT_ID.MAPPING) return event.start
  return event.type === EVENT_ID.SCALAR && event.valueStart >= 0 ? event.valueStart : undefined
}

const contentOf = (event: Event, text: string): Growing => ({
  ...(event.type === EVENT_ID.SCALAR && { scalar: getScalarValue(text, event) }),
  items: [],
  isMap: event.type === EVENT_ID.MAPPING,
})

const eventsIn = (text: string): readonly Event[] => {
  try {
    return readFlowing(text, (given) => parseEvents(given, { maxDepth: mostLevels }))
  } catch (error) {
    if (error instanceof YAMLException) return []
    throw error
  }
}

/** The value of the first YAML document in a text; undefined if the text is not YAML. */
const rootOf = (text: string): Node | undefined => {
  const anchors = new Map<string, Content>()
  const whole: Node[] = []
  const open: Growing[] = []
  for (const event of eventsIn(text)) {
    if (event.type === EVENT_ID.POP) open.pop()
    else if (event.type === EVENT_ID.DOCUMENT) open.push({ items: whole, isMap: false })
    else {
      const name = text.slice(event.anchorStart, event.anchorEnd)
      const known = event.type === EVENT_ID.ALIAS ? anchors.get(name) : undefined
      const content = contentOf(event, text)
      open.at(-1)?.items.push({ start: startOf(event), content: known ?? content })
      if (event.type !== EVENT_ID.ALIAS && event.anchorStart >= 0) anchors.set(name, content)
      if (event.type === EVENT_ID.SEQUENCE || event.type === EVENT_ID.MAPPING) open.push(content)
    }
  }
  return whole[0]
}

interface Stop {
  readonly content: Content
  readonly wanted: Wanted
}

const mergedIn = ({ items, isMap }: Content, wanted: Wanted): Stop[] =>
  isMap ? [] : items.map(({ content }) => ({ content, wanted }))

/** The offsets of pointers in a YAML text; in an alias or a merge, those of the definition. */
const yamlOffsets = (text: string, root: Wanted): ReadonlyMap<string, number> => {
  const offsets = new Map<string, number>()
  const note = ({ pointers }: Wanted, offset: number | undefined): void => {
    for (const pointer of pointers) {
      if (offset !== undefined && !offsets.has(pointer)) offsets.set(pointer, offset)
    }
  }
  const document = rootOf(text)
  const todo: Stop[] = document ? [{ content: document.content, wanted: root }] : []
  note(root, 0)
  const seen = new Map<Wanted, Set<Content>>()
  for (const { content, wanted } of todo) {
    const { items, isMap } = content
    const known = seen.get(wanted) ?? new Set()
    // A map can be merged into itself.
    if (known.has(content)) continue
    seen.set(wanted, known.add(content))
    if (!isMap) {
      for (const [key, child] of wanted.children) {
        const item = items[Number(key)]
        note(child, item?.start)
        if (item) todo.push({ content: item.content, wanted: child })
      }
      continue
    }
    for (let index = 0; index < items.length; index += 2) {
      const [key, value] = [items[index], items[index + 1]]
      const name = key?.content.scalar
      if (name === undefined || !value) continue
      if (name === '<<') todo.push({ content: value.content, wanted }, ...mergedIn(value.content, wanted))
      const child = wanted.children.get(name)
      if (child === undefined) continue
      note(child, key?.start)
      todo.push({ content: value.content, wanted: child })
    }
  }
  return offsets
}

/** The offsets of pointers, or of the names of members, in a JSON text; undefined for other text. */
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

/** The line, from 1, of each pointer (`#/paths/~1a/get`) that has a target in a JSON or YAML text. */
export function locatePointers(text: string, pointers: Iterable<string>): ReadonlyMap<string, number> {
  const wanted = wantedOf(pointers)
  if (wanted.children.size === 0 && wanted.pointers.length === 0) return new Map()
  const lines = new LineIndex(text)
  const offsets = jsonOffsets(text, wanted) ?? yamlOffsets(text, wanted)
  return new Map(Array.from(offsets, ([pointer, offset]) => [pointer, lines.lineAt(offset)]))
}

/** The lines of JSON Pointers of a document in its text, which `read` knows: the document may have been converted. */
export function linesIn(
  text: string,
  read: { pointerInText(pointer: string): string | undefined },
  pointers: Iterable<string>,
): ReadonlyMap<string, number> {
  const own = Array.from(pointers, (pointer) => [pointer, read.pointerInText(pointer)] as const)
  const lines = locatePointers(text, new Set(own.flatMap(([, at]) => at ?? [])))
  return new Map(
    own.flatMap(([pointer, at]) => {
      const line = at === undefined ? undefined : lines.get(at)
      return line === undefined ? [] : [[pointer, line] as const]
    }),
  )
}

export { mostLevels, parseYaml } from './yaml.js'
