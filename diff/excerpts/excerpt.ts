import { isObject, segmentsOf } from '../../document/index.js'
import type { Change } from '../model/change.js'
import { type Anchor, anchorOf } from './anchor.js'
import { plainText } from './scalar.js'
import { Tree } from './tree.js'

/**
 * The part of both documents that a change is about, as lines in the manner of a unified diff of YAML. The first
 * character says where a line stands: ` ` in both, `-` in the older document, `+` in the newer one, `~` is left out.
 */
export type Excerpt = readonly string[]

const mostLines = 24
const linesAround = 2

const isMarked = (line: string | undefined): boolean =>
  line?.startsWith('-') === true || line?.startsWith('+') === true

/** The lines that differ, with a few around them and the name of what they are in. */
const trimmed = (lines: readonly string[]): string[] => {
  const near = lines.map(
    (line, index) =>
      lines.slice(Math.max(0, index - linesAround), index + linesAround + 1).some(isMarked) ||
      /^ \S/.test(line),
  )
  const kept: string[] = []
  for (const [index, line] of lines.entries()) {
    const isShown = near[index] === true && !line.startsWith('~')
    if (isShown) kept.push(line)
    else if (!kept.at(-1)?.startsWith('~')) kept.push(`~${/^ */.exec(line.slice(1))?.[0] ?? ''}…`)
  }
  if (kept.length <= mostLines) return kept
  return [...kept.slice(0, mostLines), `~… ${kept.length - mostLines} more lines`]
}

/** An item begins on the line of its dash, as everywhere in YAML. */
const withDashes = (lines: readonly string[]): string[] => {
  const joined: string[] = []
  for (const line of lines) {
    const former = joined.at(-1)
    const isFirst = former !== undefined && /^. *-$/.test(former) && former[0] === line[0]
    const fits = isFirst && /^ */.exec(line.slice(1))?.[0].length === former.length
    if (fits) joined[joined.length - 1] = `${former} ${line.slice(1).trimStart()}`
    else joined.push(line)
  }
  return joined
}

const pathOf = (pointer: string | undefined): string | undefined => {
  const [first, path, method] = pointer === undefined ? [] : segmentsOf(pointer)
  return first === 'paths' && method !== undefined ? path : undefined
}

/** The path of an operation that is gone, new, or moved. */
const pathLines = ({ id, from, to }: ExcerptChange): string[] => {
  if (!id.startsWith('operation-')) return []
  const [before, after] = [pathOf(from?.pointer), pathOf(to?.pointer)]
  if (before === after) return []
  return [
    ...(before === undefined ? [] : [`-${plainText(before)}:`]),
    ...(after === undefined ? [] : [`+${plainText(after)}:`]),
  ]
}

type ExcerptChange = Pick<Change, 'id' | 'from' | 'to'>

const linesOf = (
  { before, after, beforeKey, afterKey }: Anchor,
  focus: Anchor['focus'],
): readonly string[] => {
  const tree = new Tree()
  const key = afterKey ?? beforeKey
  const isNamed = key !== undefined && !/^\d+$/.test(key)
  if (isNamed) tree.pair(`${plainText(key)}:`, before, after, 0, focus)
  else if (isObject(before) && isObject(after)) tree.members(before, after, 0, focus)
  else tree.pair('-', before, after, 0, focus)
  return tree.lines
}

/**
 * The fragments of two documents that a change is about, cut to what one has to see.
 * @returns no lines where neither document has something there
 */
export function excerptOf(older: unknown, newer: unknown, change: ExcerptChange): Excerpt {
  const anchor = anchorOf(older, newer, change)
  if (anchor.before === undefined && anchor.after === undefined) return []
  const focused = linesOf(anchor, anchor.focus)
  // A keyword may say what another one said: `nullable` for a type.
  const lines = focused.some(isMarked) ? focused : linesOf(anchor, [])
  const paths = pathLines(change)
  const below = paths.length === 0 ? lines : lines.map((line) => `${line.slice(0, 1)}  ${line.slice(1)}`)
  return withDashes(trimmed([...paths, ...below]))
}
