import { printable, shortened } from './text/text.js'

const longestText = 600
/** Stands where a reader sees nothing, and keeps `@name`, `#1` and `https://` from being what they look like. */
const joiner = '\u2060'

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }

const withoutTags = (text: string): string =>
  text.replaceAll(/[&<>]/g, (character) => entities[character] ?? character)

/** A text as Markdown that means itself: no markup, no HTML, no link, no mention. */
export function markdownText(text: string): string {
  return withoutTags(shortened(text, longestText))
    .replaceAll(/[\\`*_[\]~]/g, String.raw`\$&`)
    .replaceAll(/[@#]/g, `$&${joiner}`)
    .replaceAll('://', `:${joiner}//`)
    .replaceAll(/www\./gi, (word) => `${word.slice(0, 3)}${joiner}.`)
}

/** A text in which everything that Markdown or HTML gives a meaning to is escaped; unsafe characters stay. */
export function escapeMarkdown(text: string): string {
  return withoutTags(text).replaceAll(/[\\`*_{}[\]()#+!|~@:.]/g, String.raw`\$&`)
}

/** A text as code in Markdown, whatever it holds. */
export function markdownCode(text: string, longest = longestText): string {
  const clean = longest === Infinity ? printable(text) : shortened(text, longest)
  if (clean.trim() === '') return '` `'
  const runs = [...clean.matchAll(/`+/g)].map(([run]) => run.length)
  const fence = '`'.repeat(Math.max(0, ...runs) + 1)
  const gap = clean.startsWith('`') || clean.endsWith('`') ? ' ' : ''
  return `${fence}${gap}${clean}${gap}${fence}`
}

/** Lines as a block of code, whatever they hold. */
export function markdownFence(lines: readonly string[], language: string): readonly string[] {
  const clean = lines.map((line) => line.slice(0, 1) + printable(line.slice(1)))
  const runs = clean.flatMap((line) => [...line.matchAll(/`+/g)].map(([run]) => run.length))
  const fence = '`'.repeat(Math.max(2, ...runs) + 1)
  return [`${fence}${language}`, ...clean, fence]
}

/** A sentence with names between backticks as Markdown: the names as code, the rest as plain text. */
export function markdownSentence(sentence: string, longest = longestText): string {
  const pieces = shortened(sentence, longest).split('`')
  // An odd number of backticks: one of them belongs to a name, and nobody can say which.
  if (pieces.length % 2 === 0) return markdownText(sentence)
  return pieces.map((piece, index) => (index % 2 === 0 ? markdownText(piece) : markdownCode(piece))).join('')
}

/** Markdown as it may stand in a cell of a table: on one line, and without ending the cell. */
export function tableCell(markdown: string): string {
  return markdown.replaceAll('|', String.raw`\|`).replaceAll('\n', ' ')
}

/** A row of a table from its cells, which are Markdown already. */
export function tableRow(cells: readonly string[]): string {
  return `| ${cells.join(' | ')} |`
}
