import { itemAddress } from './address.js'
import { escapeHtml, shownHtml } from './escape.js'
import { addressOfCell, addressOfRow, facetNamed } from './matrix.js'
import { excerptHtml } from './excerpt.js'
import type { Fact, Facet, FacetOption, Item, ReportPage } from './model.js'
import { markOf, stateOf } from './tone.js'

/** Items that are shown where there is no script: more would weigh on all who have one. */
const mostShown = 200
const longestText = 2_000
/** Bytes for what stands around the items where there is little room. */
const bytesAround = 1_500
const bytesOfAnchors = 120
/** The share of the room that is kept for titles alone. */
const partForBrief = 0.4

const cut = (text: string): string => (text.length > longestText ? `${text.slice(0, longestText)}…` : text)

const factHtml = ([name, text, href]: Fact): string => {
  const shown = shownHtml(cut(text))
  const inner = href === undefined ? shown : `<a href="${escapeHtml(href)}">${shown}</a>`
  return `<dt>${escapeHtml(name)}</dt><dd>${inner}</dd>`
}

const factsHtml = ({ sections }: Item): string => {
  const rows = sections.flatMap((section) => section.facts ?? []).map(factHtml)
  return rows.length === 0 ? '' : `<dl>${rows.join('')}</dl>`
}

const excerptsOf = ({ sections }: Item, { excerpts = [] }: ReportPage): string =>
  sections
    .flatMap(({ excerpt }) => (excerpt === undefined ? [] : [excerpts[excerpt] ?? '']))
    .map(excerptHtml)
    .join('')

/** An id is the fragment of the links that lead to it. */
const idOf = (address: string): string => `id="${escapeHtml(address.slice(1))}"`

const lineHtml = (item: Item, states: Facet): string =>
  `<h3>${markOf(stateOf(item, states))} ${shownHtml(cut(item.title))}</h3><p>${shownHtml(cut(item.text))}</p>`

const itemHtml = (item: Item, states: Facet, page: ReportPage): string =>
  `<section ${idOf(itemAddress(item.id))}>${lineHtml(item, states)}${factsHtml(item)}${excerptsOf(item, page)}</section>`

const isToBeSeen = ({ tone }: FacetOption): boolean => tone === 'bad' || tone === 'odd'

interface Shown {
  readonly item: Item
  readonly html: string
}

/** The items as HTML, as many as there is room for: the worst whole, then as their titles alone. */
const fitting = (page: ReportPage, states: Facet, room: number | undefined): readonly Shown[] => {
  if (room === undefined) {
    const wrong = page.items.filter((item) => isToBeSeen(stateOf(item, states)))
    return wrong.slice(0, mostShown).map((item) => ({ item, html: itemHtml(item, states, page) }))
  }
  let left = room - bytesAround
  const keptForBrief = left * partForBrief
  let isBrief = false
  let isFull = false
  return page.items.flatMap((item) => {
    if (isFull) return []
    const brief = `<section ${idOf(itemAddress(item.id))}>${lineHtml(item, states)}</section>`
    const html = isBrief ? brief : itemHtml(item, states, page)
    const size = Buffer.byteLength(html) + bytesOfAnchors
    if (left - size < (isBrief ? 0 : keptForBrief) && !isBrief) isBrief = true
    if (left - size < 0) isFull = true
    if (isFull) return []
    left -= size
    return [{ item, html }]
  })
}

/** Where the links of the overview lead: to the first item that they count. */
const anchorsOf = (row: Facet, column: Facet): ((item: Item) => string) => {
  const seen = new Set<string>()
  return ({ facets }) => {
    const rows = row.options.filter(({ value }) => facets[row.name]?.includes(value) === true)
    const columns = column.options.filter(({ value }) => facets[column.name]?.includes(value) === true)
    const addresses = rows.flatMap((one) =>
      [addressOfRow(row, one)].concat(columns.map((other) => addressOfCell(row, one, column, other))),
    )
    const own = addresses.filter((address) => !seen.has(address))
    for (const address of own) seen.add(address)
    return own.map((address) => `<span ${idOf(address)}></span>`).join('')
  }
}

/**
 * The items that are not as they should be as plain HTML, for a browser that runs no script; all items, as far as they
 * fit, where there is a limit.
 * @param room in bytes
 */
export function fallbackHtml(page: ReportPage, room?: number): string {
  const [states, row, column, group] = ['state', page.matrix.row, page.matrix.column, page.groupedBy].map(
    (name) => facetNamed(page.facets, name),
  ) as [Facet, Facet, Facet, Facet]
  const shown = fitting(page, states, room)
  const anchors = anchorsOf(row, column)
  const groups = group.options.map((option) => {
    const own = shown.filter(({ item }) => item.facets[group.name]?.[0] === option.value)
    const empty = room === undefined ? '<p>All as it should be.</p>' : '<p>Not shown here.</p>'
    const items = own.map(({ item, html }) => `${anchors(item)}${html}`).join('\n')
    const id = page.groupedBy === row.name ? `<span ${idOf(addressOfRow(row, option))}></span>` : ''
    return `<section><h2>${id}${shownHtml(option.label)}</h2>${own.length === 0 ? empty : items}</section>`
  })
  const rest = page.items.length - shown.length
  const more =
    rest === 0 ? '' : `<p>The rest, ${rest} of ${page.items.length}, is shown by the script of this page.</p>`
  return `<noscript>${groups.join('\n')}${more}</noscript>`
}
