import { escapeHtml, sentenceHtml, shownHtml } from './markup.js'
import type { Gauge, GaugeGroup } from './model.js'

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
