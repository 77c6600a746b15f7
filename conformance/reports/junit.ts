import { type JunitCase, type JunitOutcome, junitXml } from '../../reporting/index.js'
import type { Report, RuleResult } from '../model/report.js'
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

/**
 * The report as JUnit XML: one suite for each version, one case for each rule. A rule that could not be judged is an
 * error; warnings and flakes do not fail it.
 */
export function renderJunit(report: Report): string {
  return junitXml(
    report.versions.map(({ version, durationMs }) => ({
      name: versionName(version),
      durationMs,
      cases: report.results.filter((result) => result.version === version).map(caseOf),
    })),
  )
}
