import { positionIn } from '../../document/index.js'

const width = 72

/** External text made safe for one line of a terminal, without control or formatting characters. */
export function printable(text: string): string {
  return text.replace(/[\p{C}\p{Zl}\p{Zp}]/gu, ' ')
}

/** The beginning of a text as one printable line of at most `length` characters. */
export function beginning(text: string, length = 200): string {
  const head = text.slice(0, length * 4)
  const line = printable(head).replace(/\s+/g, ' ').trim()
  return line.length > length || head.length < text.length ? `${line.slice(0, length)}…` : line
}

/** Line and column of an offset, both from 1, and a printable piece of that line. */
export interface TextLocation {
  readonly line: number
  readonly column: number
  readonly excerpt: string
}

/** Finds line, column and excerpt for an offset in a text. */
export function locateOffset(text: string, offset: number): TextLocation {
  const { line, column } = positionIn(text, offset)
  const start = offset - column + 1
  const end = text.indexOf('\n', offset)
  const from = Math.max(start, offset - width / 2)
  const to = Math.min(end === -1 ? text.length : end, from + width)
  return { line, column, excerpt: printable(text.slice(from, to)).trim() }
}
