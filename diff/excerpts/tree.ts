import { isObject, type JsonObject, member, resolvePath, segmentsOf, textOf } from '../../document/index.js'
import { isSame, jsonText } from '../engine/equal.js'
import type { Change } from '../model/report.js'

const longest = 90
const shownBefore = 24

const shorten = (text: string): string => (text.length > longest ? `${text.slice(0, longest - 1)}…` : text)

// Text that stays the same without quotes in YAML; all other text is quoted.
const isPlain = (text: string): boolean =>
  /^[\p{L}_$/^{][\p{L}\p{N} _./+(){}$^-]*$/u.test(text) &&
  !/^(true|false|null|yes|no|on|off)$/i.test(text) &&
  !text.endsWith(' ')

/** A name or a text on one line, quoted as YAML needs it. */
export function plainText(text: string): string {
  return isPlain(text) ? shorten(text) : shorten(JSON.stringify(text))
}

const scalarText = (value: unknown): string =>
  typeof value === 'string' ? plainText(value) : shorten(JSON.stringify(value) ?? 'null')

/** Two different texts; long ones are cut to begin shortly before the first difference. */
export function differingTexts(before: string, after: string): readonly [string, string] {
  if (before.length <= longest && after.length <= longest) return [plainText(before), plainText(after)]
  let at = 0
  while (at < before.length && before[at] === after[at]) at += 1
  const start = at <= shownBefore * 2 ? 0 : at - shownBefore
  const from = (text: string): string => `${start > 0 ? '…' : ''}${text.slice(start, start + longest)}`
  const shown = (text: string): string => {
    const rest = text.length > start + longest ? '…' : ''
    return `${JSON.stringify(from(text)).slice(0, longest)}${rest}`
  }
  return [shown(before), shown(after)]
}

/** The mark of a line: in both documents, only in the older, only in the newer, or omitted. */
type Mark = ' ' | '-' | '+' | '~'

/** The path from an object to a change in it. */
export type Focus = readonly FocusLevel[]

const linesInRow = 10
const deepest = 12
const longestProse = 70
const shortList = 60

/** Objects with arbitrary names as keys: the siblings of a member add no context. */
const maps = new Set(
  (
    'properties patternProperties paths webhooks x-webhooks callbacks schemas $defs responses ' +
    'parameters headers securitySchemes content scopes variables mapping'
  ).split(' '),
)

const isProse = (key: string): boolean =>
  /^(description|summary|title|example|examples|externalDocs|deprecated|operationId|tags|x-.*)$/.test(key)

const isScalar = (value: unknown): boolean => typeof value !== 'object' || value === null

const shortProse = (text: string): string =>
  text.length > longestProse ? `${text.slice(0, longestProse)}…` : text

/** The key by which items of a list are matched. */
const identityOf = (item: unknown): string => {
  const named = ['$ref', 'name', 'const', 'url'].map((key) => textOf(member(item, key)))
  const name = named.find((text) => text !== undefined)
  return name === undefined ? (jsonText(item) ?? '') : `${textOf(member(item, 'in')) ?? ''} ${name}`
}

/** Prints two values as one tree in the style of YAML: equal parts once, differing parts twice. */
export class Tree {
  readonly lines: string[] = []

  /** Prints a member or an item that both have; `label` is `name:` or `-`. */
  pair(label: string, before: unknown, after: unknown, depth: number, focus: Focus): void {
    if (depth > deepest) return this.leaveOut(depth)
    if (before === undefined) return this.#block('+', label, after, depth)
    if (after === undefined) return this.#block('-', label, before, depth)
    if (isObject(before) && isObject(after)) {
      this.#line(' ', depth, label)
      return this.members(before, after, depth + 1, focus, maps.has(label.slice(0, -1)))
    }
    if (Array.isArray(before) && Array.isArray(after)) {
      this.#line(' ', depth, label)
      return this.#items(before, after, depth + 1, focus)
    }
    if (isSame(before, after)) return this.#line(' ', depth, `${label} ${scalarText(before)}`)
    return this.#replaced(label, before, after, depth)
  }

  /** Prints the members of two objects: those in focus, or else those that differ, with context. */
  members(before: JsonObject, after: JsonObject, depth: number, focus: Focus, isMap = false): void {
    const [level, ...rest] = focus
    for (const key of new Set([...Object.keys(before), ...Object.keys(after)])) {
      const [one, other] = [member(before, key), member(after, key)]
      const isMeant = level === undefined ? !isSame(one, other) : key === level.before || key === level.after
      if (isMeant) this.pair(`${plainText(key)}:`, one, other, depth, rest)
      else if (key === 'required' && level?.before !== level?.after) this.leaveOut(depth)
      else if (key === 'required' && rest[0] !== undefined) this.#required(one, other, depth, rest[0])
      else if (isMap || isProse(key) || !isScalar(one) || !isSame(one, other)) this.leaveOut(depth)
      else this.#line(' ', depth, `${plainText(key)}: ${scalarText(one)}`)
    }
  }

  /** Marks omitted lines; adjacent marks are merged. */
  leaveOut(depth: number): void {
    if (!this.lines.at(-1)?.startsWith('~')) this.#line('~', depth, '…')
  }

  #line(mark: Mark, depth: number, text: string): void {
    this.lines.push(mark + '  '.repeat(depth) + text)
  }

  #replaced(label: string, before: unknown, after: unknown, depth: number): void {
    if (typeof before === 'string' && typeof after === 'string') {
      const [one, other] = differingTexts(before, after)
      this.#line('-', depth, `${label} ${one}`)
      return this.#line('+', depth, `${label} ${other}`)
    }
    this.#block('-', label, before, depth)
    this.#block('+', label, after, depth)
  }

  /** Prints the names in `required` that the change concerns. */
  #required(before: unknown, after: unknown, depth: number, level: FocusLevel): void {
    const names = new Set([level.before, level.after])
    const own = (value: unknown): unknown[] =>
      Array.isArray(value) ? value.filter((name) => names.has(textOf(name))) : []
    const [one, other] = [own(before), own(after)]
    if (one.length + other.length === 0) return this.leaveOut(depth)
    this.#line(' ', depth, 'required:')
    this.#items(one, other, depth + 1, [])
    this.leaveOut(depth + 1)
  }

  /** Prints a value that only one document has, as far as the line limit allows. */
  #block(mark: '-' | '+', label: string, value: unknown, depth: number): void {
    const block = new Block(mark)
    block.value(label, value, depth)
    const shown = block.lines.slice(0, linesInRow)
    this.lines.push(...shown)
    const rest = block.lines.length - shown.length
    if (rest > 0) this.#line(mark, depth + 1, `… ${block.isCut ? 'and' : rest} more lines`)
  }

  #items(before: readonly unknown[], after: readonly unknown[], depth: number, focus: Focus): void {
    const [level, ...rest] = focus
    const areScalars = [...before, ...after].every(isScalar)
    if (level !== undefined && !areScalars) {
      const one = level.before === undefined ? undefined : before[Number(level.before)]
      const other = level.after === undefined ? undefined : after[Number(level.after)]
      this.leaveOut(depth)
      if (one !== undefined || other !== undefined) this.pair('-', one, other, depth, rest)
      return this.leaveOut(depth)
    }
    this.#matched(before, after, depth)
  }

  /** Matches items by identity regardless of position; the remaining items are paired by position. */
  #matched(before: readonly unknown[], after: readonly unknown[], depth: number): void {
    const left = new Map(after.map((item) => [identityOf(item), item]))
    const gone: unknown[] = []
    for (const item of before) {
      const identity = identityOf(item)
      const other = left.get(identity)
      left.delete(identity)
      if (other === undefined) gone.push(item)
      else if (!isSame(item, other)) this.pair('-', item, other, depth, [])
      else if (isScalar(item)) this.#line(' ', depth, `- ${scalarText(item)}`)
      else this.leaveOut(depth)
    }
    const added = [...left.values()]
    for (let index = 0; index < Math.max(gone.length, added.length); index += 1) {
      const [one, other] = [gone[index], added[index]]
      const areObjects = isObject(one) && isObject(other)
      if (areObjects) this.pair('-', one, other, depth, [])
      else {
        if (one !== undefined) this.#block('-', '-', one, depth)
        if (other !== undefined) this.#block('+', '-', other, depth)
      }
    }
  }
}

/** Prints a value that only one document has. */
class Block {
  readonly lines: string[] = []
  isCut = false
  readonly #mark: '-' | '+'

  constructor(mark: '-' | '+') {
    this.#mark = mark
  }

  value(label: string, value: unknown, depth: number): void {
    if (this.lines.length > 200 || depth > deepest * 2) {
      this.isCut = true
      return
    }
    const flow = isScalar(value) ? scalarText(value) : jsonText(value)
    const isShort = Array.isArray(value) && value.every(isScalar) && (flow?.length ?? 0) <= shortList
    const isEmpty = !isScalar(value) && Object.keys(value as object).length === 0
    if (isScalar(value) || isShort || isEmpty) return this.#line(depth, `${label} ${flow}`)
    this.#line(depth, label)
    if (Array.isArray(value)) for (const item of value) this.value('-', item, depth + 1)
    else if (isObject(value)) this.#members(value, depth + 1)
  }

  /** Prints members. The only prose printed is the description of the value itself. */
  #members(value: JsonObject, depth: number): void {
    const isOwn = this.lines.length === 1
    for (const [key, one] of Object.entries(value)) {
      if (/^(example|examples|externalDocs|tags|x-.*)$/.test(key)) continue
      if (key !== 'description' || typeof one !== 'string') this.value(`${plainText(key)}:`, one, depth)
      else if (isOwn) this.value('description:', shortProse(one), depth)
    }
  }

  #line(depth: number, text: string): void {
    this.lines.push(this.#mark + '  '.repeat(depth) + text)
  }
}

/** The keys below an anchor that a change concerns, in each document; none if the document has nothing there. */
interface FocusLevel {
  readonly before?: string | undefined
  readonly after?: string | undefined
}

/** The object in each document that encloses a change, and the path from there to the change. */
export interface Anchor {
  /** The key of the object in the older document; undefined for a whole document. */
  readonly beforeKey: string | undefined
  readonly afterKey: string | undefined
  readonly before: unknown
  readonly after: unknown
  /** Empty if the change concerns the whole object. */
  readonly focus: Focus
}

type Keys = readonly string[]

interface Sides {
  readonly from: Keys | undefined
  readonly to: Keys | undefined
  readonly focus: Focus
}

const mostTrimmed = 2
const mostClimbed = 3

const parent = (keys: Keys | undefined): Keys | undefined =>
  keys === undefined || keys.length === 0 ? undefined : keys.slice(0, -1)

const climbed = ({ from, to, focus }: Sides): Sides => {
  const level = { before: from?.at(-1), after: to?.at(-1) }
  return { from: parent(from), to: parent(to), focus: [level, ...focus] }
}

/** Both locations, shortened to a common parent if one of them ends in a keyword that the other side lacks. */
const trimmed = (from: Keys, to: Keys): Sides => {
  for (let count = 0; count <= mostTrimmed; count += 1) {
    const [shortFrom, shortTo] = [from.slice(0, from.length - count), to.slice(0, to.length - count)]
    if (to.length >= count && shortTo.at(-1) === from.at(-1)) {
      return { from, to: shortTo, focus: to.slice(to.length - count).map((after) => ({ after })) }
    }
    if (from.length >= count && shortFrom.at(-1) === to.at(-1)) {
      return { from: shortFrom, to, focus: from.slice(from.length - count).map((before) => ({ before })) }
    }
  }
  return { from, to, focus: [] }
}

const isMember = (keys: Keys | undefined): boolean => keys?.at(-2) === 'properties'

/** Shows an added or removed value in its parent if the other document has the parent too, and otherwise alone. */
const oneSided = (holdsOther: (keys: Keys) => boolean, from?: Keys, to?: Keys): Sides => {
  const own = from ?? to ?? []
  const above = own.slice(0, Math.max(0, own.length - (isMember(own) ? 2 : 1)))
  if (above.length === own.length || !holdsOther(above)) return { from, to, focus: [] }
  const last = { [from === undefined ? 'after' : 'before']: own.at(-1) }
  const way = own.slice(above.length, -1).map((key) => ({ before: key, after: key }))
  return { from: above, to: above, focus: [...way, last] }
}

/** The kinds that depend on `required` of the parent object. */
const isOfHolder = (id: string): boolean => /-property-became-(required|optional)$/.test(id)

const startOf = (older: unknown, newer: unknown, id: string, from?: Keys, to?: Keys): Sides => {
  if (from && to) {
    const sides = trimmed(from, to)
    return isOfHolder(id) && isMember(from) && isMember(to) ? climbed(climbed(sides)) : sides
  }
  const [own, other] = from ? [older, newer] : [newer, older]
  const [mine, theirs] = [own, other].map((root) => resolvePath(root, from ?? to ?? []))
  // Adding or removing a reference need not change the resolved value.
  const isThere = theirs !== undefined && isSame(mine, theirs)
  return oneSided((above) => !isThere && isObject(resolvePath(other, above)), from, to)
}

/** The objects of two documents in which to show a change. */
export function anchorOf(older: unknown, newer: unknown, change: Pick<Change, 'id' | 'from' | 'to'>): Anchor {
  const [from, to] = [change.from, change.to].map((one) => one && segmentsOf(one.pointer))
  const valueAt = (root: unknown, keys: Keys | undefined): unknown =>
    keys === undefined ? undefined : resolvePath(root, keys)
  let sides = startOf(older, newer, change.id, from, to)
  for (let count = 0; count < mostClimbed; count += 1) {
    const [before, after] = [valueAt(older, sides.from), valueAt(newer, sides.to)]
    const isWhole = sides.from?.length === 0 || sides.to?.length === 0
    const areObjects = [before, after].every((value) => value === undefined || isObject(value))
    const isRenamed = from && to && isMember(sides.from) && sides.from?.at(-1) !== sides.to?.at(-1)
    if (isWhole || (areObjects && isRenamed !== true)) break
    sides = climbed(sides)
  }
  return {
    beforeKey: sides.from?.at(-1),
    afterKey: sides.to?.at(-1),
    before: valueAt(older, sides.from),
    after: valueAt(newer, sides.to),
    focus: sides.focus,
  }
}
