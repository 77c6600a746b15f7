const lineBreak = /\r\n|[\n\r\u0085\u2028\u2029]/

/** Text for one line of a block comment: nothing in it ends the comment. */
export const commentLine = (text: string): string =>
  text
    .split(lineBreak)
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join(' ')
    .replaceAll('*/', String.raw`*\/`)

// A tag at the start of a line would be read as one of our own.
const safe = (line: string): string =>
  line.replaceAll('*/', String.raw`*\/`).replace(/^(\s*)@/, String.raw`$1\@`)

/** Prose as lines of a block comment, each with the space that it begins with: nothing in them ends it or is a tag. */
export function commentLines(text = ''): string[] {
  if (text.trim() === '') return []
  const lines = text.trim().split(lineBreak)
  return lines.map((line) => (line.trim() === '' ? '' : ` ${safe(line.trimEnd())}`))
}
