import { cached, keysOf } from '../json/json.js'

/** Line and column of an offset in a text, both from 1. */
export function positionIn(text: string, offset: number): { readonly line: number; readonly column: number } {
  const before = text.slice(0, offset)
  return { line: before.split('\n').length, column: offset - before.lastIndexOf('\n') }
}

/** Finds the lines of many offsets of one text. */
export class LineIndex {
  readonly #starts: number[] = [0]

  constructor(text: string) {
    for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) this.#starts.push(at + 1)
  }

  /** The line of an offset, from 1. */
  lineAt(offset: number): number {
    let [low, high] = [0, this.#starts.length]
    while (high - low > 1) {
      const middle = (low + high) >> 1
      if ((this.#starts[middle] ?? 0) <= offset) low = middle
      else high = middle
    }
    return low + 1
  }
}

/** Pointers as a tree, so that a scan can skip all other keys. */
export interface Wanted {
  readonly children: ReadonlyMap<string, Wanted>
  /** The pointers that end here, as they were given. */
  readonly pointers: readonly string[]
}

interface Growing {
  readonly children: Map<string, Growing>
  readonly pointers: string[]
}

/** A tree of pointers, in either form. */
export function wantedOf(pointers: Iterable<string>): Wanted {
  const root: Growing = { children: new Map(), pointers: [] }
  for (const pointer of new Set(pointers)) {
    let at = root
    for (const key of keysOf(pointer)) {
      at = cached(at.children, key, () => ({ children: new Map(), pointers: [] }))
    }
    at.pointers.push(pointer)
  }
  return root
}
