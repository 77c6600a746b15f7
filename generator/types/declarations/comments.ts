import { isObject } from '../../../document/index.js'
import type { RawObject } from '../../model/document.js'

const longestExample = 200

const constraints: ReadonlyMap<string, string> = new Map([
  ['format', 'Format'],
  ['minimum', 'Minimum'],
  ['exclusiveMinimum', 'Exclusive minimum'],
  ['maximum', 'Maximum'],
  ['exclusiveMaximum', 'Exclusive maximum'],
  ['multipleOf', 'Multiple of'],
  ['minLength', 'Minimum length'],
  ['maxLength', 'Maximum length'],
  ['pattern', 'Pattern'],
  ['minItems', 'Minimum items'],
  ['maxItems', 'Maximum items'],
  ['uniqueItems', 'Unique items'],
  ['minProperties', 'Minimum members'],
  ['maxProperties', 'Maximum members'],
])

const isPrinted = (value: unknown): value is string | number | boolean =>
  typeof value === 'string' || typeof value === 'number' || value === true

// An `@` at the start of a line would be read as a tag.
const safe = (line: string): string => {
  const closed = line.includes('*/') ? line.replaceAll('*/', String.raw`*\/`) : line
  return closed.includes('@') ? closed.replace(/^(\s*)@/, String.raw`$1\@`) : closed
}

const lineBreak = /\r\n|[\n\r\u0085\u2028\u2029]/

/** Prose as lines for a comment, escaped so that they cannot end it or start a tag. */
export function prose(text: unknown): string[] {
  if (typeof text !== 'string' || text.trim() === '') return []
  return text
    .trim()
    .split(lineBreak)
    .map((line) => safe(line.trimEnd()))
}

const oneLine = (text: string): string =>
  text
    .split(lineBreak)
    .join(' ')
    .replaceAll('*/', String.raw`*\/`)

// Examples may be whole documents, which are not worth printing.
const isSmall = (value: unknown): boolean =>
  typeof value === 'object' && value !== null
    ? Object.keys(value).length < 10 &&
      Object.values(value).every((one) => typeof one !== 'object' || isSmall(one))
    : typeof value !== 'string' || value.length < longestExample

const tag = (name: string, value: unknown): string[] => {
  const text = value === undefined || !isSmall(value) ? undefined : JSON.stringify(value)
  return text === undefined || text.length > longestExample ? [] : [`@${name} ${oneLine(text)}`]
}

const exampleOf = ({ example, examples }: RawObject): unknown =>
  example ?? (Array.isArray(examples) ? examples[0] : undefined)

const section = (docs: unknown): string[] =>
  isObject(docs) && typeof docs['url'] === 'string' ? [`@see ${oneLine(docs['url'])}`] : []

const constraintsOf = (node: RawObject): string[] => {
  const sentences: string[] = []
  for (const [keyword, value] of Object.entries(node)) {
    const name = constraints.get(keyword)
    if (name !== undefined && isPrinted(value))
      sentences.push(value === true ? name : `${name}: ${oneLine(String(value))}`)
  }
  return sentences
}

/** The comment lines for a schema, parameter, header, response or operation. */
export function notesOf(node: unknown): string[] {
  if (!isObject(node)) return []
  const { title, summary, description } = node
  const sentences = constraintsOf(node)
  const [head, body] = [prose(summary ?? title), prose(description)]
  // Some documents repeat the summary as the description.
  const isRepeated = head.join('\n') === body.join('\n')
  const texts = [head, isRepeated ? [] : body, sentences.length === 0 ? [] : [sentences.join('. ')]]
  return [
    ...texts.filter((lines) => lines.length > 0).reduce<string[]>(joinSections, []),
    ...tag('default', node['default']),
    ...tag('example', exampleOf(node)),
    ...(node['deprecated'] === true ? ['@deprecated'] : []),
    ...section(node['externalDocs']),
  ]
}

// Without empty lines editors would join the paragraphs.
const joinSections = (before: string[], lines: string[]): string[] =>
  before.length === 0 ? lines : [...before, '', ...lines]

/** The line with the pointer into the document. */
export function pointerNote(pointer: string): string {
  return `@see ${oneLine(pointer)}`
}

/** A comment of prepared lines; empty without lines. */
export function comment(lines: readonly string[]): string {
  const [first, second] = lines
  if (first === undefined) return ''
  if (second === undefined) return `/** ${first} */`
  return ['/**', ...lines.map((line) => (line === '' ? ' *' : ` * ${line}`)), ' */'].join('\n')
}

/** A member of an object type after its comment, with all but the first line indented. */
export function commented(note: string, member: string, indent: string): string {
  if (note === '') return member
  const start = `\n${indent}`
  return `${note.includes('\n') ? note.replaceAll('\n', start) : note}${start}${member}`
}
