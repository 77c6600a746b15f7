import { type Facet, renderPage } from '../../../reporting/index.js'
import type { Report } from '../../model/report.js'
import { versionName, verdictOf } from '../../model/verdict.js'
import { withinBudget } from '../evidence/budget.js'
import {
  documentsLine,
  requestsSentence,
  resultsSentence,
  verdictSentence,
  wordsOf,
} from '../summary/verdict.js'
import { areaNames, stateFacet, asidesOf, figuresOf, gaugesOf, noticesOf } from './overview.js'
import { ExchangeTable, itemsOf } from './items.js'

/** The budget for bodies in one page, in characters; a larger page would open slowly. */
const budget = 6_000_000

const choice = (name: string, label: string, values: readonly string[]): Facet => ({
  name,
  label,
  kind: 'choice',
  options: [...new Set(values)].map((value) => ({ value, label: value })),
})

const since: Facet = {
  name: 'since',
  label: 'Since the run before',
  kind: 'choice',
  options: [
    { value: 'new', label: 'new' },
    { value: 'fixed', label: 'fixed' },
    { value: 'stays', label: 'as before' },
  ],
}

const facetsOf = (report: Report): Facet[] => {
  const { results, versions, comparison } = report
  const judged = new Set(results.map(({ version }) => version))
  const inOrder = [...versions, ...results].filter(({ version }) => judged.has(version))
  return [
    stateFacet(results),
    choice('area', 'Area', areaNames(report)),
    ...(report.unversioned === true
      ? []
      : [
          choice(
            'version',
            'Version',
            inOrder.map(({ version }) => versionName(version, report)),
          ),
        ]),
    ...(comparison ? [since] : []),
  ]
}

const verdictTone = { broken: 'bad', incomplete: 'odd', holds: 'good' } as const

/**
 * The whole report as one self-contained page. It loads nothing, and its policy allows only its own scripts. Text from
 * the service is embedded as data and shown only as text.
 */
export function renderHtml(report: Report): string {
  const { heading } = wordsOf(report)
  const table = new ExchangeTable()
  return renderPage({
    title: `${heading} ${report.target.baseUrl}`,
    heading,
    subject: report.target.baseUrl,
    verdict: { tone: verdictTone[verdictOf(report).state], sentence: verdictSentence(report) },
    figures: figuresOf(report),
    facts: `${[documentsLine(report), resultsSentence(report), requestsSentence(report)].filter((text) => text !== '').join('; ')}; started ${report.startedAt}, rampart ${report.tool.version}`,
    notices: noticesOf(report),
    asides: asidesOf(report),
    columns: report.unversioned === true ? 'state' : 'version',
    gauges: gaugesOf(report),
    facets: facetsOf(report),
    groupedBy: 'area',
    items: itemsOf(withinBudget(report, budget), table),
    exchanges: table.exchanges,
    itemWord: 'result',
  })
}
