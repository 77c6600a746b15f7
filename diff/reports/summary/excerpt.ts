import { dump } from 'js-yaml'
import { isObject, member, resolvePath, segmentsOf, textOf } from '../../../document/index.js'
import { isSame, jsonText } from '../../engine/equal.js'
import type { Change } from '../../model/report.js'

/**
 * The lines of both documents that a change concerns, as a unified diff of YAML. The first character marks a line: `
 * ` in both, `-` in the older document, `+` in the newer one, `~` omitted lines.
 */
export type Excerpt = readonly string[]

type ExcerptChange = Pick<Change, 'id' | 'from' | 'to'>

const longest = 90
const shownBefore = 24
const linesOfBlock = 10
const linesOfAll = 24
const mostClimbed = 3
/** Characters of indentation; a document may contain itself. */
const deepest = 24

/** A value as lines of YAML; a value that contains itself has an anchor. */
const yamlLines = (value: unknown): string[] =>
  dump(value, { lineWidth: -1 })
    .trimEnd()
    .split('\n')
    .map((line) => (line.length > longest ? `${line.slice(0, longest - 1)}…` : line))

/** The first words of a member or an item; of an item its own name, which parameters have. */
const nameOf = (key: string, value?: unknown): string => {
  if (!/^\d+$/.test(key)) return `${yamlLines(key).join('')}:`
  const name = textOf(member(value, 'name'))
  return name === undefined ? '-' : `- name: ${name}`
}

/** Two different texts; long ones are cut to begin shortly before the first difference. */
export function differingTexts(before: string, after: string): readonly [string, string] {
  const whole = (text: string): string =>
    text.includes('\n') ? JSON.stringify(text) : yamlLines(text).join('')
  if (before.length <= longest && after.length <= longest) return [whole(before), whole(after)]
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

/** The first lines, and how many more there are. */
const cutTo = (most: number, lines: string[], mark: string): string[] => {
  const rest = lines.length - most
  return rest > 1 ? [...lines.slice(0, most), `${mark}… ${rest} more lines`] : lines
}

/** Lines of a value that only one document has, below its name. */
const block = (mark: '-' | '+', label: string, value: unknown, indent: string): string[] => {
  const name = label.startsWith('- ') ? '-' : label
  const lines = yamlLines(value)
  const [first = '', ...others] = lines
  const isInline = name === '-' || ((typeof value !== 'object' || value === null) && lines.length === 1)
  const all = isInline
    ? [`${name} ${first}`, ...others.map((line) => `  ${line}`)]
    : [name, ...lines.map((line) => `  ${line}`)]
  return cutTo(linesOfBlock, all, '  ').map((line) => `${mark}${indent}${line}`)
}

/** Lines of two lists: the items that only one of them has. */
const itemLines = (before: readonly unknown[], after: readonly unknown[], indent: string): string[] => {
  const onlyIn = (own: readonly unknown[], other: readonly unknown[]): readonly unknown[] => {
    const known = new Set(other.map(jsonText))
    return own.filter((item) => !known.has(jsonText(item)))
  }
  const [gone, added] = [onlyIn(before, after), onlyIn(after, before)]
  const [one, other] = [gone[0], added[0]]
  if (gone.length === 1 && added.length === 1 && isObject(one) && isObject(other))
    return pairLines('-', one, other, indent)
  return [
    ...gone.flatMap((item) => block('-', '-', item, indent)),
    ...added.flatMap((item) => block('+', '-', item, indent)),
  ]
}

/** Lines of a value that may be in both documents: of its members and items those that differ. */
const pairLines = (name: string, before: unknown, after: unknown, indent: string): string[] => {
  if (before === undefined) return block('+', name, after, indent)
  if (after === undefined) return block('-', name, before, indent)
  if (isSame(before, after)) return []
  if (indent.length > deepest) return [`~${indent}…`]
  const below = `${indent}  `
  if (Array.isArray(before) && Array.isArray(after))
    return [` ${indent}${name}`, ...itemLines(before, after, below)]
  if (isObject(before) && isObject(after)) {
    const keys = new Set([...Object.keys(before), ...Object.keys(after)])
    const lines = [...keys].flatMap((key) =>
      pairLines(nameOf(key), member(before, key), member(after, key), below),
    )
    return [` ${indent}${name}`, ...lines]
  }
  if (typeof before !== 'string' || typeof after !== 'string')
    return [...block('-', name, before, indent), ...block('+', name, after, indent)]
  const [one, other] = differingTexts(before, after)
  return [`-${indent}${name} ${one}`, `+${indent}${name} ${other}`]
}

type Keys = readonly string[] | undefined

const mostTrimmed = 2

/** The keys of one side, longer by a keyword that only the other side names: a schema beside its `minimum`. */
const aligned = (keys: Keys, other: Keys): Keys => {
  if (!keys || !other || keys.at(-1) === other.at(-1)) return keys
  for (let count = 1; count <= mostTrimmed; count += 1)
    if (other.at(-1 - count) === keys.at(-1)) return [...keys, ...other.slice(-count)]
  return keys
}

/** The name of the object around a change, which only one document may have, or under another name. */
const holderLines = (older: unknown, newer: unknown, from: Keys, to: Keys): string[] => {
  const before = (from ?? to ?? []).slice(0, -1)
  const after = (to ?? from ?? []).slice(0, -1)
  const [one, other] = [resolvePath(older, before), resolvePath(newer, after)]
  const [name, renamed] = [nameOf(before.at(-1) ?? '', one), nameOf(after.at(-1) ?? '', other)]
  if (before.length === 0 || after.length === 0) return []
  if (one !== undefined && other !== undefined && name === renamed) return [` ${name}`]
  return [...(one === undefined ? [] : [`-${name}`]), ...(other === undefined ? [] : [`+${renamed}`])]
}

/** Whether a member is required is said beside `properties`. */
const requiredLines = ({ id, to }: ExcerptChange): string[] => {
  const [, became] = /-property-became-(required|optional)$/.exec(id) ?? []
  const name = to && segmentsOf(to.pointer).at(-1)
  if (became === undefined || name === undefined) return []
  return [' required:', `${became === 'required' ? '+' : '-'}  - ${yamlLines(name).join('')}`]
}

/** The fragments of both documents that a change concerns, cut short; empty if there is no value. */
export function excerptOf(older: unknown, newer: unknown, change: ExcerptChange): Excerpt {
  const required = requiredLines(change)
  if (required.length > 0) return required
  const [own, other] = [change.from, change.to].map((one) => one && segmentsOf(one.pointer))
  let [from, to]: readonly Keys[] = [aligned(own, other), aligned(other, own)]
  const valueAt = (root: unknown, keys: Keys): unknown => keys && resolvePath(root, keys)
  for (let climbed = 0; climbed <= mostClimbed; climbed += 1) {
    const [before, after] = [valueAt(older, from), valueAt(newer, to)]
    const isRenamed = member(before, 'name') !== member(after, 'name')
    const name = nameOf(to?.at(-1) ?? from?.at(-1) ?? '', isRenamed ? undefined : after)
    const all = [...holderLines(older, newer, from, to), ...pairLines(name, before, after, '  ')]
    if (all.some((line) => /^[-+]/.test(line))) return cutTo(linesOfAll, all, '~')
    // One keyword can replace another, and an alias a value, so the object around is compared.
    ;[from, to] = [from?.slice(0, -1), to?.slice(0, -1)]
  }
  return []
}
