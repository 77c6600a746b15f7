import { printable, shortened } from './text/text.js'

const longestText = 600
/** An invisible character that keeps `@name`, `#1` and `https://` from becoming mentions and links. */
const joiner = '\u2060'

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }

const withoutTags = (text: string): string =>
  text.replaceAll(/[&<>]/g, (character) => entities[character] ?? character)

/** Escapes a text for Markdown, without markup, HTML, links or mentions. */
export function markdownText(text: string): string {
  return withoutTags(shortened(text, longestText))
    .replaceAll(/[\\`*_[\]~]/g, String.raw`\$&`)
    .replaceAll(/[@#]/g, `$&${joiner}`)
    .replaceAll('://', `:${joiner}//`)
    .replaceAll(/www\./gi, (word) => `${word.slice(0, 3)}${joiner}.`)
}

/** Escapes every character with a meaning in Markdown or HTML; control characters stay unchanged. */
export function escapeMarkdown(text: string): string {
  return withoutTags(text).replaceAll(/[\\`*_{}[\]()#+!|~@:.]/g, String.raw`\$&`)
}

/** Any text as inline code in Markdown. */
export function markdownCode(text: string, longest = longestText): string {
  const clean = longest === Infinity ? printable(text) : shortened(text, longest)
  if (clean.trim() === '') return '` `'
  const runs = [...clean.matchAll(/`+/g)].map(([run]) => run.length)
  const fence = '`'.repeat(Math.max(0, ...runs) + 1)
  const gap = clean.startsWith('`') || clean.endsWith('`') ? ' ' : ''
  return `${fence}${gap}${clean}${gap}${fence}`
}

/** Any lines as a code block. */
export function markdownFence(lines: readonly string[], language: string): readonly string[] {
  const clean = lines.map((line) => line.slice(0, 1) + printable(line.slice(1)))
  const runs = clean.flatMap((line) => [...line.matchAll(/`+/g)].map(([run]) => run.length))
  const fence = '`'.repeat(Math.max(2, ...runs) + 1)
  return [`${fence}${language}`, ...clean, fence]
}

/** A sentence with names in backticks as Markdown: the names as code, the rest escaped. */
export function markdownSentence(sentence: string, longest = longestText): string {
  const pieces = shortened(sentence, longest).split('`')
  // With an odd number of backticks, one belongs to a name, but which one is unknown.
  if (pieces.length % 2 === 0) return markdownText(sentence)
  return pieces.map((piece, index) => (index % 2 === 0 ? markdownText(piece) : markdownCode(piece))).join('')
}

/** Escapes Markdown for a table cell, on one line. */
export function tableCell(markdown: string): string {
  return markdown.replaceAll('|', String.raw`\|`).replaceAll('\n', ' ')
}

/** A table row of cells that are Markdown already. */
export function tableRow(cells: readonly string[]): string {
  return `| ${cells.join(' | ')} |`
}
