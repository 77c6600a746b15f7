import { unsafeInPage, htmlForLogs } from '../text/text.js'
import type { Facet, FacetOption, Item, Tone } from './model.js'

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

/** Encodes only what a fragment requires; slashes and at signs stay readable. */
const encodeFragment = (text: string): string =>
  encodeURIComponent(text.replaceAll(/\p{Cs}/gu, '\uFFFD'))
    .replaceAll('%2F', '/')
    .replaceAll('%40', '@')

/** The URL fragment that opens an item. */
export function itemAddress(id: string): string {
  return `#${encodeFragment(id)}`
}

/** A filter as a query: the values of facets by name, with `*` for all. */
export function queryOf(values: Readonly<Record<string, readonly string[]>>): string {
  return Object.entries(values)
    .map(([name, own]) => `${name}=${own.map(encodeFragment).join(',')}`)
    .join('&')
}

/** The URL fragment that shows the items of a filter. */
export function filterAddress(query: string): string {
  return `#?${query}`
}

/** From the worst to the least. */
export const tones: readonly Tone[] = ['bad', 'odd', 'good', 'quiet']

const signs: Readonly<Record<Tone, string>> = { bad: '✕', odd: '!', good: '✓', quiet: '–' }

/** The sign of a tone, for readers who cannot see colours; hidden from screen readers. */
export function signOf(tone: Tone): string {
  return `<span class="sign" aria-hidden="true">${signs[tone]}</span>`
}

/** The state of an item with its label and tone. */
export function stateOf({ facets }: Pick<Item, 'facets'>, { options }: Facet): FacetOption {
  const value = facets['state']?.[0] ?? ''
  return options.find((option) => option.value === value) ?? { value, label: value }
}

/** A label with its sign, in the colour of its tone. */
export function markOf({ label, tone = 'quiet' }: FacetOption): string {
  return `<span class="mark ${tone}">${signOf(tone)} ${escapeHtml(label)}</span>`
}
