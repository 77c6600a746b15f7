import { counted } from '../text/text.js'
import { filterAddress, queryOf, escapeHtml, shownHtml, signOf, stateOf, tones } from './markup.js'
import type { Facet, FacetOption, Item, ReportPage } from './model.js'

type Counts = ReadonlyMap<FacetOption, number>

const countStates = (items: readonly Item[], states: Facet): Counts => {
  const counts = new Map<FacetOption, number>()
  for (const item of items) {
    const state = stateOf(item, states)
    counts.set(state, (counts.get(state) ?? 0) + 1)
  }
  return counts
}

/** The states of a cell, the worst first; within a tone in the order of the options. */
const worstFirst = (counts: Counts, { options }: Facet): [FacetOption, number][] => {
  const rank = ({ tone = 'quiet', value }: FacetOption): number =>
    tones.indexOf(tone) * (options.length + 1) + options.findIndex((option) => option.value === value)
  return [...counts].toSorted(([a], [b]) => rank(a) - rank(b))
}

const cell = (items: readonly Item[], name: string, address: string, states: Facet): string => {
  const sorted = worstFirst(countStates(items, states), states)
  const [worst] = sorted
  if (!worst) return '<td class="none"><span aria-label="nothing">·</span></td>'
  const [{ tone = 'quiet' }, count] = worst
  // Quiet states were not judged, so they do not count in the total.
  const weighed = sorted.reduce((sum, [state, own]) => (state.tone === 'quiet' ? sum : sum + own), 0)
  const isPart = (tone === 'bad' || tone === 'odd') && count < weighed
  const rest = isPart ? `<span class="of">/${weighed}</span>` : ''
  const listed = sorted.map(([state, own]) => `${own} ${state.label}`).join(', ')
  const label = `${count}${isPart ? `/${weighed}` : ''} in ${name}: ${listed}`
  return `<td class="${tone}"><a href="${escapeHtml(address)}" aria-label="${shownHtml(label)}">${signOf(tone)}${count}${rest}</a></td>`
}

/** The facet with a name. @throws RangeError if the page has none. */
export function facetNamed(facets: readonly Facet[], name: string): Facet {
  const facet = facets.find((one) => one.name === name)
  if (!facet) throw new RangeError(`a page without the facet ${name}`)
  return facet
}

const has = (item: Item, { name }: Facet, { value }: FacetOption): boolean =>
  item.facets[name]?.includes(value) === true

/** If columns are states, a cell shows only those of its column; otherwise all states. */
const stateQuery = (column: Facet): Readonly<Record<string, readonly string[]>> =>
  column.name === 'state' ? {} : { state: ['*'] }

/** The fragment that shows the items of a row. */
export function addressOfRow(row: Facet, { value }: FacetOption): string {
  return filterAddress(queryOf({ state: ['*'], [row.name]: [value] }))
}

/** The fragment that shows the items of a cell. */
const addressOfCell = (row: Facet, { value }: FacetOption, column: Facet, other: FacetOption): string =>
  filterAddress(queryOf({ ...stateQuery(column), [row.name]: [value], [column.name]: [other.value] }))

const rowHtml = (option: FacetOption, { page, row, column }: Shape): string => {
  const states = facetNamed(page.facets, 'state')
  const own = page.items.filter((item) => has(item, row, option))
  const cells = column.options.map((other) => {
    const items = own.filter((item) => has(item, column, other))
    return cell(items, `${option.label}, ${other.label}`, addressOfCell(row, option, column, other), states)
  })
  const all = escapeHtml(addressOfRow(row, option))
  return `<tr><th scope="row"><a href="${all}">${shownHtml(option.label)}</a></th>${cells.join('')}</tr>`
}

interface Shape {
  readonly page: ReportPage
  readonly row: Facet
  readonly column: Facet
}

/** The overview of a page: a table of states, each linked to the items that it counts. */
export function matrixHtml(page: ReportPage): string {
  const { facets, items, itemWord } = page
  const [row, column] = [facetNamed(facets, 'area'), facetNamed(facets, page.columns)]
  if (row.options.length === 0) return ''
  const heads = column.options.map(({ label }) => `<th scope="col">${shownHtml(label)}</th>`)
  const rows = row.options.map((option) => rowHtml(option, { page, row, column }))
  return `<section class="card overview">
<h2 id="overview">Overview <small>${counted(items.length, itemWord)}</small></h2>
<div class="scroll" role="region" aria-labelledby="overview" tabindex="0"><table>
<thead><tr><th scope="col">${escapeHtml(row.label)}</th>${heads.join('')}</tr></thead>
<tbody>
${rows.join('\n')}
</tbody>
</table></div>
</section>`
}
