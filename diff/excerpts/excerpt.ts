import { isObject, segmentsOf } from '../../document/index.js'
import type { Change } from '../model/report.js'
import { type Anchor, anchorOf, type Focus, plainText, Tree } from './tree.js'

/**
 * The lines of both documents that a change concerns, as a unified diff of YAML. The first character marks a line: `
 * ` in both, `-` in the older document, `+` in the newer one, `~` omitted lines.
 */
export type Excerpt = readonly string[]

const mostLines = 24
const linesAround = 2

const isMarked = (line: string | undefined): boolean =>
  line?.startsWith('-') === true || line?.startsWith('+') === true

/** The lines that differ, with a few lines of context and the names of their parents. */
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

/** Joins each dash with the first line of its item, as YAML is usually written. */
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

/** The path of an operation that was removed, added or moved. */
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

const linesOf = ({ before, after, beforeKey, afterKey }: Anchor, focus: Focus): readonly string[] => {
  const tree = new Tree()
  const key = afterKey ?? beforeKey
  const isNamed = key !== undefined && !/^\d+$/.test(key)
  if (isNamed) tree.pair(`${plainText(key)}:`, before, after, 0, focus)
  else if (isObject(before) && isObject(after)) tree.members(before, after, 0, focus)
  else tree.pair('-', before, after, 0, focus)
  return tree.lines
}

/** The fragments of both documents that a change concerns, cut short; empty if there is no value. */
export function excerptOf(older: unknown, newer: unknown, change: ExcerptChange): Excerpt {
  const anchor = anchorOf(older, newer, change)
  if (anchor.before === undefined && anchor.after === undefined) return []
  const focused = linesOf(anchor, anchor.focus)
  // One keyword can replace another, such as `nullable` a type, so the whole anchor is shown.
  const lines = focused.some(isMarked) ? focused : linesOf(anchor, [])
  const paths = pathLines(change)
  const below = paths.length === 0 ? lines : lines.map((line) => `${line.slice(0, 1)}  ${line.slice(1)}`)
  return withDashes(trimmed([...paths, ...below]))
}
