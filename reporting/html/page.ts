import { readFileSync } from 'node:fs'
import { unsafeInPage } from '../text/text.js'
import { htmlPage } from './document.js'
import { fallbackHtml, fitted } from './fallback.js'
import { asideHtml, filtersHtml, gaugesHtml, headHtml } from './head.js'
import { matrixHtml } from './matrix.js'
import type { Item, ReportPage } from './model.js'
import { stateOf, tones } from './markup.js'

/** A file of this folder, without comments and indentation. */
const readAsset = (name: string): string =>
  readFileSync(new URL(name, import.meta.url), 'utf8').replaceAll(/^ +|^ *\/[/*].*\n/gm, '')

/** In the order of their dependencies. */
const scripts = ['make', 'message', 'excerpt', 'item', 'filter', 'address', 'main'] as const

/** The script as one module, the files without their imports: a page that loads nothing cannot import. */
const script = (): string =>
  scripts
    .map((name) => readAsset(`./script/${name}.js`))
    .join('\n')
    .replaceAll(/^import \{[^}]*\} from '[^']*'\n/gm, '')
    .replaceAll(/^export const /gm, 'const ')

const facetOrder = (page: ReportPage): ((item: Item) => number) => {
  const options = page.facets.find(({ name }) => name === page.groupedBy)?.options ?? []
  const order = new Map(options.map(({ value }, index) => [value, index]))
  return ({ facets }) => order.get(facets[page.groupedBy]?.[0] ?? '') ?? order.size
}

/** Sorts items by group, groups with the worst items first, and within a group by state, the worst first. */
const sorted = (page: ReportPage): readonly Item[] => {
  const [states] = page.facets
  if (!states) return page.items
  const group = facetOrder(page)
  const rank = (item: Item): number => tones.indexOf(stateOf(item, states).tone ?? 'quiet')
  const ranked = page.items.map((item) => ({ item, group: group(item), rank: rank(item) }))
  const worst = new Map<number, number>()
  for (const one of ranked) worst.set(one.group, Math.min(one.rank, worst.get(one.group) ?? one.rank))
  const rankOf = (one: { readonly group: number }): number => worst.get(one.group) ?? 0
  return ranked
    .toSorted((a, b) => rankOf(a) - rankOf(b) || a.group - b.group || a.rank - b.rank)
    .map(({ item }) => item)
}

/** Makes ids unique, since a link only opens the first of several. */
const withOwnIds = (items: readonly Item[]): readonly Item[] => {
  const seen = new Map<string, number>()
  return items.map((item) => {
    const count = (seen.get(item.id) ?? 0) + 1
    seen.set(item.id, count)
    return count === 1 ? item : { ...item, id: `${item.id}~${count}` }
  })
}

/** The data for the page's script. */
const dataOf = ({ facets, groupedBy, items, exchanges, excerpts, lists, itemWord }: ReportPage): object => ({
  facets,
  groupedBy,
  items,
  exchanges,
  excerpts,
  lists,
  itemWord,
  unsafe: unsafeInPage,
})

/** The share of a limited page reserved for what is shown without script. */
const shareWithoutScript = 0.15

const pageHtml = (page: ReportPage, fallback: string): string =>
  htmlPage({
    title: page.title,
    style: readAsset('./page.css'),
    script: script(),
    body: `${headHtml(page)}
<main>
<div class="top"><div class="asides">${page.asides.map(asideHtml).join('\n')}</div>
${matrixHtml(page)}</div>
${(page.gauges ?? []).map(gaugesHtml).join('\n')}
${filtersHtml(page)}
<div id="results" tabindex="-1">${fallback}</div>
</main>`,
    data: dataOf(page),
    isPacked: page.longest !== undefined,
  })

/**
 * Renders a report as a self-contained page: it loads nothing, and runs no script but its own. Reported values are
 * embedded as data and only shown as text. Without script the verdict, the overview and failed items are still shown.
 */
export function renderPage(given: ReportPage): string {
  const page = { ...given, items: withOwnIds(sorted(given)) }
  const { longest } = page
  if (longest === undefined) return pageHtml(page, fallbackHtml(page))
  const sizeOf = (candidate: ReportPage): number => Buffer.byteLength(pageHtml(candidate, ''))
  const shown = fitted(page, (candidate) => sizeOf(candidate) <= longest * (1 - shareWithoutScript))
  return pageHtml(shown, fallbackHtml(page, longest - sizeOf(shown)))
}

/** A page without script, in the common style, around HTML. */
export function plainPage(title: string, body: string): string {
  return htmlPage({ title, style: readAsset('./page.css'), body })
}
