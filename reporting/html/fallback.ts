import { shownHtml, itemAddress, escapeHtml, markOf, stateOf } from './markup.js'
import { counted, wordFor } from '../text/counts.js'
import { addressOfRow, facetNamed } from './matrix.js'
import type { Fact, Facet, FacetOption, Item, ReportPage } from './model.js'

/** Limit on items of a page without a size limit, because its data contains them too. */
const mostShown = 200
const longestText = 2_000
/** Bytes reserved for the headings of groups. */
const bytesOfHeadings = 1_500

const shorten = (text: string): string =>
  text.length > longestText ? `${text.slice(0, longestText)}…` : text

const factHtml = ([name, text, href]: Fact): string => {
  const shown = shownHtml(shorten(text))
  const inner = href === undefined ? shown : `<a href="${escapeHtml(href)}">${shown}</a>`
  return `<dt>${escapeHtml(name)}</dt><dd>${inner}</dd>`
}

/** The id attribute that a link with a fragment leads to. */
const idOf = (address: string): string => `id="${escapeHtml(address.slice(1))}"`

const itemHtml = ({ sections, ...item }: Item, states: Facet, { excerpts = [] }: ReportPage): string => {
  const facts = sections.flatMap((section) => section.facts ?? []).map(factHtml)
  const fragments = sections.flatMap(({ excerpt }) =>
    excerpt === undefined ? [] : (excerpts[excerpt] ?? []),
  )
  return [
    `<section ${idOf(itemAddress(item.id))}>`,
    `<h3>${markOf(stateOf(item, states))} ${shownHtml(shorten(item.title))}</h3><p>${shownHtml(shorten(item.text))}</p>`,
    ...(facts.length === 0 ? [] : [`<dl>${facts.join('')}</dl>`]),
    ...fragments.map((text) => `<pre tabindex="0" dir="ltr">${shownHtml(text)}</pre>`),
    '</section>',
  ].join('')
}

const isToBeSeen = ({ tone }: FacetOption): boolean => tone === 'bad' || tone === 'odd'

/** Items as HTML: as many as fit, or the first ones that did not pass. */
const shownOf = (page: ReportPage, states: Facet, room: number | undefined): ReadonlyMap<Item, string> => {
  const wrong = page.items.filter((item) => isToBeSeen(stateOf(item, states)))
  const shown = new Map<Item, string>()
  let left = (room ?? Infinity) - bytesOfHeadings
  for (const item of room === undefined ? wrong.slice(0, mostShown) : page.items) {
    const html = itemHtml(item, states, page)
    left -= Buffer.byteLength(html) + 1
    if (left < 0) break
    shown.set(item, html)
  }
  return shown
}

/** Items as plain HTML for a browser without script: those that fit `room` bytes, or the failed ones. */
export function fallbackHtml(page: ReportPage, room?: number): string {
  const [states, row, group] = ['state', 'area', page.groupedBy].map((name) =>
    facetNamed(page.facets, name),
  ) as [Facet, Facet, Facet]
  const shown = shownOf(page, states, room)
  const groups = group.options.map((option) => {
    const all = page.items.filter(({ facets }) => facets[group.name]?.[0] === option.value)
    const own = all.flatMap((item) => shown.get(item) ?? [])
    const more = all.length - own.length
    const rest = `<p>${more} more ${wordFor(more, 'is', 'are')} shown by the script of this page.</p>`
    const id = group === row ? ` ${idOf(addressOfRow(row, option))}` : ''
    const heading = `${shownHtml(option.label)} <small>${counted(all.length, page.itemWord)}</small>`
    return `<section><h2${id}>${heading}</h2>${own.join('\n')}${more === 0 ? '' : rest}</section>`
  })
  return `<noscript>${groups.join('\n')}</noscript>`
}
