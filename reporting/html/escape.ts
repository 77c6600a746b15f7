import { unsafeInPage } from '../text/characters.js'
import { htmlForLogs } from '../text/text.js'

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Escapes a text for an element or a quoted attribute. */
export function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => entities[character] ?? character)
}

const unsafe = new RegExp(unsafeInPage, 'gu')

const escapeSequence = (character: string): string => {
  const number = (character.codePointAt(0) ?? 0).toString(16)
  return number.length > 4 ? String.raw`\u{${number}}` : String.raw`\u${number.padStart(4, '0')}`
}

/** Escapes text from outside for HTML; control, invisible and bidirectional characters are shown by code point. */
export function shownHtml(text: string): string {
  return htmlForLogs(escapeHtml(text.replaceAll(unsafe, escapeSequence)))
}

/** A sentence as HTML, in which an option such as `--allow-writes` is not broken at its hyphens. */
export function sentenceHtml(text: string): string {
  return shownHtml(text).replaceAll(/--[a-z][a-z-]*/g, '<span class="option">$&</span>')
}

/** A value as JSON in which no tag can begin or end, so that it is safe inside a script element. */
export function embeddedJson(value: unknown): string {
  return JSON.stringify(value).replaceAll('<', String.raw`\u003c`)
}
