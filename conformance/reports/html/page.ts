import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { Report } from '../../model/report.js'
import { withinBudget } from '../budget.js'
import { verdictOf } from '../../model/verdict.js'
import { nothingJudged, tally } from '../tally.js'
import { requestsSentence, verdictSentence } from '../verdict-words.js'
import { wordsOf } from '../words.js'
import { embeddedJson, escapeHtml } from './escape.js'
import { pageData } from './page-data.js'

/** Characters of bodies that one page holds: more would make it slow to open. */
const budget = 6_000_000

const asset = (name: string): string => readFileSync(new URL(name, import.meta.url), 'utf8')

const source = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

/** Only this page's own style and script, and nothing from anywhere else. */
const policy = (style: string, script: string): string =>
  [
    "default-src 'none'",
    `style-src ${source(style)}`,
    `script-src ${source(script)}`,
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ')

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

const head = (title: string, style: string, script: string): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy(style, script)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<style>${style}</style>
</head>`

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

/**
 * The whole report as one page that needs nothing else: it loads nothing, and its policy lets no script run but
 * its own. What the service sent stands in it as data and is only ever shown as text.
 */
export function renderHtml(report: Report): string {
  const small = withinBudget(report, budget)
  const [style, script] = [asset('./report.css'), asset('./report.js')]
  const target = escapeHtml(report.target.baseUrl)
  const { heading } = wordsOf(report)
  return `${head(`${heading} ${target}`, style, script)}
<body>
<header>
  <h1>${heading} <span class="url">${target}</span></h1>
  <button type="button" id="theme">Dark or light</button>
  <p class="verdict ${verdictKind(report)}">${escapeHtml(verdictSentence(report))}</p>
  <p class="facts">${escapeHtml(facts(report))}</p>
${mistakesOf(report)}${filters(report)}
  <p class="keys"><kbd>/</kbd> search, <kbd>j</kbd> <kbd>k</kbd> next and previous, <kbd>Enter</kbd> open</p>
</header>
<main id="results"><noscript>This page needs its own script to show the results; report.json has them too.</noscript></main>
<script type="application/json" id="report">${embeddedJson(pageData(small))}</script>
<script type="module">${script}</script>
</body>
</html>
`
}
