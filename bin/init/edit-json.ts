import { appendKey } from '../../document/index.js'
import { jsonPositions } from '../input/faulty-input.js'

const stringAt = /"(?:\\.|[^"\\])*"/y

/** The offset of the brace that closes the object which begins at an offset. */
const closingOf = (text: string, start: number): number => {
  let depth = 0
  for (let at = start; at < text.length; at += 1) {
    const letter = text.charAt(at)
    if (letter === '"') {
      stringAt.lastIndex = at
      if (stringAt.test(text)) at = stringAt.lastIndex - 1
    } else if (letter === '{' || letter === '[') depth += 1
    else if ((letter === '}' || letter === ']') && --depth === 0) return at
  }
  return text.length
}

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
  const start = jsonPositions(text).get(pointer)?.value ?? 0
  const end = closingOf(text, start)
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
  const at = jsonPositions(text).get(appendKey('', name))?.value
  if (at === undefined) return withMember(text, '', name, value)
  stringAt.lastIndex = at
  if (!stringAt.test(text)) return undefined
  return `${text.slice(0, at)}${JSON.stringify(value)}${text.slice(stringAt.lastIndex)}`
}
