import { prose } from '../types/index.js'

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
