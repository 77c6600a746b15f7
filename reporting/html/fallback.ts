import { itemAddress } from './address.js'
import { escapeHtml, shownHtml } from './escape.js'
import { addressOfCell, addressOfRow, facetNamed } from './matrix.js'
import type { Facet, FacetOption, Item, ReportPage } from './model.js'
import { markOf, stateOf } from './tone.js'

/** Items that are shown where there is no script: more would weigh on all who have one. */
const mostShown = 200
const longestText = 2_000

const cut = (text: string): string => (text.length > longestText ? `${text.slice(0, longestText)}…` : text)

const factsHtml = ({ sections }: Item): string => {
  const facts = sections.flatMap((section) => section.facts ?? [])
  const rows = facts.map(([name, text]) => `<dt>${escapeHtml(name)}</dt><dd>${shownHtml(cut(text))}</dd>`)
  return rows.length === 0 ? '' : `<dl>${rows.join('')}</dl>`
}

/** An id is the fragment of the links that lead to it. */
const idOf = (address: string): string => `id="${escapeHtml(address.slice(1))}"`

const itemHtml = (item: Item, states: Facet): string =>
  `<section ${idOf(itemAddress(item.id))}><h3>${markOf(stateOf(item, states))} ${shownHtml(item.title)}</h3><p>${shownHtml(cut(item.text))}</p>${factsHtml(item)}</section>`

const isToBeSeen = ({ tone }: FacetOption): boolean => tone === 'bad' || tone === 'odd'

/** The items that are not as they should be as plain HTML, for a browser that runs no script. */
export function fallbackHtml(page: ReportPage): string {
  const [states, row, column] = ['state', page.matrix.row, page.matrix.column].map((name) =>
    facetNamed(page.facets, name),
  ) as [Facet, Facet, Facet]
  const wrong = page.items.filter((item) => isToBeSeen(stateOf(item, states))).slice(0, mostShown)
  const groups = row.options.map((option) => {
    const own = wrong.filter(({ facets }) => facets[row.name]?.[0] === option.value)
    const cells = column.options.map(
      (other) => `<span ${idOf(addressOfCell(row, option, column, other))}></span>`,
    )
    const items =
      own.length === 0 ? '<p>All as it should be.</p>' : own.map((item) => itemHtml(item, states)).join('\n')
    return `<section ${idOf(addressOfRow(row, option))}><h2>${cells.join('')}${shownHtml(option.label)}</h2>${items}</section>`
  })
  const rest = page.items.length - wrong.length
  const more =
    rest === 0 ? '' : `<p>The rest, ${rest} of ${page.items.length}, is shown by the script of this page.</p>`
  return `<noscript>${groups.join('\n')}${more}</noscript>`
}
