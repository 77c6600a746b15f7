import { shortened } from './printable.js'

const longestText = 600
/** Stands where a reader sees nothing, and keeps `@name`, `#1` and `https://` from being what they look like. */
const joiner = '\u2060'

/** Text as Markdown that means itself: no markup, no HTML, no link, no mention. */
export function plain(text: string): string {
  return shortened(text, longestText)
    .replaceAll(/[&<>]/g, (letter) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;' })[letter] ?? letter)
    .replaceAll(/[\\`*_[\]~]/g, String.raw`\$&`)
    .replaceAll(/[@#]/g, `$&${joiner}`)
    .replaceAll('://', `:${joiner}//`)
    .replaceAll(/www\./gi, (word) => `${word.slice(0, 3)}${joiner}.`)
}

/** Text as code in Markdown, whatever it holds. */
export function code(text: string): string {
  const clean = shortened(text, longestText)
  if (clean.trim() === '') return '` `'
  const runs = [...clean.matchAll(/`+/g)].map(([run]) => run.length)
  const fence = '`'.repeat(Math.max(0, ...runs) + 1)
  const gap = clean.startsWith('`') || clean.endsWith('`') ? ' ' : ''
  return `${fence}${gap}${clean}${gap}${fence}`
}

/** A sentence with names between backticks as Markdown: the names as code, the rest as plain text. */
export function sentenceMarkdown(sentence: string): string {
  const parts = shortened(sentence, longestText).split('`')
  // An odd number of backticks: one of them is part of a name, and nobody can say which.
  if (parts.length % 2 === 0) return plain(sentence)
  return parts.map((part, index) => (index % 2 === 0 ? plain(part) : code(part))).join('')
}
