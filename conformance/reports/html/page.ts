import { readFileSync } from 'node:fs'
import { escapeHtml, htmlPage, unsafeInPage } from '../../../reporting/index.js'
import type { Report } from '../../model/report.js'
import { withinBudget } from '../evidence/budget.js'
import { verdictOf } from '../../model/verdict.js'
import { nothingJudged, tally } from '../summary/tally.js'
import { requestsSentence, verdictSentence } from '../summary/verdict-sentence.js'
import { wordsOf } from '../summary/subject.js'
import { pageData } from './page-data.js'

/** Characters of bodies that one page holds: more would make it slow to open. */
const budget = 6_000_000

const asset = (name: string): string => readFileSync(new URL(name, import.meta.url), 'utf8')

const states = [
  ['failed', 'failed'],
  ['flaky', 'flaky'],
  ['inconclusive', 'inconclusive'],
  ['passed', 'passed'],
  ['skipped', 'skipped'],
  ['not-applicable', 'not applicable'],
  ['not-promised', 'not promised'],
] as const

const stateFilters = ({ results }: Report): string => {
  const counts = tally(results)
  return states
    .map(
      ([state, label]) =>
        `<label class="state ${state}"><input type="checkbox" name="state" value="${state}"> ${label} <b>${counts[state]}</b></label>`,
    )
    .join('\n      ')
}

const kinds = { broken: 'failed', incomplete: 'flaky', holds: 'passed' } as const

const verdictKind = (report: Report): string =>
  nothingJudged(report) === undefined ? kinds[verdictOf(report).state] : 'flaky'

const facts = (report: Report): string => {
  const { startedAt, tool, results } = report
  return `${results.length} results, ${requestsSentence(report)}, started ${startedAt}, rampart ${tool.version}`
}

const mistakesOf = ({ mistakes = [] }: Report): string =>
  mistakes.length === 0
    ? ''
    : `  <ul class="mistakes">
${mistakes
  .map(
    ({ title, mend, rules }) =>
      `    <li><b>${escapeHtml(title)}</b> ${escapeHtml(mend)} <small>${escapeHtml(rules.join(', '))}</small></li>`,
  )
  .join('\n')}
  </ul>
`

const filters = (report: Report): string => `  <form id="filters" role="search">
    <label class="search">Search <input type="search" id="search" autocomplete="off" spellcheck="false" aria-keyshortcuts="/"></label>
    <fieldset>
      <legend>State</legend>
      ${stateFilters(report)}
    </fieldset>
    <label>Version <select id="version"><option value="">all</option></select></label>
    <label>Area <select id="area"><option value="">all</option></select></label>
    <p id="shown" role="status"></p>
  </form>`

const bodyOf = (report: Report): string => {
  const target = escapeHtml(report.target.baseUrl)
  return `<header>
  <h1>${wordsOf(report).heading} <span class="url">${target}</span></h1>
  <button type="button" id="theme">Dark or light</button>
  <p class="verdict ${verdictKind(report)}">${escapeHtml(verdictSentence(report))}</p>
  <p class="facts">${escapeHtml(facts(report))}</p>
${mistakesOf(report)}${filters(report)}
  <p class="keys"><kbd>/</kbd> search, <kbd>j</kbd> <kbd>k</kbd> next and previous, <kbd>Enter</kbd> open</p>
</header>
<main id="results"><noscript>This page needs its own script to show the results; report.json has them too.</noscript></main>`
}

/**
 * The whole report as one page that needs nothing else: it loads nothing, and its policy lets no script run but
 * its own. What the service sent stands in it as data and is only ever shown as text.
 */
export function renderHtml(report: Report): string {
  return htmlPage({
    title: `${wordsOf(report).heading} ${report.target.baseUrl}`,
    style: asset('./report.css'),
    script: asset('./report.js'),
    body: bodyOf(report),
    data: { ...pageData(withinBudget(report, budget)), unsafe: unsafeInPage },
  })
}
