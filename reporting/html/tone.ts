import { escapeHtml } from './escape.js'
import type { Facet, FacetOption, Item, Tone } from './model.js'

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
