import { memberName, prose } from '../types/index.js'

const isBranch = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && Object.keys(value).length > 0

/** Name of the constant for a value; undefined for a value that is written inline. */
export type NameOf = (value: object) => string | undefined

const isPlainList = (value: object): boolean => Array.isArray(value) && !value.some(isBranch)

const print = (value: unknown, depth: number, indent: string, nameOf: NameOf): string => {
  if (!isBranch(value)) return JSON.stringify(value) ?? 'undefined'
  const name = nameOf(value)
  if (name !== undefined) return name
  const open = depth > 0 && !isPlainList(value)
  const inner = `${indent}  `
  const items = Array.isArray(value)
    ? value.map((item) => print(item, depth - 1, inner, nameOf))
    : Object.entries(value).map(
        ([key, item]) => `${memberName(key)}:${open ? ' ' : ''}${print(item, depth - 1, inner, nameOf)}`,
      )
  const [start, end] = Array.isArray(value) ? ['[', ']'] : ['{', '}']
  if (open) return `${start}\n${items.map((item) => `${inner}${item},\n`).join('')}${indent}${end}`
  return start + items.join(',') + end
}

/**
 * A JSON value as a JavaScript expression. The first `depth` levels have one member per line, so that a change of the
 * document changes few lines; deeper levels are on one line
 * without spaces, because tables are mostly text of that kind.
 * @param indent of the line on which the expression begins
 */
export function literal(
  value: unknown,
  depth: number,
  indent = '',
  nameOf: NameOf = () => undefined,
): string {
  return print(value, depth, indent, nameOf)
}

/** Title and name of a document, for a comment. */
export function documentComment({ title, name }: { readonly title: string; readonly name: string }): string {
  return commentLine(`${title}, ${name}`)
}

/** A union of names as a type, on one line. */
export function unionOf(names: readonly string[]): string {
  return names.length === 0 ? 'never' : names.map((name) => JSON.stringify(name)).join(' | ')
}

const lineBreak = /\r\n|[\n\r\u0085\u2028\u2029]/

/** Text for one line of a block comment, escaped so that it cannot end the comment. */
export function commentLine(text: string): string {
  return text
    .split(lineBreak)
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join(' ')
    .replaceAll('*/', String.raw`*\/`)
}

/**
 * Prose as lines of a block comment with a leading space, escaped so that they cannot end the comment or start a tag.
 */
export function commentLines(text = ''): string[] {
  return prose(text).map((line) => (line.trim() === '' ? '' : ` ${line}`))
}
