import type { Change, ChangeLocation, LocatedChange } from './report.js'

type Lines = ReadonlyMap<string, number>

/** The lines of pointers in the text of a document, as far as they are there. */
export type LinesOf = (pointers: readonly string[]) => Lines

/** The pointers above one, the nearest first, without that of the whole document. */
const above = (pointer: string): string[] => {
  const segments = pointer.split('/')
  return segments.slice(2).map((_, index) => segments.slice(0, segments.length - 1 - index).join('/'))
}

/** The line of a pointer, or of its nearest parent that is in the text. */
const withLine = (location: ChangeLocation, lines: Lines): ChangeLocation => {
  const found = [location.pointer, ...above(location.pointer)].find((pointer) => lines.has(pointer))
  const line = found === undefined ? undefined : lines.get(found)
  return line === undefined ? location : { ...location, line }
}

const withAbove = (pointers: readonly (string | undefined)[]): string[] =>
  pointers.flatMap((pointer) => (pointer === undefined ? [] : [pointer, ...above(pointer)]))

/** The nearest remaining location above a removed one. */
const nearOf = ({ from, to }: Change, lines: Lines): ChangeLocation | undefined => {
  if (to || !from) return undefined
  const pointer = above(from.pointer).find((one) => lines.has(one))
  return pointer === undefined ? undefined : withLine({ pointer }, lines)
}

/** Changes with the lines of their locations; a removed location has the line of its nearest parent. */
export function withLines(changes: readonly Change[], older: LinesOf, newer: LinesOf): LocatedChange[] {
  const fromLines = older(withAbove(changes.map(({ from }) => from?.pointer)))
  const toLines = newer(withAbove(changes.map(({ from, to }) => (to ?? from)?.pointer)))
  return changes.map((change) => {
    const { from, to } = change
    const near = nearOf(change, toLines)
    return {
      ...change,
      ...(from && { from: withLine(from, fromLines) }),
      ...(to && { to: withLine(to, toLines) }),
      ...(near && { near }),
    }
  })
}
