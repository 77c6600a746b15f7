import { shownHtml, itemAddress, escapeHtml, markOf, stateOf } from './markup.js'
import { counted, wordFor } from '../text/counts.js'
import { addressOfCell, addressOfRow, facetNamed } from './matrix.js'
import type { Fact, Facet, FacetOption, Item, ReportPage } from './model.js'

type Row = readonly [before: string | undefined, after: string | undefined]

/** The lines of a unified diff as table rows, with differing lines side by side. */
const rowsOf = (lines: readonly string[]): readonly Row[] => {
  const rows: Row[] = []
  let [before, after]: [string[], string[]] = [[], []]
  const flush = (): void => {
    for (let at = 0; at < Math.max(before.length, after.length); at += 1) rows.push([before[at], after[at]])
    ;[before, after] = [[], []]
  }
  for (const line of lines) {
    if (line.startsWith('-') && after.length > 0) flush()
    if (line.startsWith('-')) before.push(line)
    else if (line.startsWith('+')) after.push(line)
    else {
      flush()
      rows.push([line, line])
    }
  }
  flush()
  return rows
}

const cellHtml = (line: string | undefined): string => {
  if (line === undefined) return '<td class="empty">'
  const text = shownHtml(line.slice(1))
  if (line.startsWith('-')) return `<td class="gone"><del>- ${text}</del>`
  if (line.startsWith('+')) return `<td class="new"><ins>+ ${text}</ins>`
  return `<td class="${line.startsWith('~') ? 'out' : 'same'}">  ${text}`
}

/** Renders two fragments side by side, with differing lines marked; `script/excerpt.js` renders the same. */
const excerptHtml = (text: string): string => {
  const rows = rowsOf(text.split('\n')).map((row) => `<tr>${row.map(cellHtml).join('')}`)
  return `<table class="excerpt" dir="ltr"><thead><tr><th scope="col">Before<th scope="col">After<tbody>${rows.join('')}</table>`
}

/** Limit on items that are shown without script, since they also add to the size of pages with one. */
const mostShown = 200
const longestText = 2_000
/** Bytes reserved for markup around the items on small pages. */
const bytesAround = 1_500
const bytesOfAnchors = 120
/** The share of the size reserved for items reduced to titles. */
const partForBrief = 0.4
/** The share of the size guaranteed to other groups together. */
const partForOthers = 0.6

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

/** The id attribute that a link with a fragment leads to. */
const idOf = (address: string): string => `id="${escapeHtml(address.slice(1))}"`

const lineHtml = (item: Item, states: Facet): string =>
  `<h3>${markOf(stateOf(item, states))} ${shownHtml(cut(item.title))}</h3><p>${shownHtml(cut(item.text))}</p>`

const itemHtml = (item: Item, states: Facet, page: ReportPage): string =>
  `<section ${idOf(itemAddress(item.id))}>${lineHtml(item, states)}${factsHtml(item)}${excerptsOf(item, page)}</section>`

const isToBeSeen = ({ tone }: FacetOption): boolean => tone === 'bad' || tone === 'odd'

const sizeOf = (html: string): number => Buffer.byteLength(html) + bytesOfAnchors

interface Shown {
  readonly item: Item
  readonly html: string
}

/** Items as HTML within a size: the worst in full, then only titles. */
const fitting = (items: readonly Item[], states: Facet, page: ReportPage, room: number): readonly Shown[] => {
  let left = room
  const keptForBrief = room * partForBrief
  let isBrief = false
  const shown: Shown[] = []
  for (const item of items) {
    const brief = `<section ${idOf(itemAddress(item.id))}>${lineHtml(item, states)}</section>`
    const whole: string = isBrief ? brief : itemHtml(item, states, page)
    isBrief ||= left - sizeOf(whole) < keptForBrief
    const html = isBrief ? brief : whole
    if (left < sizeOf(html)) break
    left -= sizeOf(html)
    shown.push({ item, html })
  }
  return shown
}

/** The items shown of each group. With a limit, part of the size is reserved for the worst items of later groups. */
const shownOf = (
  groups: readonly (readonly Item[])[],
  states: Facet,
  page: ReportPage,
  room: number | undefined,
): readonly (readonly Shown[])[] => {
  if (room === undefined) {
    const toBeSeen = page.items.filter((item) => isToBeSeen(stateOf(item, states)))
    const wrong = new Set(toBeSeen.slice(0, mostShown))
    return groups.map((own) =>
      own.filter((item) => wrong.has(item)).map((item) => ({ item, html: itemHtml(item, states, page) })),
    )
  }
  const all = room - bytesAround
  let left = all
  return groups.map((own, index) => {
    const later = groups.slice(index + 1).filter((others) => others.length > 0).length
    const shown = fitting(own, states, page, left - (all * partForOthers * later) / groups.length)
    left -= shown.reduce((sum, { html }) => sum + sizeOf(html), 0)
    return shown
  })
}

/** The targets of the overview's links: the first item that each cell counts. */
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

const restHtml = (count: number, isEmpty: boolean, isLimited: boolean): string => {
  if (isEmpty && !isLimited) return '<p>All as it should be.</p>'
  return count === 0
    ? ''
    : `<p>${count} more ${wordFor(count, 'is', 'are')} shown by the script of this page.</p>`
}

/** The failed items as plain HTML, for a browser without script, or as many of all items as fit `room` bytes. */
export function fallbackHtml(page: ReportPage, room?: number): string {
  const [states, row, column, group] = ['state', page.matrix.row, page.matrix.column, page.groupedBy].map(
    (name) => facetNamed(page.facets, name),
  ) as [Facet, Facet, Facet, Facet]
  const itemsOf = ({ value }: FacetOption): readonly Item[] =>
    page.items.filter(({ facets }) => facets[group.name]?.[0] === value)
  const shown = shownOf(group.options.map(itemsOf), states, page, room)
  const anchors = anchorsOf(row, column)
  const groups = group.options.map((option, index) => {
    const [all, own = []] = [itemsOf(option).length, shown[index]]
    const items = own.map(({ item, html }) => `${anchors(item)}${html}`).join('\n')
    const id = page.groupedBy === row.name ? `<span ${idOf(addressOfRow(row, option))}></span>` : ''
    const rest = restHtml(all - own.length, own.length === 0, room !== undefined)
    const count = `<small>${counted(all, page.itemWord)}</small>`
    return `<section><h2>${id}${shownHtml(option.label)} ${count}</h2>${items}${rest}</section>`
  })
  return `<noscript>${groups.join('\n')}</noscript>`
}
