import { type Report, type RuleResult, addRequests } from '../../model/report.js'
import {
  type Facet,
  type FacetOption,
  type Aside,
  brief,
  counted,
  type Figure,
  type GaugeGroup,
  type Notice,
  queryOf,
  renderPage,
} from '../../../reporting/index.js'
import { coverageLines } from '../summary/coverage-lines.js'
import { shownVersions, versionName, verdictOf } from '../../model/verdict.js'
import {
  brokenRules,
  countStates,
  reasonsOf,
  seconds,
  stateKey,
  states,
  toneOfState,
} from '../summary/findings.js'
import { withinBudget } from '../evidence/budget.js'
import {
  documentsLine,
  requestsSentence,
  resultsSentence,
  verdictSentence,
  wordsOf,
} from '../summary/verdict.js'
import { areaNames, ExchangeTable, itemsOf } from './items.js'

/** The states to filter by; those of problems are selected at first. */
const stateFacet = (results: readonly RuleResult[]): Facet => {
  const keys = new Set(results.map(stateKey))
  const options = states
    .filter(({ value }) => keys.has(value))
    .map(({ value, label, tone }): FacetOption =>
      Object.assign(
        { value, label, tone },
        (tone === 'bad' || tone === 'odd') && { isDefault: true as const },
      ),
    )
  return { name: 'state', label: 'State', kind: 'boxes', options }
}

const rulesShown = 8
const warningsShown = 4
const longestReason = 240

/** The numbers that a reader wants to know first. */
const figuresOf = (report: Report): Figure[] => {
  const { sent, unanswered } = addRequests(report.versions.map(({ requests }) => requests))
  return [
    ...countStates(report.results).map(({ value, label, tone, count }) => ({
      label,
      value: String(count),
      tone: count === 0 ? ('quiet' as const) : tone,
      query: queryOf({ state: [value] }),
    })),
    { label: unanswered === 0 ? 'requests' : `requests, ${unanswered} unanswered`, value: String(sent) },
    { label: 'time', value: seconds(report.durationMs) },
  ]
}

/** The causes, which readers need first. */
const noticesOf = ({ mistakes = [] }: Report): Notice[] =>
  mistakes.map(({ title, fix, severity, rules }) => ({
    title: severity === 'error' ? title : `Warning: ${title}`,
    text: fix,
    small: rules.join(', '),
  }))

const listAside = (title: string, lines: Aside['lines']): Aside[] =>
  lines.length === 0 ? [] : [{ title, lines }]

const restLine = (count: number, text: string): Aside['lines'] => (count > 0 ? [{ text: `and ${text}` }] : [])

const warningsAside = ({ warnings = [] }: Report): Aside[] => {
  const rest = warnings.length - warningsShown
  return listAside('Warnings of the run', [
    ...warnings.slice(0, warningsShown).map(({ message }) => ({ tone: 'odd' as const, text: message })),
    ...restLine(rest, `${counted(rest, 'more warning')} in report.json`),
  ])
}

const observedAside = ({ observations = [], outlook }: Report): Aside[] => {
  const lines = observations.map((text) => ({ text }))
  return [
    ...listAside('Observed', lines),
    ...listAside('Outlook', outlook === undefined ? [] : [{ text: outlook }]),
  ]
}

const worstAside = (report: Report): Aside[] => {
  const rules = brokenRules(report)
  const isOne = new Set(rules.flatMap(({ versions }) => versions)).size === 1
  const lines = rules.slice(0, rulesShown).map(({ id, state, versions, findings }) => {
    const names = versions.map((version) => versionName(version, report)).join(', ')
    const message = findings[0]?.message ?? ''
    const rest = brief(isOne ? message : `${names}: ${message}`, longestReason)
    return { tone: toneOfState(state), text: id, query: `q=${encodeURIComponent(id)}`, rest }
  })
  const rest = rules.length - rulesShown
  return listAside('Not as promised', [...lines, ...restLine(rest, `${counted(rest, 'more rule')} below`)])
}

/** The kinds of changes since the previous run: name in reports, label, meaning, and tone. */
const changes = [
  ['new', 'new', 'fail now, and did not then', 'bad'],
  ['fixed', 'fixed', 'failed then, and pass now', 'good'],
  ['stays', 'as before', 'failed then, and fail now', 'odd'],
] as const

const sinceAside = ({ comparison }: Report): Aside[] => {
  if (!comparison) return []
  const lines = changes.map(([what, label, means, tone]) => {
    const [{ length }, query] = [comparison[what], queryOf({ state: ['*'], since: [what] })]
    const text = `${length} ${label}: ${means}`
    return length === 0 ? { text } : { tone, text, query }
  })
  return [{ title: `Since the run of ${comparison.startedAt}`, lines }]
}

const reasonsShown = 4

/** Rules that were not judged, by reason, the most frequent first. */
const leftOutAside = (report: Report): Aside[] => {
  const all = reasonsOf(report, ({ state }) => state === 'skipped' || state === 'inconclusive')
  const lines = all.slice(0, reasonsShown).map(([reason, [{ state }, ...others]]) => ({
    tone: toneOfState(state),
    text: `${others.length + 1} ${state}: ${brief(reason, longestReason)}`,
    query: queryOf({ state: [state] }),
  }))
  const rest = all.slice(reasonsShown).reduce((sum, [, some]) => sum + some.length, 0)
  return listAside('Not judged', [...lines, ...restLine(rest, `${rest} for other reasons`)])
}

/** The notices beside the overview: failures before warnings about the run. */
const asidesOf = (report: Report): Aside[] => [
  ...sinceAside(report),
  ...worstAside(report),
  ...warningsAside(report),
  ...leftOutAside(report),
  ...observedAside(report),
]

const operationsNamed = 20

/** The coverage of each document. */
const gaugesOf = (report: Report): GaugeGroup[] =>
  (report.coverage ?? []).map((summary) => ({
    caption: ['Reached', ...shownVersions([summary.version], report)].join(' of '),
    gauges: coverageLines(summary, operationsNamed),
  }))

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
  options: changes.map(([value, label]) => ({ value, label })),
}

const facetsOf = (report: Report): Facet[] => {
  const { results, versions, comparison } = report
  const judged = new Set(results.map(({ version }) => version))
  const inOrder = [...versions, ...results].filter(({ version }) => judged.has(version))
  const names = inOrder.map(({ version }) => versionName(version, report))
  return [
    stateFacet(results),
    choice('area', 'Area', areaNames(report)),
    ...(report.unversioned === true ? [] : [choice('version', 'Version', names)]),
    ...(comparison ? [since] : []),
  ]
}

const verdictTone = { broken: 'bad', incomplete: 'odd', holds: 'good' } as const

/** The report as one page that loads nothing; text from the service is data, and shown only as text. */
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
