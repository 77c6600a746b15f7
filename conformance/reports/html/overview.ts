import type { Report, RuleResult } from '../../model/report.js'
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
} from '../../../reporting/index.js'
import { stateKey, states, countStates, toneOfState } from '../summary/states.js'
import { addRequests } from '../../model/requests.js'
import { areaOf } from '../../model/rule.js'
import { shownVersions, versionName } from '../../model/verdict.js'
import { brokenRules, reasonsOf, seconds } from '../summary/findings.js'
import { coverageLines } from '../summary/coverage-lines.js'

const areaInSection = ({ section }: RuleResult): string =>
  section
    .replace(/^Good practice, from /, '')
    .split(/[;:]/)[0]
    ?.trim() ?? ''

const isBySection = ({ results }: Report): boolean => new Set(results.map(areaOf)).size <= 1

/** The areas of a report, in the order of its rules; sections in their own. */
export function areaNames(report: Report): readonly string[] {
  const names = [...new Set(report.results.map(areasOf(report)))]
  return isBySection(report) ? names.toSorted() : names
}

/** How results are grouped: by the first word of their rules, or by section where that is the same for all. */
export function areasOf(report: Report): (result: RuleResult) => string {
  return isBySection(report) ? areaInSection : areaOf
}

/** The states to filter by; those of problems are selected at first. */
export function stateFacet(results: readonly RuleResult[]): Facet {
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
export function figuresOf(report: Report): Figure[] {
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
export function noticesOf({ mistakes = [] }: Report): Notice[] {
  return mistakes.map(({ title, fix, severity, rules }) => ({
    title: severity === 'error' ? title : `Warning: ${title}`,
    text: fix,
    small: rules.join(', '),
  }))
}

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

const observedAside = ({ observations = [], outlook }: Report): Aside[] => [
  ...listAside(
    'Observed',
    observations.map((text) => ({ text })),
  ),
  ...listAside('Outlook', outlook === undefined ? [] : [{ text: outlook }]),
]

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

const sinceAside = ({ comparison }: Report): Aside[] => {
  if (!comparison) return []
  const line = (what: 'new' | 'fixed' | 'stays', text: string, tone: 'bad' | 'good' | 'odd') => {
    const { length } = comparison[what]
    const query = queryOf({ state: ['*'], since: [what] })
    return length === 0 ? { text: `0 ${text}` } : { tone, text: `${length} ${text}`, query }
  }
  return [
    {
      title: `Since the run of ${comparison.startedAt}`,
      lines: [
        line('new', 'new: fail now, and did not then', 'bad'),
        line('fixed', 'fixed: failed then, and pass now', 'good'),
        line('stays', 'as before: failed then, and fail now', 'odd'),
      ],
    },
  ]
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
export function asidesOf(report: Report): Aside[] {
  return [
    ...sinceAside(report),
    ...worstAside(report),
    ...warningsAside(report),
    ...leftOutAside(report),
    ...observedAside(report),
  ]
}

const operationsNamed = 20

/** The coverage of each document. */
export function gaugesOf(report: Report): GaugeGroup[] {
  return (report.coverage ?? []).map((summary) => ({
    caption: ['Reached', ...shownVersions([summary.version], report)].join(' of '),
    gauges: coverageLines(summary, operationsNamed),
  }))
}
