import { type Change, locatePointers, type ChangeLocation, type LocatedChange } from '../../diff/index.js'
import type { DocumentSide } from './sides.js'

type Lines = ReadonlyMap<string, number>

/** The pointers above one, the nearest first, without that of the whole document. */
const above = (pointer: string): string[] => {
  const segments = pointer.split('/')
  return segments.slice(2).map((_, index) => segments.slice(0, segments.length - 1 - index).join('/'))
}

const linesOf = ({ input }: DocumentSide, pointers: readonly string[]): Lines =>
  locatePointers(input.text, new Set(pointers))

/** Where a pointer leads nowhere in the text, as into other files, the line is that of what is above it. */
const withLine = (location: ChangeLocation, lines: Lines): ChangeLocation => {
  const found = [location.pointer, ...above(location.pointer)].find((pointer) => lines.has(pointer))
  const line = found === undefined ? undefined : lines.get(found)
  return line === undefined ? location : { ...location, line }
}

const withAbove = (pointers: readonly (string | undefined)[]): string[] =>
  pointers.flatMap((pointer) => (pointer === undefined ? [] : [pointer, ...above(pointer)]))

/** The nearest location that is left of one that is gone. */
const nearOf = ({ from, to }: Change, lines: Lines): ChangeLocation | undefined => {
  if (to || !from) return undefined
  const pointer = above(from.pointer).find((one) => lines.has(one))
  return pointer === undefined ? undefined : withLine({ pointer }, lines)
}

/** Changes with the lines of their locations, and of the nearest to those that are gone. */
export function placed(
  changes: readonly Change[],
  older: DocumentSide,
  newer: DocumentSide,
): readonly LocatedChange[] {
  const fromLines = linesOf(older, withAbove(changes.map(({ from }) => from?.pointer)))
  const toLines = linesOf(newer, withAbove(changes.map(({ from, to }) => (to ?? from)?.pointer)))
  const withLines = (change: Change): LocatedChange => {
    const { from, to } = change
    const near = nearOf(change, toLines)
    return {
      ...change,
      ...(from && { from: withLine(from, fromLines) }),
      ...(to && { to: withLine(to, toLines) }),
      ...(near && { near }),
    }
  }
  return changes.map(withLines)
}
