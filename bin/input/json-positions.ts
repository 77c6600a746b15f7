import { appendKey } from '../../document/index.js'

/** Where a value stands in a JSON text: offsets of the name of its member, where it has one, and of the value. */
export interface ValuePosition {
  readonly name?: number
  readonly value: number
}

/** An object or a list that is open; an object has no index. */
interface Frame {
  readonly pointer: string
  index?: number
}

/** Pointers into what is nested more deeply than any schema asks for would only fill the memory. */
const deepest = 100

const tokens = /"[^"\\]*(?:\\.[^"\\]*)*"|[{}[\]:,]|[^\s{}[\]:,"]+/g

/** The positions of all values of a text that is JSON, by JSON Pointer. */
export function jsonPositions(text: string): ReadonlyMap<string, ValuePosition> {
  const positions = new Map<string, ValuePosition>()
  const open: Frame[] = []
  let pointer = ''
  let name: number | undefined
  let isName = false
  const below = (frame: Frame, key: string | number): string =>
    open.length > deepest ? frame.pointer : appendKey(frame.pointer, key)
  for (const { 0: token, index: offset } of text.matchAll(tokens)) {
    const frame = open.at(-1)
    if (token === '}' || token === ']') {
      open.pop()
      isName = false
    } else if (token === ',' && frame) {
      isName = frame.index === undefined
      if (frame.index !== undefined) pointer = below(frame, (frame.index += 1))
    } else if (isName && frame) {
      pointer = below(frame, String(JSON.parse(token)))
      name = offset
      isName = false
    } else if (token !== ':') {
      if (open.length <= deepest)
        positions.set(pointer, { ...(name !== undefined && { name }), value: offset })
      name = undefined
      isName = token === '{'
      if (token === '{') open.push({ pointer })
      if (token === '[') {
        const list = { pointer, index: 0 }
        open.push(list)
        pointer = below(list, 0)
      }
    }
  }
  return positions
}

/** Line and column of an offset, from 1 on. */
export function positionIn(text: string, offset: number): { readonly line: number; readonly column: number } {
  const before = text.slice(0, offset)
  return { line: before.split('\n').length, column: offset - before.lastIndexOf('\n') }
}
