import { type JunitCase, type JunitOutcome, junitXml } from '../../reporting/index.js'
import type { Report, RuleResult, VersionSummary } from '../model/report.js'
import { casesByOperation } from './explored/junit.js'
import { versionName } from '../model/result-name.js'

const failureText = ({ findings, statement, section, mend }: RuleResult): string =>
  [
    `${section}: ${statement}`,
    ...(mend === undefined ? [] : [`To mend it: ${mend}`]),
    ...findings.map(({ message, pointer, occurrences }) =>
      [
        `- ${message}`,
        pointer === undefined ? '' : ` at ${pointer}`,
        occurrences > 1 ? ` (${occurrences} times)` : '',
      ].join(''),
    ),
  ].join('\n')

const outcomeOf = (result: RuleResult): JunitOutcome | undefined => {
  const { state, severity, reason = '', findings } = result
  if (state === 'failed' && severity === 'error') {
    return { kind: 'failure', message: findings[0]?.message ?? '', text: failureText(result) }
  }
  if (state === 'inconclusive') return { kind: 'error', message: `could not be judged: ${reason}` }
  if (state === 'failed' || state === 'flaky') {
    return { kind: 'output', text: `${state}: ${failureText(result)}` }
  }
  return state === 'passed' ? undefined : { kind: 'skipped', message: `${state}: ${reason}` }
}

const caseOf = (result: RuleResult): JunitCase => {
  const outcome = outcomeOf(result)
  return { className: result.id.split('/')[0] ?? '', name: result.id, ...(outcome && { outcome }) }
}

/** Where a service was explored, what is broken is an operation. */
const casesOf = (result: RuleResult): readonly JunitCase[] => casesByOperation(result) ?? [caseOf(result)]

const suiteName = ({ version, document }: VersionSummary, { unversioned }: Report): string =>
  unversioned === true && document ? document.name : versionName(version)

/**
 * The report as JUnit XML: one suite for each version or document, one case for each rule, or for each operation that
 * it was judged by. A rule that could not be judged is an error; warnings and flakes do not fail it.
 */
export function renderJunit(report: Report): string {
  return junitXml(
    report.versions.map((summary) => ({
      name: suiteName(summary, report),
      durationMs: summary.durationMs,
      cases: report.results.filter(({ version }) => version === summary.version).flatMap(casesOf),
    })),
  )
}
