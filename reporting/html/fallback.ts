import { counted, wordFor } from '../text/text.js'
import type { Item, ReportPage, Section, Fact, Facet, FacetOption } from './model.js'
import { shownHtml, itemAddress, escapeHtml, markOf, stateOf } from './markup.js'
import { addressOfRow, facetNamed } from './matrix.js'

/** The precision of the search, because the size need not be used up exactly. */
const steps = 128

/** Approximates the greatest number up to a limit that fits; 0 if not even the first step does. */
const greatest = (limit: number, fits: (count: number) => boolean): number => {
  let [low, high] = [0, limit]
  while (high - low > limit / steps) {
    const middle = Math.ceil((low + high) / 2)
    if (fits(middle)) low = middle
    else high = middle - 1
  }
  return low
}

const briefSection = ({ excerpt, folded, ...section }: Section): Section => {
  const gone = [...(excerpt === undefined ? [] : ['before and after']), ...(folded ? [folded.label] : [])]
  if (gone.length === 0) return section
  return { ...section, facts: [...(section.facts ?? []), ['Not listed here', gone.join('; ')]] }
}

const brief = (item: Item): Item => ({ ...item, sections: item.sections.map(briefSection) })

/** The page with these items alone. Shared texts that they do not refer to are emptied, so that indexes stay. */
const withItems = (page: ReportPage, items: readonly Item[]): ReportPage => {
  const sections = items.flatMap((item) => item.sections)
  const excerpts = new Set(sections.map(({ excerpt }) => excerpt))
  const lists = new Set(sections.map(({ folded }) => folded?.list))
  return {
    ...page,
    items,
    excerpts: (page.excerpts ?? []).map((text, index) => (excerpts.has(index) ? text : '')),
    lists: (page.lists ?? []).map((list, index) => (lists.has(index) ? list : [])),
  }
}

const withNote = (page: ReportPage, whole: number, count: number): ReportPage => {
  const all = counted(count, page.itemWord)
  const gone = count - page.items.length
  const missing = gone === 0 ? '' : `, and the last ${gone} of ${all} are left out`
  const kept =
    whole === 0
      ? 'fragments and long lists are left out'
      : `only the first ${whole} of ${all}, the worst first, have their fragments and long lists`
  const text = `to keep this page small, ${kept}${missing}. The report as JSON has everything.`
  return { ...page, notices: [...page.notices, { title: 'Cut:', text }] }
}

/**
 * Cuts a page so that it fits, with a note: from the last item on, first fragments and long lists are omitted, then
 * whole items.
 * @param page with its items in display order
 */
export function fitted(page: ReportPage, fits: (page: ReportPage) => boolean): ReportPage {
  if (fits(page)) return page
  const count = page.items.length
  const cut = (level: number): ReportPage => {
    const whole = Math.max(0, level - count)
    const items = page.items.slice(0, level).map((item, index) => (index < whole ? item : brief(item)))
    return withNote(withItems(page, items), whole, count)
  }
  // Each level up to the number of items adds one without fragments, each further one the fragments of one.
  return cut(greatest(2 * count, (level) => fits(cut(level))))
}

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
