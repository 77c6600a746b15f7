import { appendKey, jsonPositions, type TextPosition, wantedOf } from '../../document/index.js'

/** The position of a value in a JSON text, if it is there. */
const positionOf = (text: string, pointer: string): TextPosition | undefined =>
  jsonPositions(text, wantedOf([pointer])).get(pointer)

const lineIndent = (text: string, offset: number): string =>
  /^[ \t]*/.exec(text.slice(text.lastIndexOf('\n', offset - 1) + 1))?.[0] ?? ''

/** How a text indents: that of its first member. */
const unitOf = (text: string): string => /^\s*\{[^\S\n]*\n([ \t]+)"/.exec(text)?.[1] ?? '  '

const spelled = (value: unknown, indent: string, unit: string, newline: string): string =>
  JSON.stringify(value, null, unit).replaceAll('\n', `${newline}${indent}`)

/**
 * A JSON text with one more member, the last of an object; nothing else of the text changes.
 * @param pointer JSON Pointer of an object in it
 */
export function withMember(text: string, pointer: string, name: string, value: unknown): string {
  const { value: start, end: after } = positionOf(text, pointer) ?? { value: 0, end: text.length }
  const end = after - 1
  const inner = text.slice(start + 1, end)
  const newline = text.includes('\r\n') ? '\r\n' : '\n'
  const unit = unitOf(text)
  const indent = /\n([ \t]*)"/.exec(inner)?.[1] ?? `${lineIndent(text, start)}${unit}`
  const last = start + 1 + inner.trimEnd().length
  if (inner.trim() !== '' && !inner.includes('\n')) {
    return `${text.slice(0, last)}, ${JSON.stringify(name)}: ${JSON.stringify(value)}${text.slice(last)}`
  }
  const member = `${newline}${indent}${JSON.stringify(name)}: ${spelled(value, indent, unit, newline)}`
  return inner.trim() === ''
    ? `${text.slice(0, start + 1)}${member}${newline}${lineIndent(text, start)}${text.slice(end)}`
    : `${text.slice(0, last)},${member}${text.slice(last)}`
}

/** A JSON text with a text for a member at its top: another one, or one more member. Undefined where no text is there. */
export function withText(text: string, name: string, value: string): string | undefined {
  const found = positionOf(text, appendKey('', name))
  if (found === undefined) return withMember(text, '', name, value)
  if (text[found.value] !== '"') return undefined
  return `${text.slice(0, found.value)}${JSON.stringify(value)}${text.slice(found.end)}`
}
