import { counted } from '../text/text.js'
import { filterAddress, escapeHtml, sentenceHtml, shownHtml, signOf } from './markup.js'
import type {
  Aside,
  Facet,
  FacetOption,
  Figure,
  Gauge,
  GaugeGroup,
  Item,
  Notice,
  ReportPage,
  Tone,
} from './model.js'

const linked = (html: string, query: string | undefined): string =>
  query === undefined ? html : `<a href="${escapeHtml(filterAddress(query))}">${html}</a>`

const toned = (tone: Tone | undefined, text: string): string =>
  tone === undefined ? shownHtml(text) : `${signOf(tone)} ${shownHtml(text)}`

const figureHtml = ({ label, value, tone, query }: Figure): string => {
  const inner = `<span class="value ${tone ?? ''}">${toned(tone, value)}</span> <span class="label">${shownHtml(label)}</span>`
  return `<li>${linked(inner, query)}</li>`
}

const noticeHtml = ({ title, text, small }: Notice): string =>
  `<li><b>${shownHtml(title)}</b> ${sentenceHtml(text)}${small === undefined ? '' : ` <small>${shownHtml(small)}</small>`}</li>`

/** The head of a page: the verdict, its figures, and notices. */
export function headHtml({ heading, subject, verdict, figures, facts, notices }: ReportPage): string {
  const { tone, sentence } = verdict
  const list = notices.length === 0 ? '' : `\n<ul class="notices">${notices.map(noticeHtml).join('')}</ul>`
  return `<a class="skip" href="#results">Skip to the results</a>
<header>
<div class="title"><h1>${escapeHtml(heading)} <span class="subject">${shownHtml(subject)}</span></h1>
<button type="button" id="theme" class="scripted">Dark or light</button></div>
<p class="verdict ${tone}">${signOf(tone)} <span>${sentenceHtml(sentence)}</span></p>
<ul class="figures">${figures.map(figureHtml).join('')}</ul>
<p class="facts">${shownHtml(facts)}</p>${list}
</header>`
}

/** A box of lines beside the overview. */
export function asideHtml({ title, lines }: Aside): string {
  const items = lines.map(({ tone, text, query, rest }) => {
    const sign = tone === undefined ? '' : `<span class="${tone}">${signOf(tone)}</span>`
    const after = rest === undefined ? '' : ` <small>${sentenceHtml(rest)}</small>`
    return `<li>${sign}<span>${linked(sentenceHtml(text), query)}${after}</span></li>`
  })
  return `<section class="card"><h2>${shownHtml(title)}</h2><ul class="lines">${items.join('')}</ul></section>`
}

const countOf = (items: readonly Item[], { name }: Facet, { value }: FacetOption): number =>
  items.filter(({ facets }) => facets[name]?.includes(value) === true).length

const boxes = (facet: Facet, items: readonly Item[]): string => {
  const labels = facet.options.map((option) => {
    const { value, label, tone } = option
    return `<label class="box ${tone ?? ''}"><input type="checkbox" name="${facet.name}" value="${escapeHtml(value)}"> ${toned(tone, label)} <b>${countOf(items, facet, option)}</b></label>`
  })
  return `<fieldset><legend>${escapeHtml(facet.label)}</legend>${labels.join('')}</fieldset>`
}

const choice = (facet: Facet): string => {
  const options = facet.options.map(
    ({ value, label }) => `<option value="${escapeHtml(value)}">${shownHtml(label)}</option>`,
  )
  return `<label>${escapeHtml(facet.label)} <select name="${facet.name}" id="choice-${facet.name}"><option value="">all</option>${options.join('')}</select></label>`
}

/** The filters for items, which need the page's script. */
export function filtersHtml({ facets, items, itemWord }: ReportPage): string {
  const fields = facets.map((facet) => (facet.kind === 'boxes' ? boxes(facet, items) : choice(facet)))
  return `<form id="filters" class="scripted" role="search" aria-label="Filter">
<label class="search">Search <input type="search" id="search" name="q" autocomplete="off" spellcheck="false" aria-keyshortcuts="/"></label>
${fields.join('\n')}
<button type="reset" id="reset">Clear</button>
<p id="shown" role="status">${counted(items.length, itemWord)}</p>
</form>
<p class="keys scripted"><kbd>/</kbd> search, <kbd>j</kbd> <kbd>k</kbd> next and previous, <kbd>Enter</kbd> open, <kbd>Esc</kbd> close</p>`
}

const missingHtml = ({ missing }: Gauge): string => {
  if (missing.length === 0) return ''
  const items = missing.map((text) => `<li>${sentenceHtml(text)}</li>`)
  return `<details><summary>not reached</summary><ul>${items.join('')}</ul></details>`
}

const gaugeHtml = (gauge: Gauge): string => {
  const { label, reached, of, words } = gauge
  const bar = `<progress max="${of}" value="${reached}" aria-label="${escapeHtml(label)}"></progress>`
  return `<tr><th scope="row">${escapeHtml(label)}</th><td class="bar">${bar}</td><td class="count">${reached} of ${of}</td><td>${shownHtml(words)}${missingHtml(gauge)}</td></tr>`
}

/** The coverage of a subject by kind, and what was missed. */
export function gaugesHtml({ caption, gauges }: GaugeGroup): string {
  return `<section class="card gauges"><h2>${shownHtml(caption)}</h2>
<div class="scroll"><table><tbody>
${gauges.map(gaugeHtml).join('\n')}
</tbody></table></div></section>`
}
