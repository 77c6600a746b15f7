import type * as suiteIndex from '../../conformance/index.js'
import {
  type Exchange,
  isBroken,
  type Mistake,
  type Report,
  type RuleResult,
  verdictOf,
} from '../../conformance/index.js'
import { RampartError } from '../../diagnostics/index.js'
import { tableRow } from '../../reporting/index.js'
import { namedMistake, namedMistakes } from '../signing/mistakes.js'
import { windowText } from './judging/window.js'
import { isAboutLeaks } from './leaks/leak-watch.js'
import { mistakesOf } from './mistakes.js'
import { type DrillOptions, shownUrl } from './options.js'
import { type DrillRule, type Outcome, titleOf } from './rules/rule.js'
import { drillCatalogue } from './rules/catalogue.js'
import type { DrillResult, JudgedRule, Measured } from './run-drill.js'

export interface DrillFacts extends Pick<DrillOptions, 'url' | 'secret' | 'toolVersion'> {
  readonly versions: readonly string[]
  readonly startedAt: Date
  readonly durationMs: number
}

const withUrl = (exchange: Exchange, url: string): Exchange => {
  return { ...exchange, request: { ...exchange.request, url } }
}

const violationsOf = (outcome: Outcome) =>
  outcome.state === 'failed' || outcome.state === 'flaky' ? outcome.violations : []

const notesOf = (outcome: Outcome) => ('notes' in outcome ? (outcome.notes ?? []) : [])

const resultOf = (
  { rule, version, outcome, requests, answered, durationMs }: JudgedRule,
  url: string,
  { foldFindings, foldNotes, requestCount }: typeof suiteIndex,
): RuleResult => {
  const { id, section, statement, fix, severity } = rule
  const findings = foldFindings(
    violationsOf(outcome).map(({ message, exchange }) =>
      exchange === undefined ? { message } : { message, exchange: withUrl(exchange, url) },
    ),
  )
  const notes = foldNotes(notesOf(outcome))
  const reason = {
    ...('reason' in outcome && { reason: outcome.reason }),
    ...('lacks' in outcome && { lacks: outcome.lacks }),
  }
  const facts = { id, title: titleOf(rule), section, statement, fix, version, severity, state: outcome.state }
  const counts = { requests: requestCount(requests, answered), durationMs: Math.round(durationMs) }
  return { ...facts, ...reason, ...counts, findings, ...(notes.length > 0 && { notes }) }
}

/** The exchanges of a passed or open rule, with ids for its result. */
const shownBy = ({ outcome, evidence = [] }: JudgedRule, index: number, url: string): Exchange[] =>
  outcome.state === 'passed' || outcome.state === 'not-promised'
    ? evidence.map((exchange, at) => ({ ...withUrl(exchange, url), id: `rule-${index + 1}-${at + 1}` }))
    : []

/** Rules whose mistakes are reported with the measured window. */
const ofWindow = /(stale|future)-timestamp|window|recent|clock-ahead|tolerance/

const foundMistakes = (judged: readonly JudgedRule[], measured?: Measured): Mistake[] => {
  const window = measured?.window === undefined ? '' : ` It ${windowText(measured.window)}.`
  const failures = judged.flatMap(({ rule, outcome }) =>
    outcome.state === 'failed' ? outcome.violations.map((one) => ({ ...one, rule })) : [],
  )
  const mistakes = mistakesOf(failures).map(({ name, title, fix, explains }): Mistake => {
    const rules = new Set(explains.map(({ rule }) => rule))
    const isMeasured = [...rules].some(({ id }) => ofWindow.test(id))
    const isError = [...rules].some(({ severity }) => severity === 'error')
    const severity = isError ? 'error' : 'warning'
    const ids = [...rules].map(({ id }) => id)
    return { name, title: isMeasured ? `${title}${window}` : title, fix, severity, rules: ids }
  })
  const chance = measured?.chances === undefined ? [] : [atRandom(judged, measured.chances)]
  const all = [...chance, ...mistakes]
  return all.toSorted((a, b) => +(a.severity === 'warning') - +(b.severity === 'warning'))
}

const mistakesIn = ({ probe, judged, measured }: DrillResult): Mistake[] => {
  if (probe.acceptedKind !== undefined) return foundMistakes(judged, measured)
  const total = (probe.mistakes ?? []).map(({ name, title }): Mistake => {
    const { receiver, fix } = namedMistake(name)
    return { name, title: title ?? receiver, fix, severity: 'error', rules: ['receiver/every-kind'] }
  })
  return [...total, ...foundMistakes(judged.filter(({ rule }) => isAboutLeaks(rule)))]
}

const unseen =
  'No answer shows whether a duplicate is acted upon twice, whether every acknowledged event is acted upon, and whether a refused one is. --observe URL does, where the receiver says how many events it has acted upon.'

const unsentText = (cases: number): string =>
  `For lack of time ${cases === 1 ? '1 further case was' : `${cases} further cases were`} not sent; --for SECONDS gives more time.`

/** A mistake of a receiver whose failures do not repeat: no delivery is the cause. */
const atRandom = (judged: readonly JudgedRule[], chances: number): Mistake => ({
  name: 'fails-at-random',
  title: `Your receiver fails at random: it answered ${chances} deliveries with a server error, or not at all, but not when they were repeated.`,
  fix: 'See its log: no delivery is the cause. Each such event comes again.',
  severity: 'warning',
  rules: [...new Set(judged.flatMap(({ rule, outcome }) => (outcome.state === 'flaky' ? rule.id : [])))],
})

/** Measurements of a receiver, and what could not be observed, in sentences for the report. */
const observationsOf = ({ measured, judged }: DrillResult): string[] => {
  if (measured === undefined) return []
  const { window, unsent } = measured
  const observed = judged.filter(({ rule }) => rule.due === 'observed')
  const isUnseen = observed.some(({ outcome }) => outcome.state === 'not-applicable')
  return [
    ...(window === undefined ? [] : [`The receiver ${windowText(window)}.`]),
    ...(unsent === undefined ? [] : [unsentText(unsent)]),
    ...(isUnseen ? [unseen] : []),
  ]
}

/** The report of a drill, in the format of the contract suite. Contains no secret. */
export async function drillReport(drilled: DrillResult, facts: DrillFacts): Promise<Report> {
  // Imported here, because the suite loads slowly and the other webhook tools do not need it.
  const suite = await import('../../conformance/index.js')
  const url = shownUrl(facts.url)
  const redact = suite.makeRedactor([facts.secret])
  const shown = drilled.judged.map((one, index) => shownBy(one, index, url))
  const results = drilled.judged.map((one, index): RuleResult => {
    const exchanges = shown[index]?.flatMap(({ id }) => id ?? []) ?? []
    const result = suite.publish(resultOf(one, url, suite), redact)
    return Object.assign(result, exchanges.length > 0 && { exchanges })
  })
  const summaries = ['*', ...facts.versions].map((version) => {
    const own = drilled.judged.filter((one) => one.version === version)
    const sumOf = (name: 'requests' | 'answered' | 'durationMs'): number =>
      own.reduce((sum, one) => sum + one[name], 0)
    const requests = suite.requestCount(sumOf('requests'), sumOf('answered'))
    return { version, requests, durationMs: Math.round(sumOf('durationMs')) }
  })
  return {
    reportVersion: 2,
    tool: { name: 'rampart', version: facts.toolVersion },
    subject: 'receiver',
    target: { baseUrl: redact(url), specUrl: redact(url) },
    startedAt: facts.startedAt.toISOString(),
    durationMs: Math.round(facts.durationMs),
    versions: summaries,
    results,
    evidence: shown.flat().map((exchange) => suite.publishEvidence(exchange, redact)),
    mistakes: mistakesIn(drilled),
    observations: observationsOf(drilled),
  }
}

const endings = {
  unreachable: 'WEBHOOK_UNREACHABLE',
  'not-a-receiver': 'DRILL_NOT_A_RECEIVER',
  refuses: 'DRILL_REFUSED',
} as const

const judged = new Set(['passed', 'failed', 'flaky'])

const brokenRules = ({ results }: Report): string => {
  const failed = results.filter(({ state, severity }) => state === 'failed' && severity === 'error')
  return [...new Set(failed.map(({ id }) => id))].join(', ')
}

/**
 * Throws the error with which a drill ends the command; it succeeds only when something was judged.
 * @param reportName the report's folder as the user spelled it
 */
export function concludeDrill({ probe }: DrillResult, report: Report, reportName: string): void {
  const mistakes = (report.mistakes ?? []).map(({ name }) => name)
  if (probe.acceptedKind === undefined && probe.why !== 'mistake') {
    const named = mistakes.length === 0 ? '' : `; and it makes mistakes: ${mistakes.join(', ')}`
    throw new RampartError(endings[probe.why], { message: `${probe.reason}${named}` })
  }
  if (isBroken(report)) {
    const named = mistakes.length === 0 ? '' : `${mistakes.join(', ')}; `
    throw new RampartError('DRILL_FINDINGS', {
      message: `${named}broken rules: ${brokenRules(report)}`,
      fix: `Fix the first finding first, because one cause may break many rules. ${reportName}/report.html shows each exchange.`,
    })
  }
  const { incomplete, results } = verdictOf(report)
  if (incomplete) {
    const reason = incomplete.first.reason ?? 'no reason is known'
    const message = `${incomplete.results} of ${results} results are inconclusive: ${reason}`
    throw new RampartError('DRILL_INCOMPLETE', { message })
  }
  if (!report.results.some(({ state }) => judged.has(state)))
    throw new RampartError('NOTHING_JUDGED', { message: 'the chosen rules judge nothing here' })
}

const judgedAs = (rule: DrillRule): string =>
  rule.due === 'open' ? `not promised: ${rule.reason ?? 'nothing is said'}` : rule.severity

/** The rules of the drill as text. */
export function rulesText(rules: readonly DrillRule[]): string {
  return rules
    .map((rule) => `${rule.id}\n  ${rule.section} · ${judgedAs(rule)}\n  ${rule.statement}\n`)
    .join('\n')
}

/** The rules of the drill as JSON. */
export function rulesJson(rules: readonly DrillRule[]): string {
  const rows = rules.map((rule) => {
    const { id, section, statement, fix, severity, due } = rule
    return { id, title: titleOf(rule), section, statement, fix, severity, due }
  })
  return `${JSON.stringify(rows, undefined, 2)}\n`
}

const table = (heading: readonly string[], rows: readonly (readonly string[])[]): string =>
  [heading, heading.map(() => '---'), ...rows].map(tableRow).join('\n')

/** The page that lists the rules of the drill and the mistakes of receivers that accept no valid event. */
export function rulesPage(): string {
  const isOpen = ({ due }: DrillRule): boolean => due === 'open'
  const named = ({ id }: DrillRule): string => `\`${id}\``
  const judged = drillCatalogue
    .filter((rule) => !isOpen(rule))
    .map((rule) => [named(rule), rule.severity, rule.section, rule.statement, rule.fix])
  const watched = drillCatalogue
    .filter(isOpen)
    .map((rule) => [named(rule), rule.statement, ('reason' in rule && rule.reason) || ''])
  const total = namedMistakes
    .filter(({ receiver }) => receiver !== '')
    .map(({ name, receiver, fix }) => [`\`${name}\``, receiver, fix])
  return `# Rules of the drill

What [the drill](../drill.md) judges. An error fails the run, a warning does not.

${table(['Rule', 'Severity', 'Stated in', 'What a passing receiver has shown', 'To fix it'], judged)}

## Watched and not judged

Nothing is promised here. The report says what was seen. Without \`--tolerance\` the edges of the window are watched too.

${table(['Rule', 'What is watched', 'Why it is not judged'], watched)}

## Mistakes that keep every valid event out, or all but a few

${table(['Mistake', '', 'To fix it'], total)}
`
}
