import { isBroken, type Report, verdictOf } from '../../conformance/index.js'
import { type ErrorCode, RampartError } from '../../diagnostics/index.js'
import type { DrillResult } from './run-drill.js'

const endings: Readonly<Record<'unreachable' | 'not-a-receiver' | 'refuses', ErrorCode>> = {
  unreachable: 'WEBHOOK_UNREACHABLE',
  'not-a-receiver': 'DRILL_NOT_A_RECEIVER',
  refuses: 'DRILL_REFUSED',
}

const judged = new Set(['passed', 'failed', 'flaky'])

const brokenRules = ({ results }: Report): string[] => [
  ...new Set(
    results.filter(({ state, severity }) => state === 'failed' && severity === 'error').map(({ id }) => id),
  ),
]

/**
 * Throws the error with which a drill ends the command; it succeeds only when something was judged.
 * @param reportName the report's folder as the user spelled it
 * @throws RampartError DRILL_FINDINGS, and when nothing could be judged WEBHOOK_UNREACHABLE, DRILL_NOT_A_RECEIVER,
 *   DRILL_REFUSED, DRILL_INCOMPLETE or NOTHING_JUDGED.
 */
export function concludeDrill({ probe }: DrillResult, report: Report, reportName: string): void {
  if (probe.acceptedKind === undefined && probe.why !== 'mistake') {
    const mistakes = (report.mistakes ?? []).map(({ name }) => name)
    const named = mistakes.length === 0 ? '' : `; whoever it is, it makes mistakes: ${mistakes.join(', ')}`
    throw new RampartError(endings[probe.why], { message: `${probe.reason}${named}` })
  }
  if (isBroken(report)) {
    const mistakes = (report.mistakes ?? []).map(({ name }) => name)
    const named = mistakes.length === 0 ? '' : `${mistakes.join(', ')}; `
    throw new RampartError('DRILL_FINDINGS', {
      message: `${named}broken rules: ${brokenRules(report).join(', ')}`,
      fix: `Fix the first finding first, because one cause may break many rules. ${reportName}/report.html shows each exchange.`,
    })
  }
  const { incomplete, results } = verdictOf(report)
  if (incomplete) {
    throw new RampartError('DRILL_INCOMPLETE', {
      message: `${incomplete.results} of ${results} results are inconclusive: ${incomplete.first.reason ?? 'no reason is known'}`,
    })
  }
  if (!report.results.some(({ state }) => judged.has(state))) {
    throw new RampartError('NOTHING_JUDGED', { message: 'the rules that were chosen judge nothing here' })
  }
}
